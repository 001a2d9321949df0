import { describe, expect, it } from "vitest";
import { measured } from "../../../src/sources/page/readability/index.ts";
import { countsOf, scoresOf, sentencesOf } from "../../../src/sources/page/readability/measures.ts";
import { syllablesOf } from "../../../src/sources/page/readability/syllables.ts";

const counts = { words: 100, sentences: 5, syllables: 150, letters: 470, long: 20 };

describe("the scales", () => {
  it.each([
    ["en", 59.635],
    ["fr", 76.3],
    ["de", 72.25],
    ["es", 96.44],
    ["it", 57],
    ["pt", 101.635],
    ["nl", 72.74],
    ["ru", 90.685],
  ])("give %s its published formula", (language, score) => {
    expect(scoresOf(counts, language).score).toBeCloseTo(score, 4);
    expect(scoresOf(counts, language).lix).toBeCloseTo(40, 4);
  });

  it("give English its school years and languages without a scale LIX alone", () => {
    expect(scoresOf(counts, "en").fleschKincaidGrade).toBeCloseTo(9.91, 4);
    expect(scoresOf(counts, "pl")).toEqual({ lix: 40 });
  });

  it("are silent about short texts", () => {
    expect(scoresOf({ ...counts, words: 99 }, "en")).toEqual({});
  });

  it("name the band by the scale's bounds", () => {
    expect(scoresOf(counts, "en").band).toBe("plain");
    expect(scoresOf(counts, "it").band).toBe("difficult");
    expect(scoresOf({ ...counts, syllables: 250 }, "en").band).toBe("very difficult");
  });
});

describe("syllables", () => {
  it.each([
    ["fr", "grande", 1],
    ["fr", "parlent", 1],
    ["fr", "musique", 2],
    ["fr", "lumière", 2],
    ["de", "Häuser", 2],
    ["de", "Baum", 1],
    ["ru", "молоко", 3],
    ["en", "wonderful", 3],
    ["es", "ventana", 3],
    ["en", "hmm", 1],
  ])("%s: %s has %i", (language, word, count) => {
    expect(syllablesOf(word, language)).toBe(count);
  });
});

describe("measures of a text", () => {
  it("count words, sentences and long words", () => {
    const spoken = sentencesOf("Dr. Who likes l'eau. It is wonderful!");
    expect(countsOf(spoken, "en")).toMatchObject({ words: 7, sentences: 2, long: 1 });
  });

  it("give terms their density, counting each word of a phrase", () => {
    const text = `${"A steel kettle. ".repeat(3)}${"Nothing else is of use here ever. ".repeat(10)}`;
    const { keywords, words } = measured(text, "en");
    expect(words).toBe(79);
    expect(keywords).toContainEqual({ keyword: "steel kettle", words: 2, count: 3, density: 7.59 });
  });
});
