import { describe, expect, it } from "vitest";
import { similarity, summaryOf, textRank } from "../../../src/aggregate/formulas/summary.ts";
import { processorMs } from "../../support/processor-time.ts";

const STOP = new Set(["the", "a", "of", "in", "and", "is", "are", "to", "that", "it", "has"]);
const words = (sentence: string) =>
  (sentence.toLowerCase().match(/\p{L}+/gu) ?? []).map((key) => ({ key, telling: !STOP.has(key) }));

describe("similarity", () => {
  it("is what sentences share by the logarithms of their lengths", () => {
    expect(similarity(["cats", "chase", "mice"], ["mice", "fear", "cats"])).toBeCloseTo(0.9102, 4);
  });

  it("counts a shared word once, however often it is said", () => {
    expect(similarity(["cats", "cats", "mice"], ["cats", "cats", "dogs"])).toBeCloseTo(1 / (2 * Math.log(3)), 10);
  });

  it("is nothing where there is nothing to share, or only one word each", () => {
    expect(similarity(["cats"], ["cats"])).toBe(0);
    expect(similarity([], [])).toBe(0);
    expect(similarity([], ["cats", "mice"])).toBe(0);
    expect(similarity(["cats", "mice"], ["dogs", "birds"])).toBe(0);
  });
});

describe("textRank", () => {
  it("gives all the same where each shares as much with each", () => {
    const scores = textRank([
      ["cats", "mice"],
      ["cats", "dogs"],
      ["cats", "birds"],
    ]);
    expect(scores).toEqual([expect.closeTo(1, 10), expect.closeTo(1, 10), expect.closeTo(1, 10)]);
  });

  it("ranks the sentence that the others share words with first", () => {
    // Both ends give all they have to the middle, which gives each half: m = .15 + .85·2e and e = .15 + .85·m/2.
    const [first = 0, middle = 0, last = 0] = textRank([
      ["cats", "run"],
      ["cats", "dogs"],
      ["dogs", "sleep"],
    ]);
    expect(middle).toBeCloseTo(0.405 / 0.2775, 1);
    expect(first).toBeCloseTo(0.15 + (0.85 * middle) / 2, 1);
    expect(last).toBe(first);
  });

  it("leaves who shares nothing with 1 − d", () => {
    expect(textRank([["cats", "run"], ["dogs", "sleep"], []])).toEqual([
      expect.closeTo(0.15, 10),
      expect.closeTo(0.15, 10),
      expect.closeTo(0.15, 10),
    ]);
    expect(textRank([])).toEqual([]);
  });
});

describe("summaryOf", () => {
  const about = [
    "The river floods the old town in spring, and the town council plans a new dam.",
    "Visitors came by train last summer to look at the castle and its gardens.",
    "The council says that the dam protects the town when the river floods again.",
    "A bakery near the station sells bread of rye, which many people praise.",
    "Engineers of the council expect that the dam holds floods of the river for decades.",
  ];

  it("chooses the sentences that say most of what the text says, in their order", () => {
    expect(summaryOf(about.join(" "), words)).toBe([about[0], about[2], about[4]].join(" "));
  });

  it("takes a text of three sentences whole, however short they are", () => {
    expect(summaryOf("One. Two words. Three.", words)).toBe("One. Two words. Three.");
    expect(summaryOf("Only this", words)).toBe("Only this");
  });

  it("says nothing of an empty text, and of one of headings alone", () => {
    expect(summaryOf("", words)).toBeUndefined();
    expect(summaryOf("Home\nNews\nSport\nWeather\nContact", words)).toBeUndefined();
  });

  it("leaves out sentences of fewer than 8 words, and of more than 60", () => {
    const endless = `${"The river floods the town and the council plans the dam, ".repeat(7)}and so on.`;
    const summary = summaryOf([endless, "River floods town.", "Council plans dam.", ...about].join(" "), words);
    expect(summary).toBe([about[0], about[2], about[4]].join(" "));
  });

  it("has 450 characters at most: fewer sentences, else a cut at a word's end", () => {
    const long = about.map((sentence) => sentence.replace(/\.$/, `, ${"as it was told before ".repeat(8).trim()}.`));
    const summary = summaryOf(long.join(" "), words) ?? "";
    expect(summary.length).toBeLessThanOrEqual(450);
    expect(long).toContain(summary);
    const one = summaryOf(`${"word ".repeat(200)}end.`, words) ?? "";
    expect(one).toMatch(/^(word ){50,}word…$/);
    expect(one.length).toBeLessThanOrEqual(450);
    expect(summaryOf("x".repeat(1000), words)).toHaveLength(450);
  });

  it("says what stands there twice once", () => {
    const twice = [...about, about[0], about[0]].join(" ");
    expect(summaryOf(twice, words)).toBe([about[0], about[2], about[4]].join(" "));
  });

  it("reads a long text in bounded time", () => {
    const text = Array.from({ length: 5000 }, (_, i) => `Sentence number ${i} tells something of rivers and of towns.`);
    const begin = processorMs();
    expect(summaryOf(text.join(" "), words)).toBeDefined();
    expect(processorMs() - begin).toBeLessThan(5000);
  });
});
