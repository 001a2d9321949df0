import { describe, expect, test } from "vitest";
import { labRatingOf, ratingOf } from "../../../src/aggregate/formulas/vitals.ts";
import { samePhrase } from "../../../src/aggregate/seo/keyword.ts";
import { mainEntities, textOfMain } from "../../../src/aggregate/seo/main-entity.ts";
import { judgementOf } from "../../../src/aggregate/seo/opengraph/findings.ts";
import { lackOf } from "../../../src/aggregate/seo/opengraph/required.ts";
import { isImageRead, openGraphOf, twitterCardOf } from "../../../src/aggregate/seo/opengraph/tags.ts";
import { resultsOf } from "../../../src/aggregate/seo/results.ts";
import { wordsIn } from "../../../src/language/words.ts";
import { pageWall } from "../../../src/sources/kit/responses/refusals.ts";
import { forbidsIndexing } from "../../../src/sources/page/directives.ts";
import { measured } from "../../../src/sources/page/readability/index.ts";
import { syllablesOf } from "../../../src/sources/page/readability/syllables.ts";
import { isHostedSite, otherHost, sameAddress, siteOf } from "../../../src/standards/addresses.ts";
import { isClosed, isShutOut, readRobots, rulesFor } from "../../../src/standards/robots.ts";

const PAGE = "https://shop.example/kettle";

describe("addresses", () => {
  test.each([
    ["http://shop.example/kettle"],
    ["https://www.shop.example/kettle"],
    ["https://m.shop.example/kettle"],
    ["https://shop.example/kettle/"],
    ["https://shop.example/amp/kettle"],
    ["https://shop.example/kettle?a=1"],
  ])("%s is another one than the page's", (other) => expect(sameAddress(PAGE, other)).toBe(false));

  test.each([[`${PAGE}#top`], ["HTTPS://Shop.Example:443/kettle"], ["https://shop.example/%6bettle"]])(
    "%s is the page's own",
    (other) => expect(sameAddress(PAGE, other)).toBe(true),
  );

  test("another host is named, www. is none", () => {
    expect(otherHost(PAGE, "https://login.example/")).toContain("login.example");
    expect(otherHost(PAGE, "https://www.shop.example/kettle")).toBeUndefined();
  });

  test("a site below a private suffix is its own", () => {
    expect(siteOf("https://ann.github.io/x")).toBe("ann.github.io");
    expect(siteOf("https://www.shop.co.uk/")).toBe("shop.co.uk");
    expect([isHostedSite("ann.github.io"), isHostedSite("www.shop.co.uk")]).toEqual([true, false]);
  });
});

describe("words", () => {
  test("marks stay within words, scripts without spaces are cut, elision is one word", () => {
    expect(wordsIn("पानी की खिड़की")).toHaveLength(3);
    expect(wordsIn("وَضَعَ البُسْتَانِيُّ")).toHaveLength(2);
    expect(wordsIn("l'eau well-being")).toHaveLength(2);
    const chinese = wordsIn("植物喜欢潮湿的环境");
    expect(chinese.length).toBeGreaterThan(3);
    expect(chinese.join("")).toBe("植物喜欢潮湿的环境");
  });

  test("no syllables are invented, and no scale for a script without spaces", () => {
    expect(["el", "uk", "ar", "pl"].map((language) => syllablesOf("νερό", language))).toEqual(Array(4).fill(undefined));
    const { lix, avgSyllablesPerWord, words } = measured("植物喜欢潮湿的环境。".repeat(60), "zh");
    expect([lix, avgSyllablesPerWord]).toEqual([undefined, undefined]);
    expect(words).toBeGreaterThan(200);
  });

  test("a text without sentences has no scale", () => {
    expect(measured("word ".repeat(5_000), "en").score).toBeUndefined();
  });
});

test("й and и are letters of their own, ё is written е", () => {
  expect([samePhrase("чай", "чаи"), samePhrase("Ёлка ", "елка")]).toEqual([false, true]);
});

describe("the page's own entity", () => {
  const entity = (type: string, data: Record<string, unknown>) => ({ types: [type], data, url: PAGE });
  const review = entity("Review", { datePublished: "2009-01-01" });

  test("is no review", () => {
    expect(textOfMain([review, entity("Product", {})], "datePublished", PAGE)).toBeUndefined();
    expect(textOfMain([review, entity("Article", { datePublished: "2026-01-01" })], "datePublished", PAGE)).toBe(
      "2026-01-01",
    );
  });

  test("is none of several of one kind, unless one names the page", () => {
    const listed = ["a", "b"].map((path) => ({ ...entity("BlogPosting", {}), url: `https://shop.example/${path}` }));
    expect(mainEntities(listed, PAGE)).toEqual([]);
    expect(mainEntities(listed, "https://shop.example/b")).toEqual([listed[1]]);
  });
});

test.each([
  ["unavailable_after: 2020-01-01", true],
  ["unavailable_after: 25 Jun 2010 15:00:00 PST", true],
  ["noarchive, unavailable_after: 2031-05-01, nosnippet", false],
  ["unavailable_after: Wed, 01 Jan 2031 00:00:00 GMT", false],
  ["unavailable_after: soon", false],
  ["noindex", true],
])("“%s” forbids indexing: %s", (rules, is) => expect(forbidsIndexing([rules], Date.parse("2026-11-28"))).toBe(is));

describe("robots.txt", () => {
  const shut = (text: string): boolean => isShutOut(rulesFor(readRobots(`User-agent: *\n${text}`), "GPTBot"));

  test.each([
    ["Disallow: /", true],
    ["Disallow: /*", true],
    ["Allow: /$\nDisallow: /", true],
    ["Disallow: /$", false],
    ["Disallow: /*?", false],
    ["Disallow:", false],
  ])("%j shuts a robot out of the site: %s", (text, is) => expect(shut(text)).toBe(is));

  test.each([
    ["Disallow: /", true],
    ["Disallow: /\nAllow: /shop/", false],
    ["Allow: /$\nDisallow: /", false],
    ["Disallow: /\nAllow:", true],
  ])("%j closes the whole site: %s", (text, is) =>
    expect(isClosed(rulesFor(readRobots(`User-agent: *\n${text}`), "GPTBot"))).toBe(is),
  );
});

describe("Open Graph", () => {
  test("subtypes are judged as what they are", () => {
    expect(lackOf("TechArticle", {}).required).toEqual([]);
    expect(lackOf("Bakery", { name: "B" }).required).toEqual(["address"]);
    expect(lackOf("SportsEvent", { name: "S" }).required).toEqual(["startDate", "location"]);
    expect(lackOf("ImageObject", {}).required).toEqual([]);
    expect(lackOf("JobPosting", { jobLocationType: "TELECOMMUTE" }).required).not.toContain("jobLocation");
  });

  test("what is not there passes no check", () => {
    const bare = { openGraph: openGraphOf(undefined, undefined), twitterCard: twitterCardOf(undefined, undefined) };
    const jsonLd = { present: false, valid: false, entities: [], syntax_errors: [] };
    expect(judgementOf({ ...bare, jsonLd }).verdict.score).toBe(0);
  });

  test("a refusal to us says nothing of the image", () => {
    const answer = (status: number, type: string) => ({
      url: `${PAGE}.jpg`,
      status,
      headers: { "content-type": type },
      setCookie: [],
      redirects: [],
      replayed: false,
      body: Buffer.from("picture"),
    });
    expect([200, 403, 503, 404].map((status) => isImageRead(answer(status, "image/png")))).toEqual([
      true,
      undefined,
      undefined,
      false,
    ]);
    expect(isImageRead(answer(200, "text/html"))).toBe(false);
  });
});

test("a run on a desktop has the desktop's bounds, its visitors the common ones", () => {
  expect(labRatingOf("speed_index", 3_300, "desktop")).toBe("poor");
  expect(labRatingOf("speed_index", 3_300, "mobile")).toBe("good");
  expect(ratingOf("lcp", 2_450)).toBe("good");
});

test("where one engine answered its order is kept", () => {
  const hit = (url: string, rank: number, score: number) => ({
    ...{ source: "bing", engines: ["bing"], title: url, url, score, ranks: [rank] },
  });
  const results = resultsOf([hit("https://c.example/", 3, 1), hit("https://a.example/", 1, 0.5)]);
  expect(results.map(({ domain, rank, positions }) => [domain, rank, positions[0]?.position])).toEqual([
    ["a.example", 1, 1],
    ["c.example", 2, 3],
  ]);
});

describe("a page that asks for consent", () => {
  const page = (body: string) => ({
    url: PAGE,
    status: 200,
    headers: { "content-type": "text/html" },
    setCookie: [],
    redirects: [],
    replayed: false,
    body: Buffer.from(`<html><body>${body}</body></html>`),
  });

  test("is a wall by its heading and its choices; a page with a banner is none", () => {
    const plea = "We and our partners store cookies. Accept all or manage options.";
    expect(pageWall(page(`<h1>We value your privacy</h1><p>${plea}</p>`))?.kind).toBe("blocked");
    expect(pageWall(page(`<h1>Kettles</h1><p>We sell kettles.</p><p>${plea}</p>`))).toBeUndefined();
  });
});
