/*
 * The home page is asked for over https, then over http, and what stands on it is read after that: a site, or a whole network,
 * that hangs is told of within `HANGING_MS`, and PageSpeed is not asked about a page that nobody could read. It alone
 * may take longer: a test of a slow page lasts most of a minute.
 */
const HEADERS_MS = 7_000;
const PAGE_MS = 13_000;
/** A question whose second try is another source. */
const EITHER_MS = 13_000;

const onPage = { kind: "primary", ms: PAGE_MS } as const;

/** Milliseconds within which all but PageSpeed is told of. */
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
