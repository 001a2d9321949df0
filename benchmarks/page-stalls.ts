/**
 * The longest that the thread which serves had no time for others, in milliseconds by the clock, while each source that reads
 * pages was given each hostile page; on an idle machine 50 at most, or the run fails. Names of sources to try (all of `page`
 * by default) follow. Run: `node benchmarks/page-stalls.ts [page/links …]`
 */
import { lastValueFrom, map, takeUntil, timer, toArray } from "rxjs";
import { sharedReader } from "../src/reading/reader.ts";
import { categories, findSource } from "../src/sources/catalogue.ts";
import { runSource } from "../src/sources/run.ts";
import { hostilePages } from "../test/faults/bodies.ts";
import { stalls } from "../test/faults/stalls.ts";
import { answer } from "../test/sources/kit/reading.ts";
import { replayUpstream } from "../test/support/replay-upstream.ts";

const MOST_MS = 50;
const LEFT_AFTER_MS = 12_000;
const BYTES = 5_000_000;

/** They have the page read by a browser or by somebody else. */
const ELSEWHERE = new Set(["screenshot", "pagespeed"]);
const pages = categories.find(({ id }) => id === "page")?.sources ?? [];
const given = process.argv.slice(2);
const names = given.length > 0 ? given : pages.flatMap(({ id }) => (ELSEWHERE.has(id) ? [] : [`page/${id}`]));

function ask(name: string, body: string): Promise<string> {
  const source = findSource(name);
  if (!source) throw new Error(`no source ${name}`);
  const upstream = {
    ...replayUpstream(() => undefined),
    http: ({ url }: { url: string }) =>
      timer(1).pipe(map(() => answer(body, { url, headers: { "content-type": "text/html" } }))),
  };
  const asked = { q: "https://a.example/", pagecount: 1, noCache: true, options: {} };
  const items$ = runSource(source, asked, { upstream, keys: {} });
  return lastValueFrom(items$.pipe(takeUntil(timer(LEFT_AFTER_MS)), toArray())).then(
    (items) => `${items.length} items`,
    (error: unknown) => String(error).slice(0, 90),
  );
}

let failed = false;
for (const name of names) await ask(name, "<title>warm</title><p>words");
for (const [shape, body] of Object.entries(hostilePages(BYTES)))
  for (const name of names) {
    const { outcome, longestMs } = await stalls(
      () => ask(name, body),
      () => performance.now(),
    );
    if (longestMs > MOST_MS) failed = true;
    console.log(`${String(Math.round(longestMs)).padStart(6)} ms  ${name}, ${shape}: ${outcome}`);
  }
sharedReader().close();
process.exit(failed ? 1 : 0);
