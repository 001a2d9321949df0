import { describe, expect, test } from "vitest";
import { countryCode, languageCode } from "../../../src/http/adapters/locale-codes.ts";
import { SearchApiBody, searchRequestOf } from "../../../src/http/adapters/search-body.ts";
import { fits } from "../../../src/pipelines/content-search/choosing.ts";
import { domainPattern, onDomains, withSites } from "../../../src/pipelines/content-search/domains.ts";

describe("domainPattern", () => {
  test.each([
    ["example.com", "example.com", ""],
    ["https://www.Example.com/", "example.com", ""],
    ["docs.example.com/guide/", "docs.example.com", "/guide"],
    ["*.fr", "fr", ""],
    [".gouv.fr", "gouv.fr", ""],
    ["example.com:8080/a?b#c", "example.com", "/a"],
    ["münchen.de", "xn--mnchen-3ya.de", ""],
  ])("reads %s", (written, host, path) => {
    expect(domainPattern(written)).toEqual({ host, path });
  });

  test.each(["", "  ", "two words", "/path", "a b.com", "-x-", "x".repeat(300)])("does not read %j", (written) => {
    expect(domainPattern(written)).toBeUndefined();
  });
});

test("onDomains takes hosts below and paths below, not those that merely begin so", () => {
  const domains = [
    { host: "example.com", path: "" },
    { host: "site.org", path: "/in" },
  ];
  const on = (url: string): boolean => onDomains(url, domains);
  expect(["https://example.com/", "http://a.b.example.com:81/x", "https://site.org/in/me"].map(on)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["https://notexample.com/", "https://site.org/inside", "https://site.org/", "no url"].map(on)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test("withSites names as many sites as engines read", () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ host: `h${index}.org`, path: "" }));
  expect(withSites("q", [], [])).toBe("q");
  expect(withSites("q", many.slice(0, 1), many.slice(1, 2))).toBe("q site:h0.org -site:h1.org");
  expect(withSites("q", many, []).match(/site:/g)).toHaveLength(8);
});

test("dates less exact than a day fit where they may", () => {
  const { search } = searchRequestOf(
    SearchApiBody.parse({ query: "q", start_date: "2024-03-10", end_date: "2024-05-01" }),
  );
  const fit = (publishedAt: string): boolean => fits({ url: "https://a.org/", publishedAt }, search);
  expect(["2024", "2024-03", "2024-03-10", "2024-05-01T23:00:00Z"].map(fit)).toEqual([true, true, true, true]);
  expect(["2023", "2024-02", "2024-03-09T23:00Z", "2024-05-02"].map(fit)).toEqual([false, false, false, false]);
  expect(fits({ publishedAt: "2024-04" }, search)).toBe(false);
});

describe("a body's time", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const timeOf = (body: object) => {
    const { timeRange, from, until } = searchRequestOf(SearchApiBody.parse({ query: "q", ...body }), now).search;
    return { timeRange, from, until };
  };

  test("becomes the shortest range that engines know, and exact days", () => {
    expect(timeOf({})).toEqual({ timeRange: undefined, from: undefined, until: undefined });
    expect(timeOf({ time_range: "w" })).toMatchObject({ timeRange: "week", from: "2026-11-14" });
    expect(timeOf({ days: 3 })).toMatchObject({ timeRange: "week", from: "2026-11-18" });
    expect(timeOf({ start_date: "2026-11-01", end_date: "2026-11-10" })).toEqual({
      timeRange: "month",
      from: "2026-11-01",
      until: "2026-11-10",
    });
    expect(timeOf({ start_date: "2001-01-01" })).toMatchObject({ timeRange: undefined, from: "2001-01-01" });
  });
});

test("countries and languages are known by name and code", () => {
  expect(
    [
      "united states",
      "France",
      "czech republic",
      "south korea",
      "turkey",
      "côte d’ivoire",
      "hong kong",
      "de",
      "uk",
    ].map(countryCode),
  ).toEqual(["US", "FR", "CZ", "KR", "TR", "CI", "HK", "DE", "GB"]);
  expect(["atlantis", "zz", ""].map(countryCode)).toEqual([undefined, undefined, undefined]);
  expect(["fr", "French", "en-GB", "zh_CN", "klingonish"].map(languageCode)).toEqual([
    "fr",
    "fr",
    "en",
    "zh",
    undefined,
  ]);
});
