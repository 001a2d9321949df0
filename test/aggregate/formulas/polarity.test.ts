import { describe, expect, it } from "vitest";
import { moodOf, polarity } from "../../../src/aggregate/formulas/polarity.ts";
import { processorMs } from "../../support/processor-time.ts";

describe("polarity", () => {
  it.each([
    ["The food is good", 0.4404],
    ["The food is not good", -0.3412],
    ["VADER is smart, handsome, and funny.", 0.8316],
    ["VADER is very smart, handsome, and funny.", 0.8545],
    ["VADER is VERY SMART, handsome, and FUNNY.", 0.9227],
    ["VADER is VERY SMART, uber handsome, and FRIGGIN FUNNY!!!", 0.9469],
    ["VADER is not smart, handsome, nor funny.", -0.7424],
    ["Today only kinda sux! But I'll get by, lol", 0.5249],
    ["At least it isn't a horrible book.", 0.431],
    ["The plot was good, but the characters are uncompelling and the dialog is not great.", -0.7042],
  ])("reads English as VADER does: %s", (text, compound) => {
    expect(polarity(text, "en")).toBeCloseTo(compound, 4);
  });

  it("adds a booster to a French word", () => {
    expect(polarity("très bon", "fr")).toBeCloseTo(0.4927, 4);
    expect(polarity("un peu bon", "fr")).toBeCloseTo((1.9 - 0.293) / Math.sqrt((1.9 - 0.293) ** 2 + 15), 4);
  });

  it.each([
    "je n'aime pas ce film",
    "j’aime pas",
    "l'appareil ne fonctionne vraiment plus",
    "il n'est plus fiable",
    "un produit peu fiable",
    "ça marche pas",
    "rien de bon",
    "sans intérêt ni charme",
  ])("hears a French negation before and behind: %s", (text) => {
    expect(moodOf(polarity(text, "fr") ?? 0)).toBe("negative");
  });

  it.each(["pas cher, efficace, rapide", "plus fiable que l'ancien", "Non, c'est bien", "Je ne peux que recommander"])(
    "hears none where there is none: %s",
    (text) => {
      expect(moodOf(polarity(text, "fr") ?? 0)).toBe("positive");
    },
  );

  it("knows French words without accents, in capitals, drawn out and with a ligature", () => {
    expect(polarity("DECU", "fr")).toBe(polarity("déçu", "fr"));
    expect(polarity("génialllll", "fr")).toBe(polarity("génial", "fr"));
    expect(polarity("coup de cœur", "fr")).toBe(polarity("coup de coeur", "fr"));
    for (const text of ["le livre est sur la table", "un style en outre", "ce n'est pas la peine"])
      expect(polarity(text, "fr"), text).toBe(0);
  });

  it("counts emoji and emoticons as words, which nothing negates", () => {
    expect(polarity("😍 le train", "fr")).toBeCloseTo(2.4 / Math.sqrt(2.4 ** 2 + 15), 4);
    expect(polarity("the train :)", "en")).toBeCloseTo(2 / Math.sqrt(4 + 15), 4);
    expect(polarity("not today 😡", "en")).toBeLessThan(-0.05);
    expect(polarity("👍🏽", "en")).toBe(polarity("👍", "en"));
  });

  it("counts four exclamation marks at most", () => {
    expect(polarity("good!!!!", "en")).toBe(polarity("good!!!!!!!!", "en"));
    expect(polarity("good!!!", "en")).toBeLessThan(polarity("good!!!!", "en") ?? 0);
  });

  it("does not read links, quoted lines, code and names of accounts", () => {
    const text = "> this is horrible\nsee https://example.org/great @lovely `awful` ```\nterrible\n``` now";
    expect(polarity(text, "en")).toBeUndefined();
    expect(polarity(`${text} and then`, "en")).toBe(0);
  });

  it("scores no other language, and no word or two that it does not know", () => {
    expect(polarity("Das ist gut", "de")).toBeUndefined();
    expect(polarity("blue train", "en")).toBeUndefined();
    expect(polarity("a blue train", "en")).toBe(0);
    expect(polarity("", "en")).toBeUndefined();
  });

  it("reads a hostile text in a moment", () => {
    const began = processorMs();
    for (const unit of ["a'", "not ", "`", "> ", "!", "😍\u200d", "a-", "@a.", "ne ", "n'", "'", " \t"]) {
      for (const text of [unit.repeat(100_000), `a${unit.repeat(9_000)}b${unit}`]) {
        polarity(text, "en");
        polarity(text, "fr");
      }
    }
    expect(processorMs() - began).toBeLessThan(5000);
  });
});

describe("moodOf", () => {
  it("is neutral between -0.05 and 0.05", () => {
    expect([0.05, 0.0499, 0, -0.0499, -0.05].map(moodOf)).toEqual([
      "positive",
      "neutral",
      "neutral",
      "neutral",
      "negative",
    ]);
  });
});
