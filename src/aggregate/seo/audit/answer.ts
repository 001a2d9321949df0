import { z } from "zod";
import { Count, HttpUrl, IsoDate, Ratio } from "../../../sources/kit/values/fields.ts";
import { Finding } from "../../formulas/findings.ts";

const Texts = z.array(z.string());
const Score = z.int().min(0).max(100);
const Rating = z.enum(["good", "needs-improvement", "poor"]).optional();
const Status = z.enum(["good", "weak", "missing", "leak"]);
const Ms = z.number().nonnegative().optional();

const Technology = z.object({
  name: z.string(),
  version: z.string().optional(),
  categories: Texts,
  confidence: z.int().min(0).max(100).describe("percent"),
});

/** What the page is made of, and how it does. */
const ofPage = {
  cms: z.object({
    name: z.string().optional().describe("absent: none is known by its marks"),
    version: z.string().optional(),
    confidence: z.int().min(0).max(100).optional().describe("percent"),
    technologies: z.array(Technology),
  }),
  core_web_vitals: z.object({
    strategy: z.enum(["mobile", "desktop"]),
    basis: z.enum(["field", "lab"]).describe("field: what real users saw, 75th percentile; lab: one run"),
    period: z.string().optional().describe("the time that field values are of"),
    as_of: IsoDate.optional().describe("when it was measured"),
    lcp_ms: Ms,
    lcp_rating: Rating,
    inp_ms: Ms,
    inp_rating: Rating,
    cls: Ms.describe("without unit"),
    cls_rating: Rating,
    fid_ms: Ms,
    fid_note: z.string(),
    passes: z.boolean().optional().describe("of field values only: all are good"),
    performance_score: Score.optional().describe("of the lab's run"),
    source: z.string(),
  }),
  hreflang: z.object({ count: Count, languages: Texts, x_default: z.boolean(), problems: Texts }),
  open_graph: z.object({
    present: z.boolean(),
    title: z.string().optional(),
    type: z.string().optional(),
    image: HttpUrl.optional(),
    url: HttpUrl.optional(),
    missing: Texts.describe("required properties that are not there"),
  }),
  twitter_card: z.object({ present: z.boolean(), card: z.string().optional(), missing: Texts }),
  structured_data: z.object({ types: Texts, errors: Count }),
  page: z.object({
    url: HttpUrl.optional().describe("after redirects"),
    status: z.int().optional(),
    title: z.string().optional(),
    title_length: Count.optional().describe("characters"),
    description: z.string().optional(),
    description_length: Count.optional().describe("characters"),
    canonical: HttpUrl.optional(),
    indexable: z.boolean().optional().describe("no rule of the page or its headers forbids indexing"),
    language: z.string().optional(),
    h1: Count.optional(),
    internal_links: Count.optional(),
    external_links: Count.optional(),
  }),
};

/** What crawlers find. */
const ofCrawling = {
  robots_txt: z.object({
    present: z.boolean(),
    valid: z.boolean().optional().describe("text in UTF-8 of at most 500 KiB without an unknown line"),
    status: z.int(),
    problems: Texts,
    blocks_all: z
      .boolean()
      .optional()
      .describe("robots that it does not name may fetch nothing at all; absent where the file failed"),
    blocks_home: z.boolean().optional().describe("the same robots may not fetch /"),
    search_bots: z.array(z.object({ agent: z.string(), allowed: z.boolean() })).optional(),
    sitemaps: z.array(HttpUrl),
    ai_bots: z.array(z.object({ agent: z.string(), allowed: z.boolean() })),
  }),
  sitemap: z.object({
    present: z.boolean(),
    valid: z.boolean().optional(),
    urls: Count.optional().describe("of the files that were read; absent where an index names further files"),
    last_modified: IsoDate.optional(),
    problems: Texts,
    named_in_robots: z.boolean().optional(),
  }),
  archive: z
    .object({
      last_crawl: IsoDate.optional().describe("the newest of both"),
      wayback_last: IsoDate.optional(),
      wayback_url: HttpUrl.optional(),
      commoncrawl_last: IsoDate.optional(),
      commoncrawl_index: z.string().optional(),
    })
    .describe("captures in public archives"),
};

/** The domain and its host. */
const ofDomain = {
  registration: z.object({
    domain: z.string(),
    created: IsoDate.optional(),
    age_days: Count.optional(),
    expires: IsoDate.optional(),
    days_to_expiry: z.int().optional().describe("negative when it has expired"),
    registrar: z.string().optional(),
    status: Texts,
    nameservers: Texts,
    dnssec: z.boolean().optional(),
    source: z.string(),
  }),
  dns: z.object({
    a: Texts.optional(),
    aaaa: Texts.optional(),
    mx: z.array(z.object({ exchange: z.string(), priority: Count })).optional(),
    ns: Texts.optional(),
    txt: Texts.optional(),
    caa: Texts.optional(),
    spf: z.string().optional(),
    dmarc: z.string().optional(),
    email_problems: Texts.optional(),
  }),
  hosting: z.object({
    ip: z.string(),
    country: z.string().optional(),
    city: z.string().optional(),
    asn: Count.optional(),
    as_name: z.string().optional(),
    isp: z.string().optional(),
    prefix: z.string().optional(),
    reverse: z.string().optional(),
    is_hosting: z.boolean().optional(),
    cdn: z.string().optional(),
  }),
  popularity: z
    .object({ rank: z.int().positive().optional(), as_of: IsoDate.optional() })
    .describe("Tranco's rank of 30 days"),
};

const TrustPart = z.object({
  name: z.enum(["safe_browsing", "ssl", "spam", "headers", "age"]),
  score: Score.optional().describe("absent: not known"),
  weight: z.int(),
  detail: z.string(),
  source: z.string(),
});

/** Whether it is safe. */
const ofSafety = {
  trust: z.object({
    score: Score.optional().describe("the mean of the known parts by their weights"),
    coverage: Ratio.describe("share of the weight that is known"),
    confidence: z.enum(["high", "low"]),
    parts: z.array(TrustPart),
    listed_by: Texts.optional().describe(
      "the lists that hold it to be harmful; absent where a list failed and none has it",
    ),
    breaches: z
      .array(z.object({ title: z.string(), date: IsoDate.optional(), accounts: Count.optional() }))
      .optional()
      .describe("absent where the register failed"),
  }),
  ssl: z.object({
    valid: z.boolean().optional().describe("a browser would trust it for this host"),
    issuer: z.string().optional(),
    valid_from: IsoDate.optional(),
    valid_to: IsoDate.optional(),
    days_left: z.int().optional(),
    protocol: z.string().optional(),
    names: Texts.optional(),
    grade: z.string().optional().describe("of SSL Labs, the worst of the host's servers"),
    certificates_logged: Count.optional().describe("valid ones in the transparency logs, 100 at most"),
    certificates_lower_bound: z.boolean().optional().describe("there may be more: the list ends at 100"),
  }),
  security_headers: z.object({
    grade: z.string().describe("A+ to F, by the bounds of MDN's HTTP Observatory"),
    score: Score,
    hsts: z.object({
      present: z.boolean(),
      max_age: Count.optional().describe("seconds"),
      include_subdomains: z.boolean().optional(),
      preload: z.boolean().optional(),
      status: Status,
    }),
    csp: z.object({ present: z.boolean(), status: Status, weaknesses: Texts }),
    x_frame_options: z.object({
      present: z.boolean(),
      value: z.string().optional(),
      status: Status,
      by_csp: z.boolean().describe("frame-ancestors of the Content-Security-Policy stands in for it"),
    }),
    others: z.array(z.object({ header: z.string(), value: z.string().optional(), status: Status })),
    leaks: Texts.describe("headers that tell what the server runs"),
    https_redirect: z.boolean().optional().describe("http:// leads to https://"),
  }),
  findings: z.array(Finding).describe("what to mend, in order"),
};

export const answer = z.object({ ...ofPage, ...ofCrawling, ...ofDomain, ...ofSafety });
export type Answer = z.output<typeof answer>;
