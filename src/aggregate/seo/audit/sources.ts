/*
 * Deadlines of the audit's requests. The home page is requested over https, then over http, and read after that: where a site,
 * or the whole network, hangs, every section fails with a timeout within `HANGING_MS`. PageSpeed alone may take longer, since its
 * test of a slow page lasts most of a minute; it is not requested for a page that could not be read.
 */
const HEADERS_MS = 7_000;
const PAGE_MS = 13_000;
/** A question whose second try is another source. */
const EITHER_MS = 13_000;

const onPage = { kind: "primary", ms: PAGE_MS } as const;

/** The deadline of every section but PageSpeed's, in milliseconds. */
export const HANGING_MS = 30_000;

/** The sources of the audit, in the order in which it tells of them. */
export const SOURCES = {
  cms: onPage,
  pagespeed: { kind: "primary", ms: 55_000 },
  rdap: { kind: "primary", ms: EITHER_MS },
  whois: { kind: "fallback", ms: EITHER_MS },
  dns: { kind: "primary", ms: EITHER_MS },
  dns_over_https: { kind: "fallback", ms: EITHER_MS },
  robots_txt: onPage,
  sitemap: onPage,
  hreflang: onPage,
  opengraph: onPage,
  structured_data: onPage,
  html_meta: onPage,
  headings: onPage,
  links: onPage,
  http_headers: { kind: "primary", ms: HEADERS_MS },
  tls_certificate: "primary",
  email_auth: "primary",
  wayback: "primary",
  commoncrawl: "primary",
  ip_geolocation: "primary",
  ripestat: "primary",
  safe_browsing: "keyed",
  virustotal: "keyed",
  urlhaus: "enriching",
  ssllabs: "enriching",
  hibp_breaches: "enriching",
  reverse_dns: "enriching",
  domain_rank: "enriching",
  certificates: { kind: "enriching", ms: 28_000 },
} as const;
