import { describe, expect, test } from "vitest";
import type { Json } from "../support.ts";
import { BING, pages, Q, results } from "./ranking.ts";
import { near, sum, to, town } from "./reckoning.ts";

/*
 * What is said of a search, its page of results and who ranks there, reckoned once more from the pages as they come.
 */

const world = town();
const { answer, raw, json } = world;

describe("a search", () => {
  test("/seo/competitors: ranks, authority, ages, pages, and the gaps that all leave", async () => {
    const told = await answer("/seo/competitors");
    const { texts } = await pages(world);
    const all = await results(world, Q);
    const competitors = told["competitors"] as (Json & { domain: string; url: string; page?: Json })[];
    const { ranks } = await json<{ ranks: { rank: number }[] }>("https://tranco-list.eu/api/ranks/domain/runs.example");
    const { events } = await json<{ events: { eventAction: string; eventDate: string }[] }>(
      "https://rdap.registry.example/domain/runs.example",
    );
    const registered = events.find(({ eventAction }) => eventAction === "registration")?.eventDate ?? "";
    const years = (Date.parse("2026-11-22T12:00:00Z") - Date.parse(registered)) / (365.25 * 86_400_000);
    for (const { domain, rank, url, domain_authority, age_years, tranco_rank, page } of competitors) {
      expect([domain, rank]).toEqual([domain, all.findIndex((one) => one.domain === domain) + 1]);
      expect([domain_authority, tranco_rank]).toEqual([
        Math.round(100 * (1 - Math.log10(ranks[0]?.rank ?? 1) / 6)),
        ranks[0]?.rank,
      ]);
      near(age_years, years, 1);
      const text = texts.find((one) => one.url === url);
      if (!text) expect(page).toBeUndefined();
      else
        expect(page).toMatchObject({
          words: text.words.length,
          h2: text.html.split("<h2>").length - 1,
          structured_data_types: text.html.includes("ld+json") ? ["Article"] : [],
        });
    }
    expect(competitors).toHaveLength(new Set(all.map(({ domain }) => domain)).size);
    const { gaps } = told["gap_analysis"] as { gaps: (Json & { of: number; covered_by: number; missing_at: [] })[] };
    for (const { kind, covered_by, of: n, missing_at, score } of gaps) {
      expect(missing_at).toHaveLength(n - covered_by);
      // One source or feature names it; that pages are of the year, all that are dated.
      const demand = kind === "freshness" ? 1 : 1 / 3;
      expect([kind, score]).toEqual([kind, Math.round(100 * (1 - covered_by / n) * demand)]);
    }
    expect(gaps.find(({ kind }) => kind === "freshness")?.of).toBe(
      texts.filter(({ html }) => html.includes("datePublished")).length,
    );
  });

  test("/seo/serp-features: what the page of results shows, and where", async () => {
    const told = await answer("/seo/serp-features");
    const html = await raw(BING("hotels NYC"));
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    const wanted: Readonly<Record<string, number>> = {
      organic: count(/<li class="b_algo">/g),
      ads_top: count(/class="sb_add"/g),
      ads_bottom: 0,
      featured_snippet: count(/class="rwrl"/g),
      answer: 0,
      people_also_ask: count(/class="df_qntext"/g),
      knowledge_panel: 0,
      local_pack: 0,
      sitelinks: 0,
      image_pack: count(/b_imgans/g),
      video_carousel: count(/class="mc_vtvc_title"/g),
      top_stories: 0,
      shopping: count(/class="br-title"/g),
      related_searches: count(/class="b_rs"/g),
      ai_overview: 0,
      no_results: 0,
    };
    const features = told["features"] as (Json & { feature: string; position?: number })[];
    expect(Object.fromEntries(features.map(({ feature, count: n }) => [feature, n]))).toEqual(wanted);
    for (const { feature, present } of features)
      expect([feature, present]).toEqual([feature, (wanted[feature] ?? 0) > 0]);
    const MARKS: Readonly<Record<string, string>> = {
      ads_top: "b_adTop",
      featured_snippet: "rwrl",
      organic: "b_algo",
      video_carousel: "b_vidAns",
      image_pack: "b_imgans",
      shopping: "b_pAd",
      people_also_ask: "df_listaa",
      related_searches: "b_rs",
    };
    const shown = features.filter(({ position }) => position !== undefined);
    const order = (list: readonly { feature: string }[]) => list.map(({ feature }) => feature);
    expect(order(shown.toSorted((a, b) => Number(a.position) - Number(b.position)))).toEqual(
      order(shown.toSorted((a, b) => html.indexOf(MARKS[a.feature] ?? "") - html.indexOf(MARKS[b.feature] ?? ""))),
    );
    expect(told["other"]).toMatchObject({ organic: wanted["organic"], ads_top: wanted["ads_top"] });
  });

  test("/seo/kwvolume: volumes, shares and their totals", async () => {
    const told = await answer("/seo/kwvolume");
    const { data } = await json<{ data: [string, number, number, string | number, number | null][] }>(
      "https://api.bukvarix.com/v1/keywords/?q=купить велосипед",
    );
    const rows = data
      .map(([keyword, words, characters, broad, exact]) => ({
        keyword,
        words,
        characters,
        broad: Number(broad),
        exact,
      }))
      .toSorted((a, b) => b.broad - a.broad);
    expect(told["keywords"]).toEqual(
      rows.map(({ keyword, words, characters, broad, exact }) => ({
        keyword,
        words,
        characters,
        volume_broad: broad,
        ...(exact !== null && { volume_exact: exact, exact_share: to(4, exact / broad) }),
      })),
    );
    expect(told["totals"]).toEqual({
      keywords: rows.length,
      volume_broad: sum(rows.map(({ broad }) => broad)),
      volume_exact: sum(rows.map(({ exact }) => exact ?? 0)),
    });
    const [, suggested] = await json<[string, string[]]>("https://suggest.yandex.com/suggest-ff.cgi?part=купить");
    expect(told["suggestions"]).toEqual(suggested.map((query, place) => ({ query, rank: place + 1 })));
  });
});
