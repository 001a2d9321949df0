import { sameAddress } from "../../../standards/addresses.ts";
import { type Row, vitalsRated, when } from "./facts.ts";

/** What costs ranking, clicks or speed. */
export const COSTLY: readonly Row[] = [
  [
    "vitals-poor",
    "speed",
    "pagespeed",
    "Core Web Vitals are poor",
    "See /seo/pagespeed for what saves most.",
    (facts) => vitalsRated(facts, "poor"),
  ],
  [
    "robots-failed",
    "indexing",
    "robots_txt",
    "robots.txt answers with an error",
    "Answer 200 with the rules, or 404 where there are none.",
    ({ robots_txt }) =>
      when(
        robots_txt !== undefined && (robots_txt.status === 429 || robots_txt.status >= 500),
        `HTTP ${robots_txt?.status} to us; robots that get the same answer stay away meanwhile`,
      ),
  ],
  [
    "robots-blocks-home",
    "indexing",
    "robots_txt",
    "robots.txt forbids the home page",
    "Take the rule out, if the home page is meant to be found.",
    ({ robots_txt }) =>
      when(
        robots_txt?.blocks_home === true && !robots_txt.blocks_all,
        "robots that it does not name may not fetch the home page; this says nothing of other pages",
      ),
  ],
  [
    "sitemap-missing",
    "indexing",
    "sitemap",
    "There is no sitemap",
    "Write a sitemap and name it in robots.txt.",
    ({ sitemap }) => when(sitemap?.present === false, sitemap?.problems[0] ?? "none was found"),
  ],
  [
    "sitemap-invalid",
    "indexing",
    "sitemap",
    "The sitemap has faults",
    "Mend the XML: every entry needs an absolute address.",
    ({ sitemap }) => when(sitemap?.valid === false, sitemap?.problems[0] ?? "it is not well-formed"),
  ],
  [
    "title-missing",
    "content",
    "html_meta",
    "The home page has no title",
    "Give it a title of 15 to 60 characters.",
    ({ page }) => when(page?.status !== undefined && page.title === undefined, "no <title>"),
  ],
  [
    "description-missing",
    "content",
    "html_meta",
    "The home page has no meta description",
    "Describe it in 70 to 160 characters.",
    ({ page }) => when(page?.status !== undefined && page.description === undefined, "no meta description"),
  ],
  [
    "canonical-missing",
    "indexing",
    "html_meta",
    "The home page names no canonical URL",
    "Name its own address in link rel=canonical.",
    ({ page }) => when(page?.status !== undefined && page.canonical === undefined, "no link rel=canonical"),
  ],
  [
    "canonical-elsewhere",
    "indexing",
    "html_meta",
    "The canonical URL is another page",
    "Name the home page's own address, unless the other page is meant.",
    ({ page }) =>
      when(
        page?.canonical !== undefined && page.url !== undefined && !sameAddress(page.canonical, page.url),
        `${page?.url} names ${page?.canonical}`,
      ),
  ],
  [
    "h1-missing",
    "content",
    "headings",
    "The home page has no h1",
    "Give it one h1 that says what it is about.",
    ({ page }) => when(page?.h1 === 0, "no h1"),
  ],
  [
    "h1-several",
    "content",
    "headings",
    "The home page has several h1",
    "Keep one h1, make the others h2.",
    ({ page }) => when(page?.h1 !== undefined && page.h1 > 1, `${page?.h1} h1`),
  ],
  [
    "hsts-missing",
    "safety",
    "http_headers",
    "Strict-Transport-Security is missing",
    "Send max-age=31536000; includeSubDomains.",
    ({ security_headers }) => when(security_headers?.hsts.status === "missing", "the header is not sent"),
  ],
  [
    "csp-missing",
    "safety",
    "http_headers",
    "Content-Security-Policy is missing",
    "Name the hosts that scripts may come from; begin with a policy that only reports.",
    ({ security_headers }) => when(security_headers?.csp.status === "missing", "the header is not sent"),
  ],
  [
    "dmarc-missing",
    "trust",
    "email_auth",
    "The domain has no DMARC record",
    "Publish _dmarc with p=none and reports, then p=quarantine.",
    ({ dns, mailRead }) => when(mailRead === true && dns?.dmarc === undefined, "no TXT record at _dmarc"),
  ],
  [
    "hreflang-errors",
    "indexing",
    "hreflang",
    "The alternates in other languages have errors",
    "See /seo/hreflang for each tag.",
    ({ hreflangErrors = [] }) => when(hreflangErrors.length > 0, hreflangErrors.join(" ")),
  ],
  [
    "structured-data-errors",
    "content",
    "structured_data",
    "Structured data have errors",
    "Mend the scripts and attributes that cannot be read.",
    ({ structured_data }) =>
      when(
        (structured_data?.errors ?? 0) > 0,
        `${structured_data?.errors} ${structured_data?.errors === 1 ? "error" : "errors"}`,
      ),
  ],
];
