/**
 * Page extraction on WCXB (../shared/benchmarks/wcxb beside the repository), ours and plain Readability on linkedom in the same
 * run: word-level F1, precision and recall by type of page and by language, milliseconds a page (ours with metadata, images
 * and links), and how title, author and date agree with what people read on the page.
 * Only domains that no rule was made from are measured (`pages("held")`), with a model that was taught on the others alone: the one
 * that is shipped was taught on all.
 *
 *     node benchmarks/extraction.ts [--sample N]
 */
import { parseArgs } from "node:util";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { judgesOf } from "../src/extraction/content.ts";
import { extractPage } from "../src/extraction/extract.ts";
import apart from "../test/extraction/training/apart.json" with { type: "json" };
import { FieldTallies } from "../test/extraction/training/fields.ts";
import { hasWcxb, Means, overlap, pages, WCXB } from "../test/extraction/training/pages.ts";

function readability(html: string): string {
  try {
    return new Readability(parseHTML(html).document).parse()?.textContent ?? "";
  } catch (error) {
    // It throws on pages without a document element; they count as nothing found.
    if (error instanceof TypeError) return "";
    throw error;
  }
}

const SCRIPTS: readonly (readonly [language: string, letters: RegExp])[] = [
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ["zh", /\p{Script=Han}/gu],
  ["ko", /\p{Script=Hangul}/gu],
  ["ru", /\p{Script=Cyrillic}/gu],
  ["ar", /\p{Script=Arabic}/gu],
];

/** The language that a page's text shows by its script, else the one that the page declares. */
function languageOf(text: string, declared: string | undefined): string {
  const start = text.slice(0, 2_000);
  const shown = SCRIPTS.find(([, letters]) => 5 * (start.match(letters)?.length ?? 0) > start.length);
  return shown?.[0] ?? declared?.split("-")[0] ?? "unknown";
}

const percent = (part: number, whole: number) => (whole > 0 ? (part / whole).toFixed(3) : "-").padStart(9);

function printMeans(title: string, means: Means): void {
  console.log(`\n${title.padEnd(16)} pages     F1  precision  recall  Readability F1  precision  recall`);
  for (const { key, pages: count, means: all } of means.rows()) {
    const [f1, precision, recall, theirF1, theirPrecision, theirRecall] = all.map((mean) => mean.toFixed(3));
    console.log(
      `${key.padEnd(16)} ${String(count).padStart(5)}  ${f1}      ${precision}   ${recall}           ${theirF1}      ${theirPrecision}   ${theirRecall}`,
    );
  }
}

function printTimes(name: string, times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (quantile: number) => sorted[Math.floor(quantile * (sorted.length - 1))] ?? Number.NaN;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  console.log(name.padEnd(16), ...[mean, at(0.5), at(0.95)].map((ms) => ms.toFixed(1).padStart(7)));
}

function printFields(tallies: ReadonlyMap<string, FieldTallies>): void {
  console.log("\nfields            title   author  contained  given where none     date  given where none");
  for (const [type, { title, author, date }] of tallies)
    console.log(
      `${type.padEnd(14)}${percent(title.exact, title.stated)}${percent(author.exact, author.stated)}  ${percent(author.contained, author.stated)}  ${percent(author.given, author.without)}        ${percent(date.exact, date.stated)}  ${percent(date.given, date.without)}`,
    );
}

function measure(sample: number): void {
  const judges = judgesOf(apart);
  const byType = new Means();
  const byLanguage = new Means();
  const fields = new Map<string, FieldTallies>([["all", new FieldTallies()]]);
  const ourMs: number[] = [];
  const theirMs: number[] = [];
  for (const { html, url, type, truth, fields: stated } of pages("held")) {
    if (ourMs.length >= sample) break;
    const begun = performance.now();
    const { text, title, byline, publishedDate, language } = extractPage({ html, url, markdown: false }, judges);
    const between = performance.now();
    const other = readability(html);
    theirMs.push(performance.now() - between);
    ourMs.push(between - begun);
    const [ours, theirs] = [overlap(text, truth), overlap(other, truth)];
    const scores = [ours.f1, ours.precision, ours.recall, theirs.f1, theirs.precision, theirs.recall];
    for (const key of ["all", type]) {
      byType.add(key, scores);
      const tallies = fields.get(key) ?? new FieldTallies();
      fields.set(key, tallies);
      tallies.add({ title, author: byline, date: publishedDate }, stated);
    }
    byLanguage.add(languageOf(truth, language), scores);
  }
  printMeans("by type", byType);
  printMeans("by language", byLanguage);
  console.log("\nms a page           mean     p50     p95");
  printTimes("ours", ourMs);
  printTimes("Readability", theirMs);
  printFields(fields);
}

const { values } = parseArgs({ options: { sample: { type: "string" } } });
if (hasWcxb()) measure(values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample));
else console.log(`WCXB is not at ${WCXB.pathname}: nothing to measure.`);
