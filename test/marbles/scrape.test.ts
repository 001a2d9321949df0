import { type Observable, of } from "rxjs";
import { describe, test } from "vitest";
import { checked, SourceError } from "../../src/errors.ts";
import { ScrapeOptions } from "../../src/pipelines/scrape/options.ts";
import { type ScrapeDeps, scrape } from "../../src/pipelines/scrape/scrape.ts";
import type { Shown } from "../../src/reading/read-shown.ts";
import type { HttpResponse } from "../../src/upstream/types.ts";
import { virtualTime } from "./virtualTime.ts";

const URL = "https://river.example/otter";

const response: HttpResponse = {
  url: URL,
  status: 200,
  headers: { "content-type": "text/html" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from("<p>The otter dives.</p>"),
};

const shown: Shown = {
  extraction: {
    ok: true,
    page: { url: URL, text: "The otter dives.", markdown: "The otter dives.", images: [], links: [] },
  },
  attributes: [],
};

const document = {
  markdown: "The otter dives.",
  metadata: {
    sourceURL: URL,
    statusCode: 200,
    creditsUsed: 1,
    url: URL,
    contentType: "text/html",
    proxyUsed: "basic",
    cacheState: "miss",
  },
};

const scraping = (http$: Observable<HttpResponse>, read$: Observable<Shown> = of(shown), fields: object = {}) => {
  const deps: ScrapeDeps = {
    upstream: {
      http: () => http$,
      httpStream: () => of(),
      cache: { through: (_policy, value$) => value$ },
    },
    read: () => read$,
    now: () => 0,
  };
  return scrape(URL, checked(ScrapeOptions, fields), deps);
};

describe("scrape", () => {
  test("gives the page when it has come and is read", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const http$ = cold("--(a|)", { a: response });
      const read$ = cold("-(b|)", { b: shown });
      expectObservable(scraping(http$, read$)).toBe("---(d|)", { d: document });
      expectSubscriptions(http$.subscriptions).toBe("^-!");
      expectSubscriptions(read$.subscriptions).toBe("--^!");
    }));

  test("aborts the request when nobody waits any more", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const http$ = cold<HttpResponse>("-------a|", { a: response });
      expectObservable(scraping(http$), "^--!").toBe("----");
      expectSubscriptions(http$.subscriptions).toBe("^--!");
    }));

  test("ends the reading when nobody waits any more", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const http$ = cold("-(a|)", { a: response });
      const read$ = cold<Shown>("--------b|", { b: shown });
      expectObservable(scraping(http$, read$), "^---!").toBe("-----");
      expectSubscriptions(read$.subscriptions).toBe("-^--!");
    }));

  test("fails as the request fails, and as reading fails", () =>
    virtualTime(({ cold, expectObservable }) => {
      const broken = new SourceError("unreachable", "river.example refused the connection.");
      expectObservable(scraping(cold<HttpResponse>("--#", {}, broken))).toBe("--#", {}, broken);
      const crashed = new SourceError("crashed", "It could not be read.");
      const http$ = cold("-(a|)", { a: response });
      expectObservable(scraping(http$, cold<Shown>("-#", {}, crashed))).toBe("--#", {}, crashed);
    }));

  test("fails when its time is over, and aborts the request", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const http$ = cold<HttpResponse>("-");
      const late = new SourceError("timeout", `${URL} was not scraped within the 2 s of timeout.`);
      expectObservable(scraping(http$, of(shown), { timeout: 2_000 })).toBe("2s #", {}, late);
      expectSubscriptions(http$.subscriptions).toBe("^ 1999ms !");
    }));
});
