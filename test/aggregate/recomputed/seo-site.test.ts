import { describe, expect, test } from "vitest";
import { CERTIFICATE } from "../seo/shop.ts";
import type { Json } from "../support.ts";
import { DAY_MS, near, sum, tally, town } from "./reckoning.ts";

/*
 * What is said of a site and its speed, reckoned once more from what its pages, registries and measurements say.
 */

const { answer, raw, json } = town();
const NOW = Date.parse("2026-11-22T12:00:00Z");
const HOME = "https://www.shop.example/";

interface Measured {
  readonly loadingExperience: { readonly metrics: Readonly<Record<string, { readonly percentile: number }>> };
  readonly lighthouseResult: {
    readonly categories: Readonly<Record<string, { readonly score: number }>>;
    readonly audits: Readonly<
      Record<
        string,
        { readonly title: string; readonly numericValue?: number; readonly details?: { overallSavingsMs: number } }
      >
    >;
  };
}
const measured = () =>
  json<Measured>(`https://www.googleapis.com/pagespeedonline/v5/runPagespeed?url=${HOME}&strategy=mobile`);

/** Good up to the first bound, poor over the second. */
const rated = (value: number, good: number, poor: number): string =>
  value <= good ? "good" : value <= poor ? "needs-improvement" : "poor";

test("/seo/pagespeed: values of the field and of the run, each by its bounds", async () => {
  const told = await answer("/seo/pagespeed");
  const { loadingExperience, lighthouseResult } = await measured();
  const field = (name: string) => loadingExperience.metrics[name]?.percentile ?? Number.NaN;
  const lab = (name: string) => lighthouseResult.audits[name]?.numericValue ?? Number.NaN;
  const [lcp, inp] = [field("LARGEST_CONTENTFUL_PAINT_MS"), field("INTERACTION_TO_NEXT_PAINT")];
  // In hundredths.
  const cls = field("CUMULATIVE_LAYOUT_SHIFT_SCORE") / 100;
  expect(told).toMatchObject({
    lcp: { field_ms: lcp, lab_ms: lab("largest-contentful-paint"), rating: rated(lcp, 2_500, 4_000), basis: "field" },
    inp: { field_ms: inp, rating: rated(inp, 200, 500), lab_proxy_tbt_ms: lab("total-blocking-time") },
    cls: { field: cls, lab: lab("cumulative-layout-shift"), rating: rated(cls, 0.1, 0.25), basis: "field" },
    fid: { lab_ms: lab("max-potential-fid"), status: "retired" },
    metrics: {
      fcp_ms: lab("first-contentful-paint"),
      ttfb_ms: lab("server-response-time"),
      tbt_ms: lab("total-blocking-time"),
      speed_index_ms: lab("speed-index"),
      fcp_field_ms: field("FIRST_CONTENTFUL_PAINT_MS"),
      ttfb_field_ms: field("EXPERIMENTAL_TIME_TO_FIRST_BYTE"),
      ratings: {
        fcp: rated(field("FIRST_CONTENTFUL_PAINT_MS"), 1_800, 3_000),
        ttfb: rated(field("EXPERIMENTAL_TIME_TO_FIRST_BYTE"), 800, 1_800),
        tbt: rated(lab("total-blocking-time"), 200, 600),
        speed_index: rated(lab("speed-index"), 3_400, 5_800),
      },
    },
    field_data: { available: true, passes: lcp <= 2_500 && inp <= 200 && cls <= 0.1 },
  });
  const { categories, audits } = lighthouseResult;
  const scores = Object.entries(categories).map(([name, { score }]) => [name, Math.round(score * 100)]);
  expect(told["scores"]).toEqual(Object.fromEntries(scores));
  const savings = Object.entries(audits).flatMap(([id, { title, details }]) =>
    details?.overallSavingsMs ? [{ id, title, savings_ms: details.overallSavingsMs }] : [],
  );
  expect(told["opportunities"]).toEqual(savings.toSorted((a, b) => b.savings_ms - a.savings_ms));
});

describe("/seo/audit", () => {
  test("ages and days left, as the registry and the certificate have them", async () => {
    const told = await answer("/seo/audit");
    const { events, nameservers } = await json<{
      events: { eventAction: string; eventDate: string }[];
      nameservers: { ldhName: string }[];
    }>("https://rdap.registry.example/domain/shop.example");
    const at = (action: string) =>
      Date.parse(events.find(({ eventAction }) => eventAction === action)?.eventDate ?? "");
    expect(told["registration"]).toMatchObject({
      age_days: Math.floor((NOW - at("registration")) / DAY_MS),
      days_to_expiry: Math.floor((at("expiration") - NOW) / DAY_MS),
      nameservers: nameservers.map(({ ldhName }) => ldhName.toLowerCase()),
      dnssec: false,
    });
    const [{ validTo, validFrom, subjectAltNames }] = CERTIFICATE.chain as [(typeof CERTIFICATE.chain)[number]];
    expect(told["ssl"]).toMatchObject({
      valid: true,
      valid_from: validFrom,
      valid_to: validTo,
      days_left: Math.floor((Date.parse(validTo) - NOW) / DAY_MS),
      names: subjectAltNames,
      certificates_logged: (await json<unknown[]>("https://crt.sh/?q=shop.example&output=json")).length,
    });
    const captures = (await json<string[][]>("https://web.archive.org/cdx/search/cdx?url=shop.example")).slice(1);
    const newest =
      captures
        .map(([, stamp = ""]) => stamp)
        .toSorted()
        .at(-1) ?? "";
    const { timestamp } = JSON.parse(
      await raw("https://index.commoncrawl.org/CC-MAIN-2026-43-index?url=shop.example"),
    ) as { timestamp: string };
    const dated = (stamp: string) =>
      new Date(stamp.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z")).toISOString();
    expect(told["archive"]).toMatchObject({
      last_crawl: dated([newest, timestamp].toSorted().at(-1) ?? ""),
      wayback_last: dated(newest),
      commoncrawl_last: dated(timestamp),
    });
  });

  test("its home page, its rules, its map", async () => {
    const told = await answer("/seo/audit");
    const html = await raw(HOME);
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? "";
    const hrefs = [...html.matchAll(/<a href="([^"]*)/g)].map(([, href = ""]) => href);
    const links = [...html.matchAll(/hreflang="([^"]*)"/g)].map(([, code = ""]) => code);
    const scripts = [...html.matchAll(/ld\+json">([^<]*)/g)].map(([, inner = ""]) => inner);
    const readable = (one: string) => {
      try {
        return [(JSON.parse(one) as Json)["@type"]];
      } catch {
        return [];
      }
    };
    expect(told).toMatchObject({
      page: {
        url: HOME,
        title,
        title_length: title.length,
        h1: html.split("<h1>").length - 1,
        internal_links: hrefs.filter((href) => href.startsWith("/")).length,
        external_links: hrefs.filter((href) => href.startsWith("http")).length,
      },
      hreflang: { count: links.length, languages: links.map((code) => code.slice(0, 2)), x_default: false },
      structured_data: {
        types: scripts.flatMap(readable),
        errors: scripts.filter((one) => readable(one).length === 0).length,
      },
    });
    const map = await raw(`${HOME}map.xml`);
    expect(told["sitemap"]).toMatchObject({
      urls: map.split("<url>").length - 1,
      last_modified: [...map.matchAll(/<lastmod>([^<]*)/g)]
        .map(([, day]) => day)
        .toSorted()
        .at(-1),
    });
    const shut = [...(await raw(`${HOME}robots.txt`)).matchAll(/User-agent: (\S+)\nDisallow: \/\n/g)].map(
      ([, one]) => one,
    );
    const { ai_bots, blocks_all } = told["robots_txt"] as { ai_bots: { agent: string; allowed: boolean }[] } & Json;
    expect(ai_bots.filter(({ allowed }) => !allowed).map(({ agent }) => agent)).toEqual(shut);
    expect(blocks_all).toBe(false);
  });

  test("trust: five parts by their weights, and the findings by urgency", async () => {
    const told = await answer("/seo/audit");
    const trust = told["trust"] as { score: number; coverage: number; parts: (Json & { name: string })[] };
    const { endpoints } = await json<{ endpoints: { grade: string }[] }>(
      "https://api.ssllabs.com/api/v3/analyze?host=shop.example",
    );
    const worst =
      endpoints
        .map(({ grade }) => grade)
        .toSorted()
        .at(-1) ?? "";
    const { events } = await json<{ events: { eventDate: string }[] }>(
      "https://rdap.registry.example/domain/shop.example",
    );
    const years = (NOW - Date.parse(events[0]?.eventDate ?? "")) / (365.25 * DAY_MS);
    const headers = Number((told["security_headers"] as Json)["score"]);
    // On no list: 100. A grade of SSL Labs. SPF 40 and DMARC 40, no DKIM. The headers' own. A fifth a year.
    const wanted = [
      ["safe_browsing", 30, 100],
      ["ssl", 25, { A: 95, B: 75 }[worst]],
      ["spam", 20, 80],
      ["headers", 15, headers],
      ["age", 10, Math.round(100 * Math.min(1, years / 5))],
    ] as const;
    expect(trust.parts.map(({ name, weight, score }) => [name, weight, score])).toEqual(wanted);
    near(trust.score, sum(wanted.map(([, weight, score]) => weight * Number(score))) / 100, 0);
    expect(trust.coverage).toBe(sum(wanted.map(([, weight]) => weight)) / 100);
    const breaches = await json<{ Domain: string; PwnCount: number }[]>(
      "https://haveibeenpwned.com/api/v3/breaches?Domain=shop.example",
    );
    expect((told["trust"] as Json)["breaches"]).toMatchObject(breaches.map(({ PwnCount }) => ({ accounts: PwnCount })));
    const { ranks } = await json<{ ranks: { rank: number; date: string }[] }>(
      "https://tranco-list.eu/api/ranks/domain/shop.example",
    );
    expect(told["popularity"]).toEqual({ rank: ranks[0]?.rank, as_of: ranks[0]?.date });
    const priorities = (told["findings"] as Json[]).map(({ priority }) => String(priority));
    expect(priorities).toEqual(priorities.toSorted());
    expect(tally(priorities).size).toBeGreaterThan(1);
  });

  test("vitals of the mobile run: the field's before the laboratory's", async () => {
    const vitals = (await answer("/seo/audit"))["core_web_vitals"] as Json;
    const { loadingExperience, lighthouseResult } = await measured();
    const { LARGEST_CONTENTFUL_PAINT_MS: lcp, CUMULATIVE_LAYOUT_SHIFT_SCORE: cls } = loadingExperience.metrics;
    expect(vitals).toMatchObject({
      basis: "field",
      lcp_ms: lcp?.percentile,
      lcp_rating: rated(lcp?.percentile ?? 0, 2_500, 4_000),
      cls: (cls?.percentile ?? 0) / 100,
      cls_rating: rated((cls?.percentile ?? 0) / 100, 0.1, 0.25),
      performance_score: Math.round((lighthouseResult.categories["performance"]?.score ?? 0) * 100),
    });
  });
});
