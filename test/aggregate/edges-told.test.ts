import { afterEach, describe, expect, test } from "vitest";
import { COSTLY } from "../../src/aggregate/seo/audit/costly.ts";
import { PRACTICE } from "../../src/aggregate/seo/audit/practice.ts";
import { URGENT } from "../../src/aggregate/seo/audit/urgent.ts";
import { HEAD_CHECKS } from "../../src/aggregate/seo/content/head-checks.ts";
import { TEXT_CHECKS } from "../../src/aggregate/seo/content/text-checks.ts";
import { FRENCH } from "../../src/aggregate/seo/french-findings.ts";
import { FEED, feed } from "./monitor/feeds.ts";
import { HOME, PAGES, SHOP } from "./seo/shop.ts";
import { type Bench, bench, type Json, type World } from "./support.ts";
import * as portfolio from "./worlds/portfolio.ts";
import * as product from "./worlds/product.ts";
import * as sentiment from "./worlds/sentiment.ts";
import { ASKED, WORLD } from "./worlds/valdor.ts";

/* What stands at the edges of a list, a name or a day, and how it is told. */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};
/** The one world, with other answers of some hosts. */
const where = (hosts: NonNullable<World["hosts"]>, more: World = {}): World => ({
  ...WORLD,
  ...more,
  hosts: { ...WORLD.hosts, ...hosts },
});
const ids = (answer: Json, list: string): unknown[] => (answer[list] as Json[]).map(({ id }) => id);

describe("a product's figures", () => {
  const cards = (...titles: readonly string[]) => ({
    "www.amazon.com": () =>
      product.amazon(titles.map((title, place) => ({ asin: `B00000000${place}`, title, price: "$600.00" }))),
  });

  test("count a card of the maker's own edition where it is asked for", async () => {
    const { json } = await over({
      ...product.WORLD,
      hosts: cards("NVIDIA GeForce RTX 4080 FE", "NVIDIA GeForce RTX 4080 Founders Edition", "ASUS TUF RTX 4080 Super"),
    });
    const answer = await json(product.PATH, { q: "RTX 4080 FE" });
    expect((answer["price"] as Json)["n"]).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(answer["offers"])).not.toContain("Super");
  });

  test("have their currency in each row of a prompt", async () => {
    const { prompt } = await over(product.WORLD);
    const rows = (await prompt(product.PATH, product.Q)).split("\n").filter((line) => /^\| .*\d/.test(line));
    const priced = rows.filter((line) => /\b(?:amazon|ebay|newegg)\b/.test(line));
    expect(priced.length).toBeGreaterThan(1);
    for (const line of priced) expect(line).toMatch(/USD/);
  });
});

describe("a symbol", () => {
  test("with a hyphen and a point is one", async () => {
    const { get } = await over(portfolio.WORLD);
    expect((await get(portfolio.PATH, { q: "DX-Y.NYB,BTC" })).status).toBe(200);
  });

  test("whose exchange was not asked is not said to be unknown to all", async () => {
    const { json } = await over(portfolio.WORLD);
    const { limits } = await json(portfolio.PATH, { q: "BTC", sources: "yahoo_finance" });
    expect(limits).toContain("BTC is left out: None of the sources of coins' prices is asked for BTC.");
  });
});

describe("a feed's entries", () => {
  const undated = (numbers: readonly number[]) =>
    feed(numbers).replace(/<pubDate>(?=02)[^<]*<\/pubDate>|<pubDate>02 [^<]*<\/pubDate>/, "");

  test("stand newest first, though one has no date", async () => {
    const { json } = await over(
      where({
        "news.example": () => ({ body: undated([1, 2, 3]), headers: { "content-type": "application/rss+xml" } }),
      }),
    );
    const answer = await json("/monitor/track", { q: FEED, peek: "true" });
    const dated = (answer["articles"] as Json[]).flatMap(({ published }) => (published ? [String(published)] : []));
    expect(dated).toEqual(["2026-01-03T12:00:00.000Z", "2026-01-01T12:00:00.000Z"]);
  });

  test("of which a page is gone say so", async () => {
    const { json } = await over(
      where({
        "news.example": ({ pathname }) =>
          pathname === "/feed" ? { body: feed([1]), headers: { "content-type": "application/rss+xml" } } : undefined,
      }),
    );
    const [article] = (await json("/monitor/track", { q: FEED, peek: "true" }))["articles"] as Json[];
    expect(article).toMatchObject({ summary_basis: "feed", error: expect.stringContaining("404") });
  });
});

test("a work that one index says is retracted is", async () => {
  const { json } = await over(
    where({
      "api.crossref.org": () => ({
        body: {
          message: {
            "total-results": 1,
            items: [{ DOI: "10.1000/a", title: ["RETRACTED: Attention to rivers"], type: "journal-article" }],
          },
        },
      }),
    }),
  );
  const answer = await json("/research/literature", { q: "floods of towns" });
  const work = (answer["articles"] as Json[]).find(({ doi }) => doi === "10.1000/a");
  expect(work).toMatchObject({ retracted: true });
});

describe("a medicine's warnings", () => {
  const file = (name: string, body: string): NonNullable<World["hosts"]> => ({
    "base-donnees-publique.medicaments.gouv.fr": (url, request, posted) =>
      url.pathname.endsWith(name)
        ? { body, headers: { "content-type": "text/plain; charset=utf-8" } }
        : WORLD.hosts?.["base-donnees-publique.medicaments.gouv.fr"]?.(url, request, posted),
  });

  test("that ended years ago are not told as today's", async () => {
    const ended = "60000001\t2019-01-31\t2020-01-31\t<a href='https://ansm.sante.fr/2'>Risque ancien</a>";
    const { json } = await over(where(file("CIS_InfoImportantes.txt", ended)));
    const answer = await json("/health/drugs", { q: "Ibuprofen" });
    expect(JSON.stringify(answer["regulator_warnings"])).not.toContain("Risque ancien");
  });

  test("of a shortage that is over are none", async () => {
    const { json } = await over(
      where({
        "www.ema.europa.eu": (url, request, posted) =>
          url.pathname.includes("shortages")
            ? {
                body: {
                  data: [
                    {
                      category: "Human",
                      medicine_affected: "Pedea",
                      international_non_proprietary_name_common_name: "ibuprofen",
                      supply_shortage_status: "Resolved",
                      start_of_shortage_date: "01/05/2025",
                    },
                  ],
                },
              }
            : WORLD.hosts?.["www.ema.europa.eu"]?.(url, request, posted),
      }),
    );
    const { shortages } = (await json("/health/drugs", { q: "Ibuprofen" }))["regulator_warnings"] as {
      shortages: Json[];
    };
    expect(shortages.map(({ regulator }) => regulator)).toEqual(["ANSM"]);
  });

  test("and notes are French for who asks in French, and each price has its day", async () => {
    const { json } = await over(WORLD);
    const answer = await json("/health/drugs", { q: "Ibuprofen", language: "fr" });
    const { note } = answer["alternatives"] as Json;
    const { reports_note } = answer["regulator_warnings"] as Json;
    expect([note, reports_note].join(" ")).toMatch(/médecin.*(?:prouve|médicament)/s);
    for (const price of answer["prices"] as Json[]) expect(price).toHaveProperty("as_of");
  });
});

describe("a topic", () => {
  test("of one mention has no rate of zero", async () => {
    const { json } = await over({
      ...sentiment.WORLD,
      hosts: { "hn.algolia.com": () => sentiment.stories([{ id: "7", title: "Electric cars", day: "2026-11-10" }]) },
    });
    const { mentions, per_day } = (await json(sentiment.PATH, sentiment.Q))["volume"] as Json;
    expect(mentions).toBe(1);
    expect(per_day).not.toBe(0);
  });

  test("that is French is asked and told about in French", async () => {
    const { json } = await over(sentiment.WORLD);
    const answer = await json(sentiment.PATH, { q: "élection présidentielle", sources: "hackernews,mastodon" });
    expect((answer["understood"] as Json)["language"]).toBe("fr");
  });
});

describe("a site", () => {
  test("whose certificate ended half a day ago has less than no days left", async () => {
    const recordings = SHOP.recordings?.map((one) =>
      one.name.startsWith("tls:")
        ? {
            ...one,
            body: () =>
              Buffer.from(
                Buffer.from(one.body())
                  .toString("utf8")
                  .replace("2026-12-30T12:00:00.000Z", "2026-11-22T00:00:00.000Z"),
              ),
          }
        : one,
    );
    const { json } = await over({ ...SHOP, recordings: recordings ?? [] });
    expect((await json("/seo/audit", { q: "shop.example" }))["ssl"]).toMatchObject({ days_left: -1 });
  });

  test("whose home page answers 503 is not graded for its error page's headers", async () => {
    const { json } = await over({
      ...SHOP,
      pages: { ...PAGES, "https://www.shop.example/": { body: HOME, status: 503 } },
    });
    const answer = await json("/seo/audit", { q: "shop.example" });
    expect(answer).not.toHaveProperty("security_headers");
    expect(ids(answer, "findings")).not.toContain("hsts-missing");
  });

  test("shows a card's title before the page's own, and a product is a type", async () => {
    const page = `<!doctype html><html><head><title>Page</title><meta name="twitter:card" content="summary">
<meta name="twitter:title" content="Card"><meta property="og:type" content="product"></head><body><p>Kettles</p></body></html>`;
    const { json } = await over({ pages: { "https://cards.example/": { body: page } } });
    const answer = await json("/seo/opengraph", { q: "https://cards.example/" });
    expect(answer["preview"]).toMatchObject({ title: "Card" });
    const faulty = (answer["findings"] as Json[]).filter(({ evidence }) =>
      String(evidence).includes("og:type: “product”"),
    );
    expect(faulty).toEqual([]);
  });
});

test("a page that is asked about in French is measured in its own language", async () => {
  const { json } = await over(WORLD);
  const answer = await json("/seo/content", { ...ASKED["/seo/content"], language: "fr" });
  const { top } = answer["keyword_density"] as { top: Json[] };
  expect(top.map(({ term }) => term)).not.toContain("the");
});

test("frames of prompts are whole in French", async () => {
  const { prompt } = await over(WORLD);
  const ENGLISH =
    /\b(?:items|sources? (?:answered|of)|steady|rising|falling|improving|worsening|rating|effective|month|yes|no data|unknown|the|and|with|days?)\b/i;
  const found: string[] = [];
  for (const path of PROMPTED) {
    const text = await prompt(path, { ...ASKED[path], language: "fr" });
    // The frame is what stands around the data; of the data, the heads of their tables.
    const frame = text.replace(
      /^````data$[\s\S]*?^````$/gm,
      (data) => data.match(/^#.*$|^\|.*\|$(?=\n\|[-| :]+\|$)/gm)?.join("\n") ?? "",
    );
    for (const line of frame.split("\n")) {
      const english = ENGLISH.exec(line.replace(/https?:\S+|“[^”]*”|« [^»]* »/g, ""));
      if (english) found.push(`${path} “${english[0]}”: ${line}`);
    }
  }
  expect(found).toEqual([]);
}, 60_000);

test("findings are French in a French frame, and each has its words", async () => {
  const { prompt } = await over(WORLD);
  for (const path of ["/seo/audit", "/seo/content"]) {
    const rows = (await prompt(path, { ...ASKED[path], language: "fr" })).match(/^\| P[123] \|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(2);
    for (const row of rows)
      expect(row).not.toMatch(
        /\b(?:the|is|has|does|missing|characters|words|not sent|its?|Give|Write|Send|Add|Name)\b/,
      );
  }
  const told = [...URGENT, ...COSTLY, ...PRACTICE].map(([id]) => id);
  const checks = [...HEAD_CHECKS, ...TEXT_CHECKS].map(({ id }) => id);
  expect([...told, ...checks].filter((id) => !(id in FRENCH))).toEqual([]);
}, 60_000);

const PROMPTED = [
  "/seo/corpus",
  "/seo/audit",
  "/seo/content",
  "/seo/pagespeed",
  "/france/living",
  "/france/company",
  "/realestate/estimate",
  "/product/intelligence",
  "/social/sentiment",
  "/finance/portfolio",
  "/tech/trends",
  "/travel/trip",
  "/culture/events",
  "/health/drugs",
  "/research/literature",
  "/monitor/track",
];
