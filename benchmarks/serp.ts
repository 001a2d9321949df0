import { join } from "node:path";
import { load } from "cheerio";
import { parseHTML } from "linkedom";
import { parse } from "parse5";
import { loadRecordings, type Recording } from "../src/replay/recordings.ts";
import { runSource } from "../src/sources/run.ts";
import { search } from "../src/sources/search/index.ts";
import type { Source } from "../src/sources/source.ts";
import { replayUpstream } from "../test/support/replay-upstream.ts";

/*
 * Recorded results pages, read whole by each engine's own reader (parse, rows, items, checks; no network), beside what
 * others need for the parse alone, and cheerio for the parse and the same rows. Milliseconds a page, the median of
 * ROUNDS after warm-up. The reader must be 4.4 times as fast as linkedom's parse, over all pages, each way by itself; how
 * they do when they take turns, in each other's garbage and caches, is printed beside. Readers of several steps are left out.
 */
const RECORDINGS = join(import.meta.dirname, "../../shared/recordings");
const WARM_UP = 40;
const ROUNDS = 41;
const AT_LEAST = 4.4;
const NOW = Date.parse("2026-06-21T12:00:00Z");

/** What cheerio is asked for: the rows of a page, and a row's link, title and snippet. */
const SELECTORS: Readonly<Record<string, readonly [rows: string, link: string, title: string, snippet: string]>> = {
  duckduckgo: ["#links .result.web-result", "a.result__a", "a.result__a", ".result__snippet"],
  google: ["div.tF2Cxc, div.ZINbbc", "a:has(h3)", "h3", ".VwiC3b, .s3v9rd .s3v9rd"],
  bing: ["#b_results > li.b_algo", "h2 a", "h2 a", ".b_caption p"],
  brave: ['#results div.snippet[data-type="web"]', 'a[href^="http"]', ".search-snippet-title", ".content"],
  mojeek: ["ul.results-standard > li", "h2 a.title", "h2 a.title", "p.s"],
  yahoo: ["div.algo-sr", ".compTitle a", ".compTitle h3", ".compText"],
  ecosia: [
    '[data-test-id="mainline-result-web"]',
    '[data-test-id="result-link"]',
    '[data-test-id="result-title"]',
    '[data-test-id="web-result-description"]',
  ],
  yandex: ["li.serp-item", "a.OrganicTitle-Link", ".OrganicTitle-LinkText", ".OrganicText, .TextContainer"],
};

/** The number of items read; undefined where the reader asks more than once for them. */
function readWhole(source: Source, recording: Recording): number | undefined {
  let items = 0;
  let failure: unknown;
  const ask = { q: source.query.example, pagecount: 1, noCache: false, options: {} };
  const upstream = replayUpstream(() => recording);
  const env = { upstream, keys: {}, now: () => NOW };
  runSource(source, ask, env).subscribe({
    next: () => {
      items += 1;
    },
    error: (error) => {
      failure = error;
    },
  });
  if (failure) throw failure;
  return upstream.asked.length === 1 ? items : undefined;
}

function readWithCheerio(html: string, [rows, link, title, snippet]: (typeof SELECTORS)[string]): number {
  const $ = load(html);
  return $(rows)
    .toArray()
    .map((row) => ({
      url: $(row).find(link).first().attr("href"),
      title: $(row).find(title).first().text().trim(),
      snippet: $(row).find(snippet).first().text().replace(/\s+/g, " ").trim(),
    }))
    .filter((item) => item.url && item.title).length;
}

/** The milliseconds that each way needs: the medians of rounds, after warm-up, in which the ways take turns. */
function medians(ways: readonly (() => unknown)[]): number[] {
  const taken: number[][] = ways.map(() => []);
  for (let round = -WARM_UP; round < ROUNDS; round += 1)
    ways.forEach((way, i) => {
      const begun = performance.now();
      way();
      if (round >= 0) taken[i]?.push(performance.now() - begun);
    });
  return taken.map((times) => times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN);
}

/** `alone`: each way's rounds without the others between them. */
const alone = (ways: readonly (() => unknown)[]): number[] => ways.flatMap((way) => medians([way]));

const cells = (values: readonly (string | number)[]): string =>
  values
    .map((value, i) =>
      i === 0 ? String(value).padEnd(36) : (typeof value === "number" ? value.toFixed(2) : value).padStart(11),
    )
    .join("");

const sums = (a: readonly number[], b: readonly number[]): number[] => a.map((value, i) => value + (b[i] ?? 0));

console.log(cells(["page", "KB", "items", "tributary", "linkedom", "parse5", "cheerio", "linkedom/ours"]));
const totals = { alone: [0, 0, 0, 0], turns: [0, 0, 0, 0] };
for (const source of search.sources) {
  const selectors = SELECTORS[source.id];
  if (!selectors) continue;
  for (const recording of loadRecordings(RECORDINGS, `search/${source.id}`)) {
    const { meta } = recording;
    if (!meta.expect.minItems || !meta.contentType?.startsWith("text/html")) continue;
    const bytes = recording.body();
    const held: Recording = { ...recording, body: () => bytes };
    const html = new TextDecoder().decode(bytes);
    const items = readWhole(source, held);
    if (items === undefined) continue;
    const found = readWithCheerio(html, selectors);
    if (items < meta.expect.minItems || found < meta.expect.minItems)
      throw new Error(`${source.id}/${recording.name}: ${items} items, ${found} by cheerio`);
    const ways = [
      () => readWhole(source, held),
      () => parseHTML(html),
      () => parse(html),
      () => readWithCheerio(html, selectors),
    ];
    const times = alone(ways);
    totals.alone = sums(totals.alone, times);
    totals.turns = sums(totals.turns, medians(ways));
    const [ours = Number.NaN, linkedom = Number.NaN] = times;
    const name = `${source.id}/${recording.name}`;
    console.log(cells([name, (bytes.length / 1024).toFixed(0), String(items), ...times, linkedom / ours]));
  }
}

const ratio = ([ours = Number.NaN, linkedom = Number.NaN]: readonly number[]): number => linkedom / ours;
console.log(cells(["all pages, each way alone", "", "", ...totals.alone, ratio(totals.alone)]));
console.log(cells(["all pages, the ways taking turns", "", "", ...totals.turns, ratio(totals.turns)]));
if (!(ratio(totals.alone) >= AT_LEAST)) {
  console.error(`The reader is not ${AT_LEAST} times as fast as linkedom's parse.`);
  process.exitCode = 1;
}
