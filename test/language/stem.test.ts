import { describe, expect, it } from "vitest";
import { stem } from "../../src/language/stem.ts";

describe("stem", () => {
  it.each([
    ["prices", "price"],
    ["pricing", "price"],
    ["companies", "company"],
    ["running", "run"],
    ["boxes", "box"],
    ["filings", "filed"],
    ["medicaments", "medicament"],
    ["journaux", "journal"],
    ["hopitaux", "hopital"],
    ["loyers", "loyer"],
    ["exposition", "expositions"],
  ])("takes %s and %s for one word", (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it.each([
    ["gas", "ga"],
    ["virus", "viru"],
    ["news", "new"],
    ["access", "acce"],
    ["cve2022s", "cve2022"],
  ])("leaves %s apart from %s", (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });
});
