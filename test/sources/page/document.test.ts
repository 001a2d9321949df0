import { defer, delay, firstValueFrom, forkJoin, type Observable, of, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { headings } from "../../../src/sources/page/headings.ts";
import { html_meta } from "../../../src/sources/page/html_meta.ts";
import { page } from "../../../src/sources/page/index.ts";
import { treeOf } from "../../../src/sources/page/tree.ts";
import { runSource } from "../../../src/sources/run.ts";
import { createCache } from "../../../src/upstream/cache.ts";
import { memoryStore } from "../../../src/upstream/cache-store.ts";
import type { HttpRequest, HttpResponse } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const response = (html: string, headers: Record<string, string> = { "content-type": "text/html" }): HttpResponse => ({
  url: "https://shop.example/",
  status: 200,
  headers,
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(html),
});

const HTML = "<!doctype html><html lang=en><head><title>T</title></head><body><h1>One</h1></body></html>";

describe("a page that several analyses read", () => {
  const run = (asked: string[], noCache: boolean) => {
    const http = ({ url }: HttpRequest): Observable<HttpResponse> =>
      defer(() => {
        asked.push(url);
        return of(response(HTML)).pipe(delay(5));
      });
    const upstream = { ...replayUpstream(() => undefined), http, cache: createCache(memoryStore(1_000_000)) };
    const ask = { q: "https://shop.example/", pagecount: 1, noCache, options: {} };
    const read = (id: string) => {
      const source = page.sources.find((one) => one.id === id);
      if (!source) throw new Error(id);
      return runSource(source, ask, { upstream, keys: {} }).pipe(toArray());
    };
    return firstValueFrom(forkJoin([read(html_meta.id), read(headings.id), read("links"), read("opengraph")]));
  };

  it.each([false, true])("is fetched once, also where fresh answers are wanted (%s)", async (noCache) => {
    const asked: string[] = [];
    const [meta, outline] = await run(asked, noCache);
    expect(asked).toEqual(["https://shop.example/"]);
    expect(meta[0]).toMatchObject({ title: "T" });
    expect(outline[0]).toMatchObject({ title: "One", level: 1 });
  });
});

describe("the tree of a page", () => {
  it("ends the head where a browser does", () => {
    const { head, headEndedBy } = treeOf(
      response("<title>a</title><meta name=viewport content=x><img src=i.png><meta name=description content=late>"),
    );
    expect(head.has("meta[name=viewport]")).toBe(true);
    expect(head.has("meta[name=description]")).toBe(false);
    expect(headEndedBy).toBe("<img>");
  });

  it("keeps what a noscript in the head holds from ending it", () => {
    const { head, headEndedBy } = treeOf(
      response("<head><noscript><img src=pixel></noscript><link rel=canonical href=/a></head>"),
    );
    expect(head.has("link[rel=canonical]")).toBe(true);
    expect(headEndedBy).toBeUndefined();
  });

  it.each([
    ["depth", "<div>".repeat(200_000)],
    [
      "formatting",
      `${"<b id=x>".repeat(1)}${Array.from({ length: 3_000 }, (_, i) => `<b id=b${i}>`).join("")}${"<p>".repeat(100_000)}`,
    ],
  ])("of a hostile page (%s) is read up to its bounds", (_what, html) => {
    const started = process.threadCpuUsage();
    expect(treeOf(response(html)).whole).toBe(false);
    const { user, system } = process.threadCpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(10_000);
  });
});
