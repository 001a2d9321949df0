import ipaddr from "ipaddr.js";
import { catchError, map, type Observable, of } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { concurrentSteps } from "../kit/compose/steps.ts";
import { askDns, dns } from "../kit/readers/dns.ts";
import { query } from "../kit/requests/query.ts";
import { clip } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { NetworkItem } from "./item.ts";

/** An address, and the name that it is asked back by. */
interface AddressQuery {
  readonly ip: string;
  readonly ptr: string;
}

/** The name that an address is asked back by: RFC 1035 §3.5, RFC 3596 §2.5. */
function addressOf(q: string): AddressQuery {
  if (!ipaddr.isValid(q)) throw new SourceError("bad-query", `“${clip(q)}” is not an IP address.`);
  const address = ipaddr.process(q);
  const ip = address.toString();
  if (address instanceof ipaddr.IPv4) return { ip, ptr: `${ip.split(".").toReversed().join(".")}.in-addr.arpa` };
  const nibbles = address.toByteArray().flatMap((byte) => [...byte.toString(16).padStart(2, "0")]);
  return { ip, ptr: `${nibbles.toReversed().join(".")}.ip6.arpa` };
}

/** The names that the address's PTR records hold. */
const names = dns({
  questions: ({ ptr }: AddressQuery) => [{ name: ptr, type: "PTR" }],
  items: ({ records }, _question, { ip, ptr }) =>
    records
      .filter(({ type }) => type === "PTR")
      .map(({ value, ttl }) => ({ ip, ptr, ttl, name: value.toLowerCase().replace(/\.$/, "") })),
});

interface Named extends AddressQuery {
  readonly name: string;
  readonly ttl: number;
}

const same = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.parse(one).toNormalizedString() === ipaddr.parse(other).toNormalizedString();

/** Whether the name leads back to the address: only records of the address's own family can tell. */
function forward(named: Named, context: ReadContext): Observable<Named & { forward?: string[]; confirmed?: boolean }> {
  const type = named.ip.includes(":") ? "AAAA" : "A";
  return askDns({ name: named.name, type }, context).pipe(
    map(({ records }) => {
      const addresses = records.filter((record) => record.type === type).map(({ value }) => value);
      return { ...named, forward: addresses, confirmed: addresses.some((address) => same(address, named.ip)) };
    }),
    catchError((error) => {
      context.notice({ kind: "note", text: toSourceError(error).message });
      return of(named);
    }),
  );
}

export const reverseDns = defineSource({
  id: "reverse_dns",
  title: "Reverse DNS",
  docs: "https://nodejs.org/api/dns.html#dnspromisesreverseip",
  evidence: "no-http",
  query: query({ describe: "an IPv4 or IPv6 address", example: "8.8.8.8", parse: addressOf }),
  item: NetworkItem.extend({
    ip: z.string(),
    name: z.string().describe("the host that the address belongs to, by its PTR record"),
    ptr: z.string().describe("the name that was asked"),
    ttl: z.int().nonnegative().optional().describe("seconds"),
    forward: z.array(z.string()).optional().describe("the name's own addresses, of the same family"),
    confirmed: z.boolean().optional().describe("whether they hold the address; absent where they are not known"),
  }),
  read: concurrentSteps(4, names, (named, context) =>
    forward(named, context).pipe(map((found) => ({ ...found, title: found.name, domain: found.name }))),
  ),
});
