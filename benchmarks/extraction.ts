/**
 * Page extraction on WCXB (../shared/benchmarks/wcxb beside the repository), ours and plain Readability on linkedom in the same
 * run: word-level F1, precision and recall by type of page and by language, milliseconds a page (ours with metadata, images
 * and links; then once more, warm, as in a service that has read some hundred), and how title, author and date agree with what
 * people read on the page.
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
import { hasWcxb, Means, overlap, type Page, pages, WCXB } from "../test/extraction/training/pages.ts";

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

/** What is made of each page, and in how many milliseconds. */
function timed<Read>(held: readonly Page[], read: (page: Page) => Read): { results: Read[]; ms: number[] } {
  const ms: number[] = [];
  const results = held.map((page) => {
    const begun = performance.now();
    const result = read(page);
    ms.push(performance.now() - begun);
    return result;
  });
  return { results, ms };
}

function measure(sample: number): void {
  const judges = judgesOf(apart);
  const held = [...pages("held")].slice(0, sample);
  const extracted = ({ html, url }: Page) => extractPage({ html, url, markdown: false }, judges);
  const ours = timed(held, extracted);
  const warm = timed(held, extracted);
  const theirs = timed(held, ({ html }) => readability(html));

  const byType = new Means();
  const byLanguage = new Means();
  const fields = new Map<string, FieldTallies>([["all", new FieldTallies()]]);
  for (const [at, { text, title, byline, publishedDate, language }] of ours.results.entries()) {
    const { type, truth, fields: stated } = held[at] as Page;
    const [own, other] = [overlap(text, truth), overlap(theirs.results[at] ?? "", truth)];
    const scores = [own.f1, own.precision, own.recall, other.f1, other.precision, other.recall];
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
  printTimes("ours", ours.ms);
  printTimes("ours, warm", warm.ms);
  printTimes("Readability", theirs.ms);
  printFields(fields);
}

const { values } = parseArgs({ options: { sample: { type: "string" } } });
if (hasWcxb()) measure(values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample));
else console.log(`WCXB is not at ${WCXB.pathname}: nothing to measure.`);
