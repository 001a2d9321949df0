import { catchError, EMPTY, map, merge, type Observable, scan } from "rxjs";
import { getDomain, parse } from "tldts";
import { z } from "zod";
import { defineAnalysis } from "../../define.ts";
import { oneOf } from "../../parameters.ts";
import { domainName } from "../../queries.ts";
import { firstAndLast } from "../first-and-last.ts";
import { known } from "../known.ts";
import { inLanguage } from "../language.ts";
import { notBefore } from "../not-before.ts";
import { answer } from "./answer.ts";
import { domainStage } from "./domain-stage.ts";
import type { Facts } from "./facts.ts";
import { findings } from "./findings.ts";
import { pageStage } from "./page-stage.ts";
import { prompt } from "./prompt.ts";
import { safetyStage } from "./safety-stage.ts";
import { SOURCES } from "./sources.ts";

/** A domain's technical health: its page, crawling, registration, hosting and safety, and what to mend first. */
export const audit = defineAnalysis({
  path: "/seo/audit",
  title: "Technical audit of a site",
  describe:
    "A site's technical audit: system, vitals, registration, DNS, robots.txt and sitemap, tags, certificate, security headers, trust, hosting, and findings in the order of their urgency.",
  q: {
    describe: "a domain, host or URL",
    example: "example.com",
    schema: z
      .string()
      .refine((text) => !parse(text).isIp, { error: "an audit wants a domain name, not an IP address" })
      .pipe(domainName),
  },
  parameters: { strategy: oneOf(["mobile", "desktop"], "mobile", "the device that vitals are measured for") },
  sources: SOURCES,
  budgetMs: 60_000,
  understood: z.object({
    host: z.string(),
    domain: z.string().describe("the registered domain"),
    strategy: z.string(),
    language: z.string().optional().describe("of the home page, else en"),
  }),
  answer,
  fields: {
    "trust.listed_by": ["safe_browsing", "urlhaus", "virustotal"],
    "trust.breaches": ["hibp_breaches"],
    "ssl.names": ["tls_certificate"],
  },
  from: {
    cms: ["cms"],
    core_web_vitals: ["pagespeed"],
    registration: ["rdap", "whois"],
    dns: ["dns", "dns_over_https", "email_auth"],
    robots_txt: ["robots_txt"],
    sitemap: ["sitemap", "robots_txt"],
    hreflang: ["hreflang"],
    open_graph: ["opengraph"],
    twitter_card: ["opengraph"],
    structured_data: ["structured_data"],
    page: ["html_meta", "headings", "links"],
    trust: [
      "safe_browsing",
      "urlhaus",
      "virustotal",
      "ssllabs",
      "tls_certificate",
      "email_auth",
      "http_headers",
      "rdap",
      "hibp_breaches",
    ],
    ssl: ["tls_certificate", "ssllabs", "certificates"],
    archive: ["wayback", "commoncrawl"],
    hosting: ["dns", "dns_over_https", "ip_geolocation", "ripestat", "reverse_dns"],
    security_headers: ["http_headers"],
    popularity: ["domain_rank"],
    findings: [],
  },
  limits: [
    "One page, the home page, was audited.",
    "Vitals of real users exist only for sites with enough visits.",
    "The cache of search engines is no longer public: last crawl is that of public archives.",
  ],
  run: ({ input: host, parameters: { strategy }, ask, section, understood, limit, warning, now }) => {
    const domain = getDomain(host, { allowPrivateDomains: false }) ?? host;
    const page = pageStage(ask, host, strategy);
    const ofDomain = domainStage(ask, host, domain, now());
    const { ssl$, trust$, testing$ } = safetyStage(ask, host, domain, { ...page, ...ofDomain });

    const begun = [ofDomain.dns$, ofDomain.registration$, page.page$, page.robots$];
    const hosting$ = notBefore(ofDomain.hostingWith(page.technologies$), begun);
    const sitemap$ = notBefore(page.sitemap$, begun);
    const trusted$ = notBefore(trust$, [hosting$, sitemap$]);

    const facts$ = merge(
      fact(page.headers$, (headers) => headers?.[0]?.summary && { httpStatus: headers[0].summary.httpStatus }),
      fact(page.meta$, ({ failure }) => failure && { pageFailure: failure }),
      fact(ofDomain.mail$, (mail) => mail && { mailRead: mail.length > 0 }),
      fact(ofDomain.dns$, (dns) => ({ dns })),
      fact(ofDomain.registration$, (registration) => ({ registration })),
      fact(page.page$, (read) => ({ page: read })),
      fact(page.robots$, (robots_txt) => ({ robots_txt })),
      fact(page.cms$, (cms) => ({ cms })),
      fact(page.vitals$, (core_web_vitals) => ({ core_web_vitals })),
      fact(page.hreflang$, ({ errors }) => ({ hreflangErrors: errors })),
      fact(page.social$, (social) => social),
      fact(page.structured$, (structured_data) => ({ structured_data })),
      fact(page.security$, (security_headers) => ({ security_headers })),
      fact(ssl$, (ssl) => ({ ssl })),
      fact(sitemap$, (sitemap) => ({ sitemap })),
      fact(trusted$, (trust) => ({ trust })),
    ).pipe(scan((all: Facts, more) => ({ ...all, ...more }), {}));

    return merge(
      understood(inLanguage({ host, domain, strategy }, undefined, page.meta$)),
      ofDomain.nobody$,
      page.home$.pipe(
        known((url) => elsewhere(url, domain)),
        map(warning),
      ),
      testing$.pipe(map(() => limit(`SSL Labs is still testing ${host}: ask again in a minute or two.`))),
      section("dns", ofDomain.dns$),
      section("registration", ofDomain.registration$),
      section("page", page.page$),
      section("robots_txt", page.robots$),
      section("cms", page.cms$),
      section("core_web_vitals", page.vitals$),
      section("hreflang", page.hreflang$.pipe(map(({ shown }) => shown))),
      section("open_graph", page.social$.pipe(map(({ open_graph }) => open_graph))),
      section("twitter_card", page.social$.pipe(map(({ twitter_card }) => twitter_card))),
      section("structured_data", page.structured$),
      section("security_headers", page.security$),
      section("ssl", ssl$),
      section("archive", ofDomain.archive$),
      section("popularity", ofDomain.popularity$),
      section("hosting", hosting$),
      section("sitemap", sitemap$),
      section("trust", trusted$),
      section(
        "findings",
        facts$.pipe(
          firstAndLast(({ trust }) => trust !== undefined),
          map(findings),
        ),
      ),
    );
  },
  prompt,
});

/** A sentence where the home page turned out to be another domain's. */
function elsewhere(url: string, domain: string): string | undefined {
  const final = getDomain(url, { allowPrivateDomains: false });
  return final && final !== domain ? `${domain} leads to ${url}: the page that was audited is ${final}'s.` : undefined;
}

/** What a section shows of the facts; one that failed shows nothing. */
const fact = <T>(value$: Observable<T>, show: (value: T) => Facts | undefined): Observable<Facts> =>
  value$.pipe(
    known(show),
    catchError(() => EMPTY),
  );
