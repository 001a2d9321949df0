import ipaddr from "ipaddr.js";
import { parseDomain } from "../kit/query.ts";

/** What is asked for: a domain, an address, or an autonomous system. */
export interface RdapQuery {
  readonly kind: "domain" | "ip" | "autnum";
  readonly value: string;
}

/** An address in brackets or bare, `AS` and a number, or a domain; throws `bad-query` for what is none. */
export function understood(q: string): RdapQuery {
  const bare = q.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) return { kind: "ip", value: bare };
  const number = /^as\s?(\d{1,10})$/i.exec(q)?.[1];
  return number ? { kind: "autnum", value: number } : { kind: "domain", value: parseDomain(q) };
}
