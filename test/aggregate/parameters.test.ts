import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  csvParameters,
  language,
  limit,
  listsIn,
  normalised,
  oneOf,
  region,
  regionOf,
} from "../../src/aggregate/parameters.ts";
import { characters, domainName, pageUrl } from "../../src/aggregate/queries.ts";
import { checked } from "../../src/errors.ts";

const Q = z.object({ q: normalised({ describe: "a word", example: "otter" }) });
const q = (text: unknown): string => checked(Q, { q: text }).q;

describe("q", () => {
  test.each([
    ["  the \t otter\n of  1900 ", "the otter of 1900"],
    ['"the otter"', "the otter"],
    ["« la loutre »", "la loutre"],
    ["“otter”", "otter"],
    ['say "otter"', 'say "otter"'],
    ['"river" "otter"', '"river" "otter"'],
    ["cafe\u0301", "caf\u00e9"],
  ])("%j is %j", (written, read) => expect(q(written)).toBe(read));

  test.each([
    [undefined, "q: is missing: a word, for example otter."],
    ["  ", "q: is missing: a word, for example otter."],
    ['""', "q: is missing: a word, for example otter."],
    [["a", "b"], "q: must be given once, as text."],
    ["a\u0000b", "q: must not hold control characters."],
    ["x".repeat(2_001), "q: must have at most 2000 characters."],
  ])("%j is refused", (written, said) => expect(() => q(written)).toThrow(said));
});

describe("what q may be", () => {
  const read = (schema: z.ZodType, text: string) => checked(z.object({ q: schema }), { q: text });

  test("an address, a domain, a text", () => {
    expect(read(pageUrl, "Example.org/a")).toEqual({ q: "https://example.org/a" });
    expect(read(domainName, "https://WWW.Example.org/a")).toEqual({ q: "www.example.org" });
    expect(read(characters(2, 3), "ab")).toEqual({ q: "ab" });
    expect(() => read(pageUrl, "foo bar")).toThrow("q: “foo bar” is not a URL.");
    expect(() => read(domainName, "foo bar")).toThrow("q: “foo bar” is not a domain name.");
    expect(() => read(characters(2, 3), "abcd")).toThrow("q: must have at most 3 characters.");
  });
});

describe("parameters", () => {
  const P = z.object({
    language: language(),
    region: region(),
    limit: limit(10, 1, 20, "entries"),
    sort: oneOf(["date", "size", "name"], "date", "order"),
  });

  test("have their defaults, and letters in their case", () => {
    expect(checked(P, {})).toEqual({ limit: 10, sort: "date" });
    expect(checked(P, { language: "FR", region: "fr", limit: "3", sort: "size" })).toEqual({
      language: "fr",
      region: "FR",
      limit: 3,
      sort: "size",
    });
    expect([regionOf("en"), regionOf("pt"), regionOf("xx")]).toEqual(["US", "PT", undefined]);
  });

  test.each([
    [{ limit: "21" }, "limit: must be a whole number from 1 to 20."],
    [{ limit: "2.5" }, "limit: must be a whole number from 1 to 20."],
    [{ language: "french" }, "language: must be a two-letter language code, such as en."],
    [{ region: "F" }, "region: must be a two-letter country code, such as FR."],
    [{ sort: "colour" }, "sort: must be date, size or name."],
  ])("%j is refused", (given, said) => expect(() => checked(P, given)).toThrow(said));

  test("rows name any list of an answer", () => {
    const answer = z.object({
      terms: z.array(z.object({ term: z.string() })),
      ngrams: z.object({ bigrams: z.array(z.string()).optional(), n: z.int() }).optional(),
    });
    expect([...listsIn(answer).keys()]).toEqual(["terms", "ngrams.bigrams"]);
    const rows = z.object(csvParameters(answer));
    expect(checked(rows, { rows: "ngrams.bigrams" })).toEqual({ rows: "ngrams.bigrams" });
    expect(() => checked(rows, { rows: "ngrams" })).toThrow("rows: must be one of all, terms, ngrams.bigrams.");
  });
});
