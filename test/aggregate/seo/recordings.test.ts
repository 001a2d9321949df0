import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { loadRecordings } from "../../../src/replay/recordings.ts";
import { type Bench, bench, tokensOf, type World } from "../support.ts";

const RECORDINGS = join(import.meta.dirname, "../../../../shared/recordings");
const here = existsSync(RECORDINGS);

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

const body = (source: string, part: string) =>
  loadRecordings(RECORDINGS, source)
    .find(({ meta }) => meta.url.includes(part) && meta.status === 200)
    ?.body() ?? "";

/** Of a page, without asking networks about it. */
const PARSERS = "html_meta,headings,links,readability,opengraph,structured_data";

interface Density {
  readonly top: readonly {
    readonly term: string;
    readonly words: number;
    readonly count: number;
    readonly density_pct: number;
  }[];
  readonly n_words: number;
}

describe.skipIf(!here)("what real pages and results say (../shared/recordings)", () => {
  test("a guide in English", async () => {
    const url = "https://extension.umn.edu/planting-and-growing-guides/lighting-indoor-plants";
    const { json, prompt } = await over({ recordings: loadRecordings(RECORDINGS, "page/readability") });
    const answer = await json("/seo/content", { q: url, sources: PARSERS, keyword: "indoor plants" });
    expect(answer).toMatchObject({
      understood: { language: "en" },
      title: { text: "Lighting for indoor plants and starting seeds | UMN Extension", length: 61, in_range: false },
      // As many as the page's source has tags of each.
      headings: { counts: { h1: 1, h2: 8, h3: 8, h4: 7, h5: 9, h6: 0 }, problems: [] },
      readability: { scale: "flesch", band: "plain" },
      keyword_density: { keyword: { in_title: true, in_h1: true, in_url: true } },
      partial: false,
    });
    const { top, n_words } = answer["keyword_density"] as Density;
    expect(top[0]?.term).toBe("light");
    for (const { words, count, density_pct } of top)
      expect(density_pct).toBeCloseTo((100 * words * count) / n_words, 2);
    const ids = (answer["recommendations"] as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["term-too-dense", "title-length", "description-length"]));
    const text = await prompt("/seo/content", { q: url, sources: PARSERS });
    expect(await tokensOf(text)).toBeGreaterThanOrEqual(500);
    expect(await tokensOf(text)).toBeLessThanOrEqual(900);
  });

  test("a product in French, and an essay in Polish", async () => {
    const { json, prompt } = await over({ recordings: loadRecordings(RECORDINGS, "page/readability") });
    const product = { q: "https://www.esprit-barbecue.fr/barbecue-charbon/8866-1600-martinsen.html", sources: PARSERS };
    expect(await json("/seo/content", product)).toMatchObject({
      understood: { language: "fr" },
      meta: { canonical_is_self: true, structured_data_types: expect.arrayContaining(["Product", "BreadcrumbList"]) },
      headings: { h1: ["Barbecue charbon inox 1600 - Martinsen"] },
      readability: { scale: "kandel-moles" },
    });
    const text = await prompt("/seo/content", product);
    expect(text).toContain("## Tâche");
    expect(await tokensOf(text)).toBeLessThanOrEqual(900);
    const essay = await json("/seo/content", {
      q: "http://www.dwutygodnik.com/artykul/7615-churchill-bohater-naszych-czasow.html",
      sources: PARSERS,
    });
    expect(essay).toMatchObject({
      understood: { language: "pl" },
      readability: { scale: "lix", band: "very difficult" },
    });
    expect(essay["limits"]).toContainEqual(expect.stringMatching(/function words .* \(pl\) are not known/));
  });

  test("the results of two engines, before any page is read", async () => {
    const { json } = await over({
      hosts: {
        "www.bing.com": () => ({ body: body("search/bing", "caffeine") }),
        "html.duckduckgo.com": () => ({ body: body("search/duckduckgo", "caffeine") }),
      },
    });
    const answer = await json("/seo/corpus", {
      q: "does caffeine affect sleep",
      sources: "bing,duckduckgo,serp_features,related_questions",
    });
    const results = answer["serp"] as { rank: number; domain: string; found_in: readonly string[] }[];
    expect(results).toHaveLength(10);
    expect(results.find(({ domain }) => domain === "sleepfoundation.org")?.found_in).toEqual(["bing", "duckduckgo"]);
    expect(answer["corpus"]).toBeUndefined();
    expect(answer).toMatchObject({ intents: { primary: "informational" }, partial: false });
  });
});
