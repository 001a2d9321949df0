import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { english } from "../../src/language/polarity/english.ts";
import { french } from "../../src/language/polarity/french.ts";
import { formsOf } from "../../src/language/polarity/inflection.ts";

const texts = (kind: Parameters<typeof formsOf>[0], lemma: string) => formsOf(kind, lemma).map(({ text }) => text);

describe("inflection", () => {
  it.each([
    ["brillant", ["brillant", "brillants", "brillante", "brillantes"]],
    ["utile", ["utile", "utiles"]],
    ["heureux", ["heureux", "heureuse", "heureuses"]],
    ["attentif", ["attentif", "attentifs", "attentive", "attentives"]],
    ["professionnel", ["professionnel", "professionnels", "professionnelle", "professionnelles"]],
    ["serein", ["serein", "sereins", "sereine", "sereines"]],
    ["menteur", ["menteur", "menteurs", "menteuse", "menteuses"]],
  ])("of the adjective %s", (lemma, forms) => {
    expect(new Set(texts("adj", lemma))).toEqual(new Set(forms));
  });

  it("of verbs, with what a negation may follow", () => {
    expect(texts("verb", "aimer")).toEqual(
      expect.arrayContaining([
        "aimer",
        "aime",
        "aimes",
        "aimons",
        "aiment",
        "aimais",
        "aimerait",
        "aimé",
        "aimées",
        "aimant",
      ]),
    );
    expect(texts("verb", "gâcher")).toEqual(expect.arrayContaining(["gâche", "gâchent", "gâchée"]));
    expect(texts("verb", "préférer")).toEqual(expect.arrayContaining(["préfère", "préférons", "préférait"]));
    expect(texts("verb", "encourager")).toEqual(
      expect.arrayContaining(["encourageons", "encourageait", "encouragions"]),
    );
    expect(texts("verb", "embellir")).toEqual(expect.arrayContaining(["embellit", "embellissent", "embellie"]));
    expect(formsOf("verb", "aimer").find(({ text }) => text === "aime")?.finite).toBe(true);
    expect(formsOf("verb", "aimer").find(({ text }) => text === "aimé")?.finite).toBe(false);
  });
});

describe("the French list", () => {
  const lines = readFileSync(new URL("../../src/language/polarity/french.txt", import.meta.url), "utf8").split("\n");

  it("has only lines of its form, with valences from -4 to 4", () => {
    const odd = lines.filter(
      (line) => line && !/^(?:#.*|(?:adj|noun|verb|word) -?[0-4](?:\.\d)?(?: [\p{L}'_/-]+)+)$/u.test(line),
    );
    expect(odd).toEqual([]);
  });

  it("has 600 lemmas at least besides its phrases, with their forms", () => {
    const lemmas = new Set(
      lines
        .filter((line) => line && !line.startsWith("#"))
        .flatMap((line) => line.split(" ").slice(2))
        .map((lemma) => lemma.split("/")[0] ?? "")
        .filter((lemma) => !lemma.includes("_")),
    );
    expect(lemmas.size).toBeGreaterThanOrEqual(600);
    expect(french().entries.size).toBeGreaterThan(10 * 600);
  });

  it.each([
    ["bon", 1.9],
    ["bonnes", 1.9],
    ["déçues", -1.8],
    ["decue", -1.8],
    ["nulle", -2.5],
    ["merci", 1.9],
    ["coup de coeur", 2.4],
    ["pas mal", 1.2],
    ["bien sûr", 0],
  ])("says of %s %d", (word, valence) => {
    expect(french().entries.get(word)?.valence).toBe(valence);
  });
});

describe("the English list", () => {
  it("is VADER's: of words that it has twice the last line counts", () => {
    const { entries, emoticons } = english();
    expect(entries.size + emoticons.size).toBeGreaterThan(7500);
    expect(entries.get("good")?.valence).toBe(1.9);
    expect(entries.get("lol")?.valence).toBe(1.8);
    expect(emoticons.get(":)")).toBe(2);
    expect(entries.get("fed up")?.valence).toBe(-1.8);
  });
});
