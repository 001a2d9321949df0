import { describe, expect, it } from "vitest";
import { Count, Currency, HttpUrl, IsoDate, Ratio } from "../../../../src/sources/kit/values/fields.ts";
import { LanguageTag } from "../../../../src/sources/kit/values/languages.ts";

const fits = (schema: { safeParse(value: unknown): { readonly success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success;

describe("the fields of items", () => {
  it.each([
    ["2024", true],
    ["2024-02", true],
    ["2024-02-29", true],
    ["-0044-03-15", true],
    ["2024-02-29T10:00:00.123Z", true],
    ["2024-02-29T10:00+01:00", true],
    ["29.02.2024", false],
    ["2024-02-29 10:00", false],
    ["", false],
  ])("IsoDate: %j is one: %s", (value, good) => expect(fits(IsoDate, value)).toBe(good));

  it.each([
    ["https://a.example/", true],
    ["http://127.0.0.1:8080/x", true],
    ["ftp://a.example/", false],
    ["javascript:alert(1)", false],
    ["/relative", false],
  ])("HttpUrl: %j is one: %s", (value, good) => expect(fits(HttpUrl, value)).toBe(good));

  it.each([
    ["en", true],
    ["zh-Hant-TW", true],
    ["pt_BR", true],
    ["english language", false],
  ])("LanguageTag: %j is one: %s", (value, good) => expect(fits(LanguageTag, value)).toBe(good));

  it("count, share and name currencies within their bounds", () => {
    expect([fits(Count, 0), fits(Count, -1), fits(Count, 1.5)]).toEqual([true, false, false]);
    expect([fits(Ratio, 1), fits(Ratio, 1.01)]).toEqual([true, false]);
    expect([fits(Currency, "EUR"), fits(Currency, "eur"), fits(Currency, "€")]).toEqual([true, false, false]);
  });
});
