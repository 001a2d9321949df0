import { describe, expect, it } from "vitest";
import { Phrasebook } from "../../src/extraction/phrasebook.ts";

const PATTERNS = [
  /cookie|terms (of|&|and)|e-?mail/i,
  /comments?\b|\bsays\b|\bad-/i,
  /min(ute)?s? read|\b(19|20)\d\d\b/i,
  /[$€]\s?\d|©/i,
];
const book = new Phrasebook(PATTERNS);

describe("Phrasebook", () => {
  it.each([
    "",
    "Cookies",
    "TERMS & more",
    "terms off",
    "Email, e-mail",
    "comment",
    "commentary",
    "commentaries and comments",
    "she says",
    "essays",
    "an ad-free page",
    "head-on",
    "5 mins read",
    "minute  read",
    "in 1999",
    "in 21999",
    "€ 5",
    "$ x",
    "© 2024 cookie",
    "ſays \u212Aookie coo\u212Aie",
  ])("finds in %j what the patterns find", (text) => {
    const expected = PATTERNS.reduce((mask, pattern, index) => mask | (pattern.test(text) ? 1 << index : 0), 0);
    expect(book.mask(text)).toBe(expected);
  });

  it.each([
    "",
    "side-bar",
    "sideBar",
    "side_bar",
    "SIDEBAR",
    "insideBarn",
    "ad",
    "topAd",
    "top_ad_2",
    "loads",
    "adBox post-metaData",
    "postAd",
    "ad-Ästhetik",
    "é-ad",
    "navMENU",
  ])("reads the class name %j word by word", (name) => {
    const patterns = [/side-?bar/, /\bads?\b|\bad-/, /\bmeta|date/, /\bnav|menu/];
    const words = name
      .replace(/([a-z])([A-Z])/g, "$1-$2")
      .toLowerCase()
      .replaceAll("_", "-");
    const expected = patterns.reduce((mask, pattern, index) => mask | (pattern.test(words) ? 1 << index : 0), 0);
    expect(new Phrasebook(patterns).maskOfName(name)).toBe(expected);
  });

  it("takes no alternative that is neither literal nor about digits", () => {
    expect(() => new Phrasebook([/a.b/])).toThrow(RangeError);
  });
});
