import ipaddr from "ipaddr.js";
import { catchError, map, of } from "rxjs";
import { getDomain } from "tldts";
import { z } from "zod";
import { toSourceError } from "../../../errors.ts";
import { parseJson } from "../../kit/readers/json.ts";
import { parseDomain } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { answered, changed } from "../../kit/responses/answer.ts";
import { firstIssue } from "../../kit/responses/lenient-parse.ts";
import type { Reader } from "../../source.ts";

const DAY_MS = 86_400_000;

/** Redirects to the server in charge; asked where IANA's list knows none. */
const REDIRECTOR = "https://rdap.org/";

const Bootstrap = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });

/** What is asked for: a domain, an address, or an autonomous system. */
export interface RdapQuery {
  readonly kind: "domain" | "ip" | "autnum";
  readonly value: string;
}

/** How exactly an entry covers what is asked: labels of a suffix, bits of a prefix, 0 for a range; -1 where it does not. */
function fitOf(kind: RdapQuery["kind"], value: string, entry: string): number {
  if (kind === "domain") {
    const suffix = entry.toLowerCase();
    return value === suffix || value.endsWith(`.${suffix}`) ? suffix.split(".").length : -1;
  }
  if (kind === "autnum") {
    const [from = Number.NaN, to = from] = entry.split("-").map(Number);
    return Number(value) >= from && Number(value) <= to ? 0 : -1;
  }
  if (!ipaddr.isValidCIDR(entry)) return -1;
  const [network, bits] = ipaddr.parseCIDR(entry);
  const address = ipaddr.parse(value);
  return address.kind() === network.kind() && address.match(network, bits) ? bits : -1;
}

function baseFor({ kind, value }: RdapQuery, services: readonly (readonly [string[], string[]])[]): string | undefined {
  let best = -1;
  let base: string | undefined;
  for (const [entries, urls] of services) {
    const fit = Math.max(-1, ...entries.map((entry) => fitOf(kind, value, entry)));
    if (fit <= best) continue;
    best = fit;
    base = urls.find((url) => url.startsWith("https:")) ?? urls[0];
  }
  return base && (base.endsWith("/") ? base : `${base}/`);
}

/** The servers in charge by IANA's bootstrap registry (RFC 9224), kept for a day; the redirector where it names none. */
export const inCharge: Reader<RdapQuery, RdapQuery & { readonly base: string }> = (asked, context) => {
  const file =
    asked.kind === "domain"
      ? "dns"
      : asked.kind === "autnum"
        ? "asn"
        : ipaddr.IPv6.isValid(asked.value)
          ? "ipv6"
          : "ipv4";
  const services$ = answered(get(`https://data.iana.org/rdap/${file}.json`), context, undefined, (response) => {
    const read = Bootstrap.safeParse(parseJson(response, context.source));
    if (!read.success) throw changed(context.source, firstIssue(read.error));
    return { items: read.data.services };
  });
  return context.cached(`bootstrap ${file}`, services$, { ttlMs: DAY_MS }).pipe(
    map(({ items }) => ({ ...asked, base: baseFor(asked, items) ?? REDIRECTOR })),
    catchError((error) => {
      context.notice({ kind: "note", text: toSourceError(error).message });
      return of({ ...asked, base: REDIRECTOR });
    }),
  );
};

/** The domain that somebody registered, of a host within it; a public suffix stays as it is. */
const registered = (host: string): string => getDomain(host, { allowPrivateDomains: false }) ?? host;

/** An address in brackets or bare, `AS` and a number, or a domain or host; throws `bad-query` for what is none. */
export function understood(q: string): RdapQuery {
  const bare = q.replace(/^\[(.*)\]$/, "$1");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) return { kind: "ip", value: bare };
  const number = /^as\s?(\d{1,10})$/i.exec(q)?.[1];
  return number ? { kind: "autnum", value: number } : { kind: "domain", value: registered(parseDomain(q)) };
}
