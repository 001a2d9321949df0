import { combineLatest, forkJoin, map, type Observable, of, switchMap, toArray } from "rxjs";
import type { dns } from "../../../sources/domain/dns.ts";
import type { dnsOverHttps } from "../../../sources/domain/dns_over_https.ts";
import type { ipGeolocation } from "../../../sources/domain/ip_geolocation.ts";
import type { rdap } from "../../../sources/domain/rdap/index.ts";
import type { reverseDns } from "../../../sources/domain/reverse_dns.ts";
import type { ripestat } from "../../../sources/domain/ripestat.ts";
import type { whois } from "../../../sources/domain/whois.ts";
import type { http_headers } from "../../../sources/page/http_headers/index.ts";
import type { About } from "../../about.ts";
import { type Gathered, gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import { isWhole } from "./domain.ts";
import type { DnsRecord, Header, Network, Place, Records, RecordType, Registration } from "./read.ts";
import type { SOURCES } from "./sources.ts";

/** The audit's door to its sources. */
export type Door = SourceClient<keyof typeof SOURCES & string>;

/** What there is of a question's answer: empty where there is nothing, absent where nobody answered. */
export const whatCame = <T>({ items, answered }: Gathered<T>): readonly T[] | undefined =>
  answered ? items : undefined;

/** The audited domain, for rows that name theirs. */
export const aboutDomain = (host: string, domain: string): About => ({
  name: domain,
  keys: { domain: [host, domain] },
});

const TYPES = ["A", "AAAA", "MX", "NS", "TXT", "CAA"] as const satisfies readonly RecordType[];

/** The addresses of the host and the records of its domain: each type is a question of its own, and so may fail by itself. */
export function recordsAt(ask: Door, host: string, domain: string): Observable<Records> {
  const asked = (type: RecordType): Observable<readonly DnsRecord[] | undefined> => {
    const name = type === "A" || type === "AAAA" ? host : domain;
    const how = { options: { type }, about: aboutDomain(host, domain) };
    // That there is no such record is an answer, no reason to ask elsewhere.
    return ask
      .withFallback<DnsRecord[]>(
        ask.items<typeof dns>("dns", name, how).pipe(toArray()),
        ask.items<typeof dnsOverHttps>("dns_over_https", name, how).pipe(toArray()),
      )
      .pipe(
        gathered(),
        map(({ items: [records] }) => records?.filter((record) => record.type === type)),
      );
  };
  return forkJoin(Object.fromEntries(TYPES.map((type) => [type, asked(type)])));
}

/** A registration by RDAP, else by WHOIS; by both where RDAP does not tell its dates. */
export const registrationAt = (
  ask: Door,
  domain: string,
): Observable<{ readonly main: Registration; readonly more?: Registration | undefined }> =>
  ask
    .withFallback<Registration>(
      ask.items<typeof rdap>("rdap", domain, { about: aboutDomain(domain, domain) }),
      ask.items<typeof whois>("whois", domain, { about: aboutDomain(domain, domain) }),
    )
    .pipe(
      switchMap((main) =>
        main.source === "whois" || isWhole(main)
          ? of({ main })
          : ask
              .answer<typeof whois>("whois", domain, { about: aboutDomain(domain, domain) })
              .pipe(map(({ items: [more] }) => ({ main, more }))),
      ),
    );

/** The headers of the home page, over https, else over http. */
export const headersAt = (ask: Door, host: string): Observable<Gathered<Header>> =>
  ask
    .answer<typeof http_headers>("http_headers", `https://${host}/`)
    .pipe(
      switchMap((secure) =>
        secure.failure ? ask.answer<typeof http_headers>("http_headers", `http://${host}/`) : of(secure),
      ),
    );

/** Where an address is, whose network it belongs to, and its own name. */
export const servingAt = (
  ask: Door,
  ip: string,
): Observable<readonly [Place | undefined, Network | undefined, string | undefined]> =>
  combineLatest([
    ask.answer<typeof ipGeolocation>("ip_geolocation", ip).pipe(map(({ items: [place] }) => place)),
    ask.answer<typeof ripestat>("ripestat", ip).pipe(map(({ items: [network] }) => network)),
    ask.answer<typeof reverseDns>("reverse_dns", ip).pipe(map(({ items: [named] }) => named?.name)),
  ]);
