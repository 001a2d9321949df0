import ipaddr from "ipaddr.js";
import { SourceError } from "../../errors.ts";
import { clip } from "../kit/query.ts";

/** An address, and the name that it is asked back by. */
export interface AddressQuery {
  readonly ip: string;
  readonly ptr: string;
}

/** The name that an address is asked back by: RFC 1035 §3.5, RFC 3596 §2.5. */
export function addressOf(q: string): AddressQuery {
  if (!ipaddr.isValid(q)) throw new SourceError("bad-query", `“${clip(q)}” is not an IP address.`);
  const address = ipaddr.process(q);
  const ip = address.toString();
  if (address instanceof ipaddr.IPv4) return { ip, ptr: `${ip.split(".").toReversed().join(".")}.in-addr.arpa` };
  const nibbles = address.toByteArray().flatMap((byte) => [...byte.toString(16).padStart(2, "0")]);
  return { ip, ptr: `${nibbles.toReversed().join(".")}.ip6.arpa` };
}
