/**
 * The longest that the thread which serves had no time for others, in milliseconds, while it was given each of these hostile
 * documents; on an idle machine 200 at most, or the run fails. Run: `node benchmarks/stalls.ts`
 */
import { lastValueFrom, map, takeUntil, timer, toArray } from "rxjs";
import { extract } from "../src/pipelines/extract.ts";
import { oneShot } from "../src/pipelines/one-shot.ts";
import { createReader } from "../src/reading/reader.ts";
import { findSource } from "../src/sources/catalogue.ts";
import { runSource } from "../src/sources/run.ts";
import * as bodies from "../test/faults/bodies.ts";
import { stalls } from "../test/faults/stalls.ts";
import { answer } from "../test/sources/kit/reading.ts";
import { replayUpstream } from "../test/support/replay-upstream.ts";

const MOST_MS = 200;
const LEFT_AFTER_MS = 12_000;

const answering = (body: string | Uint8Array, type: string) => ({
  ...replayUpstream(() => undefined),
  http: ({ url }: { url: string }) =>
    timer(1).pipe(map(() => answer(body, { url, headers: { "content-type": type } }))),
});

const reader = createReader();

/** Extracts a page so often. */
const pages =
  (body: string, times = 1, type = "text/html") =>
  async (): Promise<string> => {
    const urls = Array.from({ length: times }, (_, at) => `https://a.example/${at}`);
    const request = { urls, includeImages: true, includeRawContent: true, format: "text" } as const;
    const all = await lastValueFrom(oneShot(extract(request, { upstream: answering(body, type), reader })));
    return `${all.results.length} read, ${all.failed_results.map(({ code }) => code).join(" ")}`;
  };

/** Asks a source where every host answers so. */
const source =
  (id: string, q: string, body: string, options = {}) =>
  async (): Promise<string> => {
    const found = findSource(id);
    if (!found) throw new Error(`no source ${id}`);
    const env = { upstream: answering(body, "text/plain"), keys: {} };
    const items$ = runSource(found, { q, pagecount: 1, noCache: true, options }, env);
    return lastValueFrom(items$.pipe(takeUntil(timer(LEFT_AFTER_MS)), toArray())).then(
      (items) => `${items.length} items`,
      (error: unknown) => String(error).slice(0, 90),
    );
  };

const URL = "https://a.example/";
const instance = { instance: "a.example" };
const attacks: Readonly<Record<string, () => Promise<string>>> = {
  "a light page, as dense as it may be": pages(bodies.pageOf(995)),
  "a light page of hidden lines": pages("<a><p>some words</a>and others".repeat(995)),
  "a page of many lines below 256 KB": pages(bodies.pageOf(5_000)),
  "a page of 10 MB": pages(bodies.pageOf(200_000)),
  "twenty pages of 1 MB": pages(bodies.pageOf(20_000), 20),
  "a page of NULs": pages(`<p>words ${"\0".repeat(10_000_000)}`),
  "a page nested without end": pages(bodies.nested(3_000_000)),
  "a PDF of repeated contents": pages(bodies.pdfOfRepeatedContents(20_000), 2, "application/pdf"),
  "a PDF of nested states": pages(bodies.pdfOfNestedStates(3_000_000), 1, "application/pdf"),
  "a PDF of expanding forms": pages(bodies.pdfOfExpandingForms(9), 2, "application/pdf"),
  "a JSON feed of tags": source("feed/rss", URL, bodies.feedOfTags(3_000_000)),
  "a feed of entries": source("feed/rss", URL, bodies.feedOfEntries(300_000)),
  "a light feed of entries": source("feed/rss", URL, bodies.feedOfEntries(2_400)),
  "a feed of namespaces": source("feed/rss", URL, bodies.feedOfNamespaces(9_000)),
  "a feed's type of semicolons": source("feed/rss", URL, bodies.pageOfSemicolons(250_000)),
  "unclosed elements for a feed": source("feed/rss", URL, bodies.nested(3_000_000)),
  "an instance's numbers": source("community/lemmy", "x", `{"posts":[${"1,".repeat(2_400_000)}1]}`, instance),
  "an instance's light numbers": source("community/lemmy", "x", `{"posts":[${"1,".repeat(19_000)}1]}`, instance),
  "a selector on siblings": source("feed/page_changes", `${URL} #> li:has(~ li ~ li)`, bodies.siblings(100_000)),
};

let failed = false;
await pages("<p>words")();
for (const [name, attack] of Object.entries(attacks)) {
  const { outcome, longestMs } = await stalls(attack, () => performance.now());
  if (longestMs > MOST_MS) failed = true;
  console.log(`${String(Math.round(longestMs)).padStart(6)} ms  ${name}: ${outcome}`);
}
reader.close();
process.exit(failed ? 1 : 0);
