import { describe, expect, test } from "vitest";
import type { Facts } from "../../../src/aggregate/seo/audit/facts.ts";
import { findings } from "../../../src/aggregate/seo/audit/findings.ts";
import { sslOf } from "../../../src/aggregate/seo/audit/safety.ts";
import { SourceError } from "../../../src/errors.ts";

const late = new SourceError("timeout", "The page did not answer.");
const walled = new SourceError("blocked", "The page is behind a wall.");

type Page = NonNullable<Facts["page"]>;
type Headers = NonNullable<Facts["security_headers"]>;
type Vitals = NonNullable<Facts["core_web_vitals"]>;
type Registration = NonNullable<Facts["registration"]>;

const page = (more: Page = {}): Facts => ({
  page: {
    url: "https://shop.example/",
    status: 200,
    title: "Kettles and pots",
    title_length: 16,
    description: "x",
    description_length: 100,
    canonical: "https://shop.example/",
    indexable: true,
    h1: 1,
    ...more,
  },
});
const headers = (more: Partial<Headers> = {}): Facts => ({
  security_headers: {
    grade: "A+",
    score: 100,
    hsts: { present: true, status: "good" },
    csp: { present: true, status: "good", weaknesses: [] },
    x_frame_options: { present: false, status: "good", by_csp: true },
    others: [{ header: "referrer-policy", status: "good" }],
    leaks: [],
    https_redirect: true,
    ...more,
  },
});
const vitals = (more: Partial<Vitals>): Facts => ({
  core_web_vitals: { strategy: "mobile", basis: "field", fid_note: "", source: "pagespeed", ...more },
});
const registration = (more: Partial<Registration>): Facts => ({
  registration: { domain: "shop.example", status: [], nameservers: [], source: "rdap", ...more },
});
const ssl = (more: NonNullable<Facts["ssl"]> | object): Facts => ({ ssl: { names: [], ...more } });
const robots = (blocks_all: boolean, allowed: boolean): Facts => ({
  robots_txt: {
    present: true,
    status: 200,
    problems: [],
    blocks_all,
    search_bots: [{ agent: "Googlebot", allowed }],
    sitemaps: [],
    ai_bots: [],
  },
});
const trust = (listed_by: string[]): Facts => ({
  trust: { coverage: 1, confidence: "high", parts: [], listed_by, breaches: [] },
});
const ids = (facts: Facts): readonly string[] => findings(facts).map(({ priority, id }) => `${priority} ${id}`);

describe("the findings of an audit", () => {
  test("nothing is found of what is not known, nor of what is in order", () => {
    expect(findings({})).toEqual([]);
    expect(
      findings({ ...page(), ...headers(), ...robots(false, true), ...trust([]), httpStatus: 200, mailRead: false }),
    ).toEqual([]);
  });

  test.each<[string, Facts, Facts]>([
    ["P1 not-indexable", page({ indexable: false }), page()],
    ["P1 robots-blocks-all", robots(true, false), robots(true, true)],
    ["P1 home-page-unreachable", { pageFailure: late }, { pageFailure: walled }],
    ["P1 certificate-invalid", ssl({ valid: false, days_left: 3 }), ssl({ valid: true, days_left: 15 })],
    ["P1 certificate-expires", ssl({ valid: true, days_left: 14 }), ssl({ days_left: 3 })],
    ["P1 listed-unsafe", trust(["urlhaus"]), trust([])],
    ["P1 domain-expires", registration({ days_to_expiry: 30 }), registration({ days_to_expiry: 31 })],
    ["P1 https-redirect-missing", headers({ https_redirect: false }), headers({ https_redirect: undefined })],
    ["P1 home-page-fails", { httpStatus: 400 }, { httpStatus: 399 }],
    ["P2 vitals-poor", vitals({ lcp_ms: 4_001, lcp_rating: "poor" }), vitals({ lcp_ms: 100, lcp_rating: "good" })],
    [
      "P2 sitemap-missing",
      { sitemap: { present: false, problems: [] } },
      { sitemap: { present: true, valid: true, problems: [] } },
    ],
    [
      "P2 sitemap-invalid",
      { sitemap: { present: true, valid: false, problems: ["broken"] } },
      { sitemap: { present: true, problems: [] } },
    ],
    ["P2 title-missing", page({ title: undefined, title_length: undefined }), { page: { h1: 1 } }],
    ["P2 description-missing", page({ description: undefined, description_length: undefined }), { page: { h1: 1 } }],
    ["P2 canonical-missing", page({ canonical: undefined }), { page: { h1: 1 } }],
    [
      "P2 canonical-elsewhere",
      page({ canonical: "https://shop.example/en" }),
      page({ canonical: "https://shop.example/#a" }),
    ],
    ["P2 h1-missing", page({ h1: 0 }), page({ h1: undefined })],
    ["P2 h1-several", page({ h1: 2 }), page({ h1: 1 })],
    ["P2 hsts-missing", headers({ hsts: { present: false, status: "missing" } }), headers()],
    ["P2 csp-missing", headers({ csp: { present: false, status: "missing", weaknesses: [] } }), headers()],
    ["P2 dmarc-missing", { mailRead: true, dns: {} }, { mailRead: true, dns: { dmarc: "v=DMARC1; p=none" } }],
    ["P2 hreflang-errors", { hreflangErrors: ["No address: fr."] }, { hreflangErrors: [] }],
    [
      "P2 structured-data-errors",
      { structured_data: { types: [], errors: 2 } },
      { structured_data: { types: [], errors: 0 } },
    ],
    [
      "P3 vitals-to-improve",
      vitals({ cls: 0.2, cls_rating: "needs-improvement" }),
      vitals({ cls_rating: "needs-improvement" }),
    ],
    [
      "P3 open-graph-incomplete",
      { open_graph: { present: true, missing: ["og:url"] } },
      { open_graph: { present: true, missing: [] } },
    ],
    [
      "P3 twitter-card-incomplete",
      { twitter_card: { present: false, missing: ["twitter:card"] } },
      { twitter_card: { present: true, missing: [] } },
    ],
    ["P3 title-long", page({ title_length: 61 }), page({ title_length: 60 })],
    ["P3 description-length", page({ description_length: 69 }), page({ description_length: 70 })],
    ["P3 description-length", page({ description_length: 161 }), page({ description_length: 160 })],
    ["P3 headers-weak", headers({ others: [{ header: "referrer-policy", status: "weak" }] }), headers()],
    ["P3 headers-weak", headers({ x_frame_options: { present: false, status: "missing", by_csp: false } }), headers()],
    ["P3 server-leaks", headers({ leaks: ["server: nginx/1.18"] }), headers()],
    ["P3 caa-missing", { dns: { caa: [] } }, { dns: {} }],
    ["P3 dnssec-missing", registration({ dnssec: false }), registration({})],
    [
      "P3 cms-version-shown",
      { cms: { name: "WordPress", version: "6.4", technologies: [] } },
      { cms: { name: "WordPress", technologies: [] } },
    ],
  ])("%s", (finding, wrong, right) => {
    expect(ids(wrong)).toEqual([finding]);
    expect(ids(right)).toEqual([]);
  });

  test("each says what was seen", () => {
    const seen = (facts: Facts) => findings(facts)[0]?.evidence;
    expect(seen(registration({ days_to_expiry: -3 }))).toBe("it ended 3 days ago");
    expect(seen(ssl({ valid: true, days_left: 9 }))).toBe("9 days left");
    expect(
      seen(
        vitals({ lcp_ms: 4_500.4, lcp_rating: "poor", inp_ms: 600, inp_rating: "poor", cls: 0.1, cls_rating: "good" }),
      ),
    ).toBe("LCP 4500 ms, INP 600 ms (field)");
    expect(seen({ httpStatus: 503 })).toBe("HTTP 503");
  });
});

test("certificates of a list that is full are a lower bound", () => {
  expect(sslOf(undefined, undefined, 100)).toMatchObject({ certificates_logged: 100, certificates_lower_bound: true });
  expect(sslOf(undefined, undefined, 99)).not.toHaveProperty("certificates_lower_bound", true);
  expect(sslOf(undefined, undefined, undefined)).toBeUndefined();
});
