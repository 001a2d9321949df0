import { describe, expect, it } from "vitest";
import { collapse, extentOf } from "../../src/extraction/characters.ts";

describe("extentOf", () => {
  it.each(["", "one", "a b_c-d", "Größe 12½ ٣", "𝒜𝒷 😀 a😀b", "\ud835 \udc9c", "слово и дело", "집에 가고 싶다"])(
    "counts the runs of letters and digits in %j",
    (text) => {
      expect(extentOf(text).words).toBe(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0);
    },
  );

  it.each([
    ["日本語のテキスト。", 4],
    ["我们今天去公园，你呢？", 4.5],
    ["𠀋𠀌", 1],
    ["第3回 JavaScript 入門", 4],
    ["ภาษาไทยง่าย", 2.2],
    ["ພາສາລາວ", 1.4],
  ])("counts so many characters as a word where there are no blanks: %j", (text, words) => {
    expect(extentOf(text).words).toBeCloseTo(words, 9);
  });

  it.each([
    ["x\u0301y", 1],
    ["हिन्दी में लिखा", 3],
    ["می\u200cخواهم", 1],
  ])("takes accents, signs of vowels and joiners for parts of the word: %j", (text, words) => {
    expect(extentOf(text).words).toBe(words);
  });

  it("gives a word of a script without blanks the length that it has in others", () => {
    expect(extentOf("word").letters).toBe(4);
    expect(extentOf("日本 ab").letters).toBe(9);
  });
});

describe("collapse", () => {
  it.each([
    [undefined, undefined],
    ["", undefined],
    [" \n\u200b", undefined],
    ["a", "a"],
    [" a b ", "a b"],
    ["a  b", "a b"],
    ["a\u00a0b\tc\ufeff", "a b c"],
  ])("makes %j %j", (text, expected) => {
    expect(collapse(text)).toBe(expected);
  });
});
