import { describe, expect, it } from "vitest";
import { collapse, wordRuns } from "../../src/extraction/characters.ts";

const TEXTS = ["", "one", "a b_c-d", "Größe 12½ ٣", "日本語。テキスト", "𝒜𝒷 𠀋𠀌 😀 a😀b", "\ud835 \udc9c", "x\u0301y"];

describe("wordRuns", () => {
  it.each(TEXTS)("counts the runs of letters and digits in %j", (text) => {
    expect(wordRuns(text)).toBe(text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0);
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
