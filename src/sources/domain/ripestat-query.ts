import ipaddr from "ipaddr.js";
import { SourceError } from "../../errors.ts";
import { clip } from "../kit/query.ts";

/** What is asked for. */
export interface ResourceQuery {
  readonly resource: string;
  readonly asn?: number;
}

/** An address, a prefix or an AS number; throws `bad-query` for what is none. */
export function understood(q: string): ResourceQuery {
  const asn = /^(?:AS)?\s*(\d{1,10})$/i.exec(q)?.[1];
  if (asn) return { resource: `AS${Number(asn)}`, asn: Number(asn) };
  if (ipaddr.isValid(q) || ipaddr.isValidCIDR(q)) return { resource: q };
  throw new SourceError("bad-query", `“${clip(q)}” is no IP address, prefix or AS number.`);
}
