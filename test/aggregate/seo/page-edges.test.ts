import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type World } from "../support.ts";
import * as hreflang from "../worlds/hreflang.ts";
import * as pagespeed from "../worlds/pagespeed.ts";
import * as robots from "../worlds/robots-txt.ts";
import { pageOf, SITES, WORLD as TRAILS } from "./trails.ts";

/* Pages at the edges of what the measures of pages are made for. */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe("robots' directives", () => {
  test("with a comma at the end are those before it", async () => {
    const { json } = await over({
      ...robots.WORLD,
      pages: {
        ...robots.WORLD.pages,
        "https://shop.example/cart/help": {
          body: `<html><head><title>Help</title><meta name="robots" content="noindex, "></head><body>Help</body></html>`,
        },
      },
    });
    expect((await json("/seo/robots-txt", robots.Q))["constraints"]).toMatchObject({
      page_meta_robots: "noindex",
      page_indexable: false,
    });
  });

  test("for Googlebot are Googlebot-Image's too, where it has no group of its own", async () => {
    const file = "User-agent: *\nAllow: /\n\nUser-agent: Googlebot\nDisallow: /private\n";
    const asked = { q: "shop.example", path: "/private/a", agent: "Googlebot-Image" };
    const of = (body: string): World => ({
      ...robots.WORLD,
      pages: { "https://shop.example/robots.txt": { body, headers: { "content-type": "text/plain" } } },
    });
    const { json } = await over(of(file));
    expect((await json("/seo/robots-txt", asked))["test"]).toMatchObject({
      allowed: false,
      rule: "disallow: /private",
    });
    await at?.close();
    const own = await over(of(`${file}\nUser-agent: Googlebot-Image\nDisallow: /images\n`));
    expect((await own.json("/seo/robots-txt", asked))["test"]).toMatchObject({ allowed: true });
  });
});

describe("a page's words", () => {
  const PAGE = "https://shop.example/guide";
  const of = (lang: string, text: string): World => ({
    pages: {
      [PAGE]: {
        body: `<!doctype html><html lang="${lang}"><head><title>Le guide</title></head><body><main><article><h1>Le guide</h1>${text}</article></main></body></html>`,
      },
    },
  });

  test("are as many in one place of the answer as in the other, elisions among them", async () => {
    const sentence =
      "<p>L'eau qu'on verse aujourd'hui n'est pas celle d'hier, et l'art de l'infusion s'apprend d'abord.</p>";
    const { json } = await over(of("fr", sentence.repeat(12)));
    const answer = await json("/seo/content", { q: PAGE, keyword: "infusion" });
    const { words } = answer["body"] as Json;
    expect(words).toBeGreaterThan(100);
    expect((answer["readability"] as Json)["n_words"]).toBe(words);
    expect((answer["keyword_density"] as Json)["n_words"]).toBe(words);
  });

  test("without a full stop make no score", async () => {
    const { json } = await over(of("en", `<p>${"kettle water ".repeat(3_000)}</p>`));
    const answer = await json("/seo/content", { q: PAGE });
    expect((answer["body"] as Json)["words"]).toBeGreaterThan(5_000);
    expect(answer).not.toHaveProperty("readability.score");
  });
});

describe("a page's main part", () => {
  const PAGE = "https://shop.example/guide";
  const SAID = "<p>Fern and moss grow well where the window looks north, and the air of the room is moist all day.</p>";
  const of = (body: string, lang = "en"): World => ({
    pages: {
      [PAGE]: {
        body: `<!doctype html><html lang="${lang}"><head><title>Ferns</title></head><body>${body}</body></html>`,
      },
    },
  });
  const FURNITURE = `<header><img src="/logo.png"></header><nav><img src="/menu.png"></nav>`;
  const FOOT = `<footer><img src="/seal.png"></footer>`;

  test.each([
    [
      "main",
      `<main><article><header><img src="/a.jpg"></header>${SAID.repeat(8)}<img src="/b.jpg" alt=""></article><aside><img src="/ad.png"></aside></main>`,
    ],
    [
      "none",
      `<article><header><img src="/a.jpg"></header>${SAID.repeat(8)}<img src="/b.jpg" alt=""></article><aside><img src="/ad.png"></aside>`,
    ],
  ])("has pictures of its own, and those around it are not its: main %s", async (_, article) => {
    const { json } = await over(of(FURNITURE + article + FOOT));
    expect((await json("/seo/content", { q: PAGE }))["body"]).toMatchObject({ images: 2, images_without_alt: 1 });
  });

  test("of which only the beginning is measured says so", async () => {
    const said = "Fern and moss grow well where the window looks north, and the air of the room is moist all day. ";
    const text = Array.from({ length: 20 }, (_, week) => `<p>${said.repeat(600)} Week ${week}.</p>`).join("");
    const { json } = await over(of(`<main><article>${text}</article></main>`));
    const answer = await json("/seo/content", { q: PAGE });
    expect(answer["warnings"]).toContainEqual(expect.stringContaining("Only the first 1,000,000 characters"));
  });

  test("in a language whose function words nobody knows is not called too dense for one of them", async () => {
    const hindi =
      "<p>फ़र्न को नमी और छाया पसंद है इसलिए उसे उत्तर की खिड़की के पास रखना चाहिए। पानी देने के लिए बारिश का पानी सबसे अच्छा होता है।</p>";
    const { json } = await over(of(`<main><article>${hindi.repeat(8)}</article></main>`, "hi"));
    const answer = await json("/seo/content", { q: PAGE });
    expect((answer["keyword_density"] as { top: Json[] }).top[0]?.["density_pct"]).toBeGreaterThan(4);
    expect((answer["recommendations"] as Json[]).map(({ id }) => id)).not.toContain("term-too-dense");
  });
});

describe("a measurement of a page's speed", () => {
  test("that has no figures makes what it lacks missing", async () => {
    const { lighthouseResult } = pagespeed.MEASURED;
    const { json } = await over({
      ...pagespeed.WORLD,
      hosts: {
        [pagespeed.GOOGLE]: () => ({
          body: {
            analysisUTCTimestamp: pagespeed.MEASURED.analysisUTCTimestamp,
            lighthouseResult: { ...lighthouseResult, categories: {}, audits: {} },
          },
        }),
      },
    });
    const answer = await json(pagespeed.PATH, { q: "shop.example" });
    const missing = (answer["missing"] as Json[]).map(({ section }) => section);
    for (const section of ["lcp", "cls"]) {
      expect(answer).not.toHaveProperty(section);
      expect(missing).toContain(section);
    }
  });
});

describe("pages that rank", () => {
  const long = (times: number): World["pages"] => ({
    "https://runs.example/trail-shoes": pageOf({
      title: "Trail running shoes tested",
      says: Array.from({ length: times }, () => "grip" as const),
      headings: ["Grip"],
    }),
  });

  test("do not lack depth because one of them is long", async () => {
    const { json } = await over({ ...TRAILS, pages: { ...TRAILS.pages, ...long(40) } });
    const answer = await json("/seo/corpus", { q: "trail running shoes" });
    expect((answer["benchmark"] as { words: Json }).words["max"]).toBeGreaterThan(800);
    expect((answer["opportunities"] as Json[]).filter(({ kind }) => kind === "depth")).toEqual([]);
  });

  test("with one text are one page", async () => {
    const [same] = Object.values(SITES);
    if (!same) throw new Error("There is no site.");
    const { json } = await over({
      ...TRAILS,
      pages: Object.fromEntries(Object.keys(SITES).map((url) => [url, pageOf(same)])),
    });
    const answer = await json("/seo/corpus", { q: "trail running shoes" });
    expect(answer).not.toHaveProperty("content_plan.must_have_terms");
    expect((answer["benchmark"] as Json | undefined)?.["n"] ?? 1).toBe(1);
  });
});

describe("alternates", () => {
  const START = "https://shop.example/en";
  const world = (links: string, sitemap = ""): World => ({
    pages: {
      [START]: { body: hreflang.page("en", links) },
      "https://shop.example/robots.txt": {
        body: "Sitemap: https://shop.example/map.xml\n",
        headers: { "content-type": "text/plain" },
      },
      "https://shop.example/map.xml": {
        body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>${START}</loc>${sitemap}</url></urlset>`,
        headers: { "content-type": "application/xml" },
      },
    },
  });

  test("declare languages and regions that exist", async () => {
    const { link } = hreflang;
    const { json } = await over(
      world(link("en", START) + link("jp", "https://shop.example/jp") + link("es-419", "https://shop.example/latin")),
    );
    expect((await json(hreflang.PATH, { q: START }))["declared"]).toMatchObject({
      languages: ["en", "es"],
      regions: [],
    });
  });

  test("that stand in the page and in the sitemap are counted once", async () => {
    const { link } = hreflang;
    const french = "https://shop.example/fr";
    const { json } = await over(
      world(
        link("en", START) + link("fr", french),
        `<xhtml:link rel="alternate" hreflang="en" href="${START}"/><xhtml:link rel="alternate" hreflang="fr" href="${french}"/>`,
      ),
    );
    expect((await json(hreflang.PATH, { q: START, in_sitemap: "true" }))["declared"]).toMatchObject({
      languages: ["en", "fr"],
      count: 2,
    });
  });
});
