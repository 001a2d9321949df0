import { map, type Observable, of, throwError, timer } from "rxjs";
import { describe, test } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { type CrawlDeps, crawl } from "../../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../../src/pipelines/crawl/options.ts";
import type { Reading } from "../../src/pipelines/crawl/reading.ts";
import { keyOf } from "../../src/pipelines/crawl/seen.ts";
import type { HttpStream } from "../../src/upstream/types.ts";
import { virtualTime } from "./virtualTime.ts";

const SITE = "https://a.test/";
const EVENTS = { A: "a.test/ page", B: "b page", C: "c page", X: "c timeout", D: "done" };

const answer = (url: string, status = 200): HttpStream => ({
  url,
  status,
  headers: { "content-type": "text/html" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: of(new TextEncoder().encode(url)),
});

const reading = (url: string): Reading => {
  const links = url === SITE ? [`${SITE}b`, `${SITE}c`, `${SITE}b`] : [SITE, `${SITE}b`];
  return {
    ok: true,
    content: url,
    images: [],
    textKey: keyOf(url),
    simHash: undefined,
    links,
    keys: BigUint64Array.from(links, (link) => keyOf(link)),
  };
};

/** A site whose pages take so many frames each, and whose reading takes one. */
function site(frames: Readonly<Record<string, number>>, fail?: string): Pick<CrawlDeps, "upstream" | "reader"> {
  const fetched = (url: string): Observable<HttpStream> => {
    if (url.endsWith("robots.txt")) return of(answer(url, 404));
    if (url === fail) return timer(frames[url] ?? 1).pipe(map(() => failure()));
    return timer(frames[url] ?? 1).pipe(map(() => answer(url)));
  };
  return {
    upstream: { httpStream: ({ url }) => fetched(url) },
    reader: { read: (_reading: unknown, { url }: { url: string }) => timer(1).pipe(map(() => reading(url))) },
  };
}

const failure = (): never => {
  throw new SourceError("timeout", "too slow");
};

const crawled = (deps: Pick<CrawlDeps, "upstream" | "reader">, options: Record<string, unknown> = {}) =>
  crawl({ url: SITE, ...crawlOptions.parse(options) }, deps).pipe(
    map(({ event, data }) => {
      if (event !== "page") return event;
      const name = String(data["url"]).replace("https://a.test/", "") || "a.test/";
      return `${name} ${String(data["code"] ?? "page")}`;
    }),
  );

describe("crawl, in virtual time", () => {
  test("sends each page when it is done, each once, then done", () =>
    virtualTime(({ expectObservable }) => {
      const pages = { [SITE]: 2, [`${SITE}b`]: 5, [`${SITE}c`]: 2 };
      expectObservable(crawled(site(pages))).toBe("---A--C--(BD|)", EVENTS);
    }));

  test("tells of a page that failed, and goes on", () =>
    virtualTime(({ expectObservable }) => {
      const pages = { [SITE]: 2, [`${SITE}b`]: 5, [`${SITE}c`]: 2 };
      expectObservable(crawled(site(pages, `${SITE}c`))).toBe("---A-X---(BD|)", EVENTS);
    }));

  test("stops at its limit and at its time", () =>
    virtualTime(({ expectObservable }) => {
      const pages = { [SITE]: 2, [`${SITE}b`]: 5, [`${SITE}c`]: 5_000 };
      expectObservable(crawled(site(pages), { limit: 2 })).toBe("---A-----(BD|)", EVENTS);
      expectObservable(crawled(site(pages), { timeout: 1 })).toBe("---A-----B 990ms (D|)", EVENTS);
    }));

  test("leaves what is under way when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const hanging = cold<HttpStream>("-");
      const { upstream, reader } = site({ [SITE]: 2 });
      const deps = {
        reader,
        upstream: {
          httpStream: (request: Parameters<typeof upstream.httpStream>[0]) =>
            request.url === `${SITE}b` ? hanging : upstream.httpStream(request),
        },
      };
      expectObservable(crawled(deps), "^------!").toBe("---A-C", EVENTS);
      expectSubscriptions(hanging.subscriptions).toBe("---^---!");
    }));

  test("fails where its first page may not be reached", () =>
    virtualTime(({ expectObservable }) => {
      const error = new SourceError("forbidden-target", "not there");
      const { reader } = site({});
      const refusing = { reader, upstream: { httpStream: () => throwError(() => error) } };
      expectObservable(crawled(refusing)).toBe("#", undefined, error);
    }));
});
