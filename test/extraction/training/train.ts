/**
 * Teaches `src/extraction/model.json` from WCXB's pages and our own in other languages: a forest that judges each block by
 * itself, one that judges it again by what the first says of its surroundings, and one that tells articles. Takes some fifteen
 * minutes. With `--apart` it teaches `apart.json` beside this file from two thirds of WCXB's domains: what is measured on the others is
 * measured with that. The seeds are fixed: the same pages give the same model.
 *
 *     node test/extraction/training/train.ts [--apart]
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { baseOf } from "../../../src/extraction/address.ts";
import type { Area } from "../../../src/extraction/areas.ts";
import { type Block, blocksOf } from "../../../src/extraction/blocks.ts";
import { collapse } from "../../../src/extraction/characters.ts";
import { FEATURE_COUNT, featuresOf, kindRow } from "../../../src/extraction/features.ts";
import { Forest } from "../../../src/extraction/forest.ts";
import { sourceOf } from "../../../src/extraction/head.ts";
import { metadataOf } from "../../../src/extraction/metadata.ts";
import { judgedAgain, SURROUNDING_FEATURES, surround } from "../../../src/extraction/surroundings.ts";
import { parseTree, rawText } from "../../../src/extraction/tree.ts";
import { type Boosting, boost, type Lesson } from "./boosting.ts";
import { languagePages } from "./languages.ts";
import { type Page, pages, wordsOf } from "./pages.ts";

const SHIPPED = new URL("../../../src/extraction/model.json", import.meta.url);
const APART = new URL("apart.json", import.meta.url);
/** Rows taken from one page at most. */
const ROWS_PER_PAGE = 400;
const FIRST: Boosting = { trees: 140, leaves: 24, rate: 0.1, seed: 7 };
const SECOND: Boosting = { trees: 450, leaves: 24, rate: 0.05, seed: 7 };
const KIND: Boosting = { trees: 60, leaves: 6, rate: 0.1, seed: 7 };
/** What a page of our own weighs beside one of WCXB, which has sixty times as many. */
const LANGUAGE_WEIGHT = 4;
/** What a page weighs among pages, so that a leaf may be made of a few. */
const KIND_WEIGHT = 4;

interface Taught {
  readonly page: Omit<Page, "fields">;
  readonly blocks: readonly Block[];
  readonly areas: readonly Area[];
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

function teach(page: Omit<Page, "fields">, weight = 1): Taught {
  const tree = parseTree(page.html);
  const blocks = blocksOf(tree);
  const title = tree.elements.find((element) => element.name === "title");
  const address = metadataOf(sourceOf(tree, page.url, baseOf(tree, page.url))).canonicalUrl ?? page.url;
  const { rows, areas } = featuresOf(tree, blocks, { url: address, title: title && collapse(rawText(title, 10_000)) });
  const wanted = wordsOf(page.truth).length;
  const total = blocks.reduce((sum, block) => sum + block.words, 0);
  // A block weighs what it does to the page's F1; a little for each keeps the short ones from being ignored.
  const weights = blocks.map(
    (block) => weight * ((100 * block.words) / Math.max(wanted, 0.15 * total, 50) + 10 / blocks.length),
  );
  return { page, blocks, areas, rows, labels: labelsOf(blocks, page.truth), weights };
}

/** What pages teach. */
function lessonOf(taught: readonly Taught[], width = FEATURE_COUNT): Lesson {
  const rows: Float32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  for (const one of taught) {
    const stride = Math.max(1, one.blocks.length / ROWS_PER_PAGE);
    for (let place = 0; place < one.blocks.length; place += stride) {
      const at = Math.floor(place);
      const row = one.rows[at];
      if (!row) continue;
      rows.push(row.subarray(0, width));
      labels.push(one.labels[at] ?? 0);
      weights.push((one.weights[at] ?? 0) * stride);
    }
  }
  return { rows, labels: Float32Array.from(labels), weights: Float32Array.from(weights) };
}

const { values } = parseArgs({ options: { apart: { type: "boolean", default: false } } });
const taught = [
  ...[...pages("taught"), ...(values.apart ? [] : pages("held"))].map((page) => teach(page)),
  ...languagePages("taught").map((page) => teach(page, LANGUAGE_WEIGHT)),
];

// The second forest learns from chances of pages that the first was not taught on, as those will be that it is asked about.
const chances = new Map<Taught, Float64Array>();
for (const fold of [0, 1, 2, 3]) {
  const forest = new Forest(boost(lessonOf(taught.filter(({ page }) => page.fold !== fold)), FIRST));
  for (const one of taught.filter(({ page }) => page.fold === fold)) {
    const judged = forest.chances(one.rows);
    chances.set(one, judged);
    surround(one.blocks, one.areas, judged, one.rows, FEATURE_COUNT);
  }
  process.stdout.write(`fold ${fold} taught\n`);
}
const first = boost(lessonOf(taught), FIRST);
const second = boost(lessonOf(taught, FEATURE_COUNT + SURROUNDING_FEATURES), SECOND);
const judge = new Forest(second);
const article = boost(
  {
    rows: taught.map((one) => {
      const before = chances.get(one) ?? new Float64Array(one.rows.length);
      return kindRow(one.blocks, one.rows, judgedAgain(judge, before, one.rows));
    }),
    labels: Float32Array.from(taught, ({ page }) => (page.type === "article" ? 1 : 0)),
    weights: new Float32Array(taught.length).fill(KIND_WEIGHT),
  },
  KIND,
);

const taughtOn = `WCXB development set${values.apart ? ", two thirds of its domains" : ""} (Murrough Foley, arXiv 2605.21097, CC-BY-4.0), and pages of our own in seven other languages`;
writeFileSync(values.apart ? APART : SHIPPED, `${JSON.stringify({ taughtOn, first, second, article })}\n`);
