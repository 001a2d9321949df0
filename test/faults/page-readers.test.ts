import { catchError, EMPTY, lastValueFrom, map, of, timer, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { categories, findSource } from "../../src/sources/catalogue.ts";
import { runSource } from "../../src/sources/run.ts";
import type { ReadContext } from "../../src/sources/source.ts";
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

  it.each(Object.entries(hostilePages(1_500_000)))("leave the serving thread alone: %s", async (_name, body) => {
    for (const name of ["page/html_meta", "page/links"]) {
      const { longestMs } = await stalls(() => asked(name, body));
      expect(longestMs, name).toBeLessThan(STALL_MS);
    }
  });
});
