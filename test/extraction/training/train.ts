import { writeFileSync } from "node:fs";
import { type Block, blocksOf } from "../../../src/extraction/blocks.ts";
import { featuresOf } from "../../../src/extraction/features.ts";
import { Forest, type PackedForest } from "../../../src/extraction/forest.ts";
import { choose } from "../../../src/extraction/choose.ts";
import { collapse, parseTree, rawText } from "../../../src/extraction/tree.ts";
import { boost, type Boosting } from "./boosting.ts";
import { f1, type Page, pages, wordsOf } from "./pages.ts";

interface Taught {
  readonly page: Page;
  readonly blocks: Block[];
  readonly rows: Float32Array[];
  readonly labels: number[];
  readonly weights: number[];
}

function labelsOf(blocks: readonly Block[], truth: string): number[] {
  const words = wordsOf(truth);
  const grams = new Set<string>();
  for (const n of [3, 4])
    for (let at = 0; at + n <= words.length; at += 1) grams.add(words.slice(at, at + n).join(" "));
  const lines = new Set(truth.split("\n").map((line) => wordsOf(line).join(" ")));
  const texts = blocks.map((block) => wordsOf(block.text));
  return texts.map((own, index) => {
    if (own.length === 0) return lines.has("") && truth.includes(blocks[index]?.text ?? "") ? 0.5 : 0;
    if (lines.has(own.join(" "))) return 1;
    if (own.length >= 4) {
      const covered = new Uint8Array(own.length);
      for (let at = 0; at + 4 <= own.length; at += 1)
        if (grams.has(own.slice(at, at + 4).join(" "))) covered.fill(1, at, at + 4);
      return covered.reduce((sum, one) => sum + one, 0) / own.length;
    }
    const before = texts.slice(Math.max(0, index - 3), index).flat();
    const after = texts.slice(index + 1, index + 4).flat();
    const missing = 4 - own.length;
    if (before.length >= missing && grams.has([...before.slice(-missing), ...own].join(" "))) return 1;
    if (after.length >= missing && grams.has([...own, ...after.slice(0, missing)].join(" "))) return 1;
    return 0;
  });
}

function teach(page: Page): Taught {
  const tree = parseTree(page.html);
  const blocks = blocksOf(tree);
  const titleTag = tree.elements.find((element) => element.name === "title");
  const rows = featuresOf(tree, blocks, { url: page.url, title: titleTag && collapse(rawText(titleTag)) });
  const labels = labelsOf(blocks, page.truth);
  const truthWords = wordsOf(page.truth).length;
  const total = blocks.reduce((sum, block) => sum + block.words, 0);
  const weights = blocks.map((block) => (100 * block.words) / Math.max(truthWords, 0.15 * total, 50) + 10 / blocks.length);
  return { page, blocks, rows, labels, weights };
}

function lesson(taught: readonly Taught[], rowsOf: (one: Taught) => readonly Float32Array[]) {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const one of taught) {
    const stride = Math.max(1, one.blocks.length / 400);
    const source = rowsOf(one);
    for (let at = 0; at < one.blocks.length; at += stride) {
      const index = Math.floor(at);
      rows.push(source[index] ?? new Float32Array());
      labels.push(one.labels[index] ?? 0);
      weights.push((one.weights[index] ?? 0) * stride);
    }
  }
  return { rows, labels: Float32Array.from(labels), weights: Float32Array.from(weights) };
}

function report(name: string, taught: readonly Taught[], keep: (one: Taught) => readonly boolean[]): void {
  const scores = new Map<string, number[]>();
  for (const one of taught) {
    const kept = keep(one);
    const score = f1(one.blocks.filter((_, index) => kept[index]).map((block) => block.text).join("\n"), one.page.truth);
    for (const key of ["ALL", one.page.type]) scores.set(key, [...(scores.get(key) ?? []), score]);
  }
  const mean = (list: number[]) => (list.reduce((sum, one) => sum + one, 0) / list.length).toFixed(3);
  console.log(name.padEnd(28), [...scores].sort().map(([key, list]) => `${key} ${mean(list)}`).join("  "));
}

const lap = () => `${Math.round(performance.now() / 1000)}s`;
const folds = [0, 1, 2, 3];
const taught = pages("look").map(teach);
console.log(lap(), "pages", taught.length, "blocks", taught.reduce((sum, one) => sum + one.blocks.length, 0));
report("oracle", taught, (one) => one.labels.map((label) => label > 0.5));
report("everything", taught, (one) => one.labels.map(() => true));

const trees = Number(process.env["TREES"] ?? 100);
const plan: Boosting = { trees, leaves: Number(process.env["LEAVES"] ?? 24), rate: Number(process.env["RATE"] ?? 0.1), seed: 7 };
const chances = new Map<Taught, number[]>();
for (const fold of folds) {
  const forest = new Forest(boost(lesson(taught.filter((one) => one.page.fold !== fold), (one) => one.rows), plan));
  for (const one of taught) if (one.page.fold === fold) chances.set(one, one.rows.map((row) => forest.chance(row)));
}
console.log(lap());
for (const cut of [0.3, 0.4, 0.5]) report(`above ${cut}`, taught, (one) => (chances.get(one) ?? []).map((chance) => chance > cut));
report("chosen", taught, (one) => choose(one.blocks, chances.get(one) ?? []));
if (process.env["DUMP"]) {
  const rowsOut = taught.map((one) => {
    const kept = choose(one.blocks, chances.get(one) ?? []);
    const score = f1(one.blocks.filter((_, index) => kept[index]).map((block) => block.text).join("\n"), one.page.truth);
    const oracle = f1(one.blocks.filter((_, index) => (one.labels[index] ?? 0) > 0.5).map((block) => block.text).join("\n"), one.page.truth);
    const blocks = one.blocks.map((block, index) => [Math.round(100 * (chances.get(one)?.[index] ?? 0)), one.labels[index], block.words, block.owner.name]);
    return { id: one.page.id, type: one.page.type, score, oracle, truthWords: wordsOf(one.page.truth).length, url: one.page.url, blocks };
  });
  writeFileSync(process.env["DUMP"], rowsOut.sort((a, b) => a.score - b.score).map((row) => JSON.stringify(row)).join("\n"));
}
if (process.argv[2]) {
  const model: PackedForest = boost(lesson(taught, (one) => one.rows), plan);
  writeFileSync(process.argv[2], `${JSON.stringify(model)}\n`);
  console.log(lap(), "written", process.argv[2]);
}
