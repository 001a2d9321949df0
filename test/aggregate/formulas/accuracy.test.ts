import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Mood, moodOf, polarity } from "../../../src/aggregate/formulas/polarity.ts";

/*
 * How often the polarity of a short text is right: texts of our own, labelled by hand before any was scored, and never after.
 * Among them negations, texts of two minds, praise and blame without a telling word; no irony.
 */
const MOODS: readonly Mood[] = ["positive", "neutral", "negative"];

const isMood = (label: string): label is Mood => MOODS.some((mood) => mood === label);

const labelled = (name: string): readonly { label: Mood; text: string }[] =>
  readFileSync(join(import.meta.dirname, "labelled", `${name}.tsv`), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [label = "", text = ""] = line.split("\t");
      if (!isMood(label) || !text) throw new Error(`not labelled: ${line}`);
      return { label, text };
    });

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

describe.each([
  ["english", "en"],
  ["french", "fr"],
])("polarity of texts in %s", (name, language) => {
  const texts = labelled(name).map(({ label, text }) => ({
    label,
    found: moodOf(polarity(text, language) ?? 0),
    text,
  }));

  it("has at least 150 texts, all three moods, none twice", () => {
    expect(texts.length).toBeGreaterThanOrEqual(150);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(texts.length);
    for (const mood of MOODS) expect(texts.filter(({ label }) => label === mood).length).toBeGreaterThanOrEqual(40);
  });

  it("is right for at least 70 % of them, and for more than half of each mood", () => {
    const right = texts.filter(({ label, found }) => label === found).length;
    const table = MOODS.map((mood) => {
      const own = texts.filter(({ label }) => label === mood);
      const counts = MOODS.map((found) => own.filter((text) => text.found === found).length);
      return { mood, n: own.length, counts, right: counts[MOODS.indexOf(mood)] ?? 0 };
    });
    const rows = table.map(({ mood, n, counts, right: good }) =>
      [
        mood.padEnd(10),
        String(n).padStart(5),
        ...counts.map((count) => String(count).padStart(9)),
        percent(good, n).padStart(9),
      ].join(""),
    );
    process.stdout.write(
      [
        `\n${name}, ${texts.length} texts: ${right} right (${percent(right, texts.length)})`,
        `${"labelled".padEnd(10)}    n${MOODS.map((mood) => mood.padStart(9)).join("")}    right`,
        ...rows,
        "",
      ].join("\n"),
    );
    expect(right / texts.length).toBeGreaterThanOrEqual(0.7);
    for (const { n, right: good } of table) expect(good / n).toBeGreaterThan(0.5);
  });
});
