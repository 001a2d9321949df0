import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";
import { languagePages } from "./training/languages.ts";
import { overlap } from "./training/pages.ts";

const LEAST = 0.9;
/** Pages that are read worse, and why. */
const WORSE: Readonly<Record<string, { readonly least: number; readonly why: string }>> = {
  "ja-news": { least: 0.85, why: "no name and no tag tells its title, its caption and its comments from the text" },
};

const mean = (scores: readonly number[]) => scores.reduce((sum, score) => sum + score, 0) / scores.length;

describe.each(["taught", "held"] as const)("pages in other languages, %s", (part) => {
  const pages = languagePages(part);
  const scoreOf = (html: string, truth: string) =>
    overlap(extractPage({ html, url: "https://pages.example/", markdown: false }).text, truth).f1;

  it.each(pages)("finds the content of $name", ({ name, html, truth }) => {
    expect(scoreOf(html, truth)).toBeGreaterThanOrEqual(WORSE[name]?.least ?? LEAST);
  });

  it("finds on the whole nearly all and little else", () => {
    const found = mean(pages.map(({ html, truth }) => scoreOf(html, truth)));
    process.stdout.write(`${part}: mean F1 ${found.toFixed(3)} of ${pages.length} pages\n`);
    expect(found).toBeGreaterThanOrEqual(0.94);
  });
});
