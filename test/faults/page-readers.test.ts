import { catchError, defer, EMPTY, lastValueFrom, map, of, timer, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { categories, findSource } from "../../src/sources/catalogue.ts";
import { runSource } from "../../src/sources/run.ts";
import type { ReadContext } from "../../src/sources/source.ts";
import { createCache } from "../../src/upstream/cache.ts";
import { memoryStore } from "../../src/upstream/cache-store.ts";
import { answer } from "../sources/kit/reading.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { hostilePages } from "./bodies.ts";
import { STALL_MS, stalls } from "./stalls.ts";

const upstreamOf = (body: string | Uint8Array) => ({
  ...replayUpstream(() => undefined),
  http: ({ url }: { url: string }) =>
    timer(1).pipe(map(() => answer(body, { url, headers: { "content-type": "text/html" } }))),
});

/** Every source that reads a document of the user's choice. */
const readers = ["page", "feed"].flatMap((id) => categories.find((category) => category.id === id)?.sources ?? []);
const PAGES = readers
  .filter(({ category, id }) => category === "page" && !["screenshot", "pagespeed"].includes(id))
  .map(({ id }) => `page/${id}`);

/** What asking a source comes to: a count of items, or the failure's kind. */
function asked(name: string, body: string | Uint8Array, url = "https://a.example/") {
  const source = findSource(name);
  if (!source) throw new Error(`no source ${name}`);
  const items$ = runSource(
    source,
    { q: url, pagecount: 1, noCache: true, options: {} },
    { upstream: upstreamOf(body), keys: {} },
  );
  return lastValueFrom(
    items$.pipe(
      toArray(),
      map((items) => ({ items })),
      catchError((error) => of({ kind: String(error.kind), items: [] })),
    ),
  );
}

const WORDS = `<!doctype html><html lang=en><head><title>A page</title><meta name=description content="Some words"><meta property=og:title content=x><meta name=generator content="WordPress 6.5"><link rel=alternate hreflang=fr href=/fr></head><body>
<h1>Heading</h1><script type="application/ld+json">{"@type":"Article","name":"x"}</script>${"<p>Some words that say a little, and go on.</p>".repeat(400)}
<a href="/other">a link</a></body></html>`;

describe("sources that read pages", () => {
  it("are all tried here", () => {
    expect(PAGES.length).toBeGreaterThan(8);
  });

  it.each(PAGES)("%s reads the same in another process as here", async (name) => {
    const source = findSource(name);
    const context: ReadContext = {
      source: name,
      pages: 1,
      keys: {},
      upstream: upstreamOf(WORDS),
      fetch: (request) => upstreamOf(WORDS).http(request),
      stream: () => EMPTY,
      cached: (_name, value$) => value$,
      notice: () => {},
      now: () => 0,
    };
    const read = (given: ReadContext) =>
      lastValueFrom(
        (source?.open("https://a.example/", {}, given) ?? EMPTY).pipe(
          toArray(),
          catchError((error) => of(String(error))),
        ),
      );
    const here = await read(context);
    expect(here).not.toEqual([]);
    expect(await read({ ...context, reading: () => undefined })).toEqual(here);
  });

  const shapes = Object.entries(hostilePages(1_500_000)).map(([shape, body], nth) => ({
    shape,
    body,
    // Each source has its turn, and each shape several; `npm run bench -- page-stalls` tries all with all.
    names: ["page/html_meta", ...[2 * nth, 2 * nth + 1].flatMap((at) => PAGES[at % PAGES.length] ?? [])],
  }));

  it.each(shapes)("leave the serving thread alone: $shape", async ({ body, names }) => {
    for (const name of names) {
      const { longestMs } = await stalls(() => asked(name, body));
      expect(longestMs, name).toBeLessThan(STALL_MS);
    }
  });

  it.each([
    ["a small page is held for those who ask within the minute", 10_000, 1],
    ["a large page is shared by those who ask at once, and not held", 3_000_000, 2],
  ])("%s", async (_what, bytes, fetches) => {
    let fetched = 0;
    const body = `<title>x</title>${"<p>words</p>".repeat(bytes / 12)}`;
    const store = memoryStore(100_000_000);
    const upstream = {
      ...upstreamOf(body),
      cache: createCache(store),
      http: (request: { url: string }) =>
        defer(() => {
          fetched += 1;
          return upstreamOf(body).http(request);
        }),
    };
    const ask = (name: string) => {
      const [source] = categories
        .flatMap(({ sources }) => sources)
        .filter(({ id, category }) => `${category}/${id}` === name);
      if (!source) throw new Error(`no source ${name}`);
      const asked = { q: "https://a.example/", pagecount: 1, noCache: false, options: {} };
      return lastValueFrom(runSource(source, asked, { upstream, keys: {} }).pipe(toArray()));
    };
    await Promise.all([ask("page/links"), ask("page/html_meta")]);
    expect(fetched).toBe(1);
    expect(store.stats().bytes).toBeLessThan(1_000_000);
    await ask("page/headings");
    expect(fetched).toBe(fetches);
  });
});
