/**
 * Teaches `src/extraction/model.json` from WCXB's pages but those held back, after a cross-validation over four folds of
 * domains whose means it prints. Takes some five minutes. The seed is fixed: the same pages give the same model.
 *
 *     node test/extraction/training/train.ts [model.json]
 */
import { writeFileSync } from "node:fs";
import { type Block, blocksOf } from "../../../src/extraction/blocks.ts";
import { collapse } from "../../../src/extraction/characters.ts";
import { choose } from "../../../src/extraction/choose.ts";
import { featuresOf } from "../../../src/extraction/features.ts";
import { Forest, type PackedForest } from "../../../src/extraction/forest.ts";
import { parseTree, rawText } from "../../../src/extraction/tree.ts";
import { type Boosting, boost, type Lesson } from "./boosting.ts";
import { f1, Means, type Page, pages, wordsOf } from "./pages.ts";

/** Rows taken from one page at most. */
const ROWS_PER_PAGE = 400;
const PLAN: Boosting = { trees: 140, leaves: 24, rate: 0.1, seed: 7 };

interface Taught {
  readonly page: Page;
  readonly blocks: readonly Block[];
  readonly rows: readonly Float32Array[];
  readonly labels: readonly number[];
  readonly weights: readonly number[];
}

/** How much of each block is in the truth: by lines and by runs of four words, short blocks together with their neighbours'. */
function labelsOf(blocks: readonly Block[], truth: string): number[] {
  const words = wordsOf(truth);
  const grams = new Set<string>();
  for (let at = 0; at + 4 <= words.length; at += 1) grams.add(words.slice(at, at + 4).join(" "));
  const lines = new Set(truth.split("\n").map((line) => wordsOf(line).join(" ")));
  const texts = blocks.map((block) => wordsOf(block.text));
  return texts.map((own, index) => {
    if (own.length === 0) return truth.includes(blocks[index]?.text ?? "") ? 0.5 : 0;
    if (lines.has(own.join(" "))) return 1;
    if (own.length >= 4) {
      const covered = new Uint8Array(own.length);
      for (let at = 0; at + 4 <= own.length; at += 1)
        if (grams.has(own.slice(at, at + 4).join(" "))) covered.fill(1, at, at + 4);
      return covered.reduce((sum, one) => sum + one, 0) / own.length;
    }
    const missing = 4 - own.length;
    const before = texts
      .slice(Math.max(0, index - 3), index)
      .flat()
      .slice(-missing);
    const after = texts
      .slice(index + 1, index + 4)
      .flat()
      .slice(0, missing);
    return grams.has([...before, ...own].join(" ")) || grams.has([...own, ...after].join(" ")) ? 1 : 0;
  });
}

function teach(page: Page): Taught {
  const tree = parseTree(page.html);
  const blocks = blocksOf(tree);
  const title = tree.elements.find((element) => element.name === "title");
  const rows = featuresOf(tree, blocks, { url: page.url, title: title && collapse(rawText(title)) });
  const wanted = wordsOf(page.truth).length;
  const total = blocks.reduce((sum, block) => sum + block.words, 0);
  // A block weighs what it does to the page's F1; a little for each keeps the short ones from being ignored.
  const weights = blocks.map((block) => (100 * block.words) / Math.max(wanted, 0.15 * total, 50) + 10 / blocks.length);
  return { page, blocks, rows, labels: labelsOf(blocks, page.truth), weights };
}

function lessonOf(taught: readonly Taught[]): Lesson {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const one of taught) {
    const stride = Math.max(1, one.blocks.length / ROWS_PER_PAGE);
    for (let at = 0; at < one.blocks.length; at += stride) {
      const row = one.rows[Math.floor(at)];
      if (!row) continue;
      rows.push(row);
      labels.push(one.labels[Math.floor(at)] ?? 0);
      weights.push((one.weights[Math.floor(at)] ?? 0) * stride);
    }
  }
  return { rows, labels: Float32Array.from(labels), weights: Float32Array.from(weights) };
}

const taught = [...pages("taught")].map(teach);
const means = new Means();
for (const fold of [0, 1, 2, 3]) {
  const forest = new Forest(boost(lessonOf(taught.filter(({ page }) => page.fold !== fold)), PLAN));
  for (const { page, blocks, rows } of taught.filter((one) => one.page.fold === fold)) {
    const kept = choose(
      blocks,
      rows.map((row) => forest.chance(row)),
    );
    const text = blocks.flatMap((block, index) => (kept[index] ? block.text : [])).join("\n");
    means.add(page.type, f1(text, page.truth));
  }
}
for (const { type, pages: count, mean } of means.rows())
  process.stdout.write(`${type.padEnd(14)} ${String(count).padStart(5)}  ${mean.toFixed(3)}\n`);

const target = process.argv[2] ?? new URL("../../../src/extraction/model.json", import.meta.url);
const model: PackedForest = {
  taughtOn: "WCXB development set, two thirds of its domains (Murrough Foley, arXiv 2605.21097, CC-BY-4.0)",
  ...boost(lessonOf(taught), PLAN),
};
writeFileSync(target, `${JSON.stringify(model, undefined, 2)}\n`);
