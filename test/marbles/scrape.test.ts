import { type Observable, of } from "rxjs";
import type { RunHelpers } from "rxjs/testing";
import { describe, test } from "vitest";
import { checked, SourceError } from "../../src/errors.ts";
import { ScrapeOptions } from "../../src/pipelines/scrape/options.ts";
import { type ScrapeDeps, scrape } from "../../src/pipelines/scrape/scrape.ts";
import type { Shown } from "../../src/reading/read-shown.ts";
import type { HttpResponse, HttpStream } from "../../src/upstream/types.ts";
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

const scraping = (
  http$: Observable<HttpResponse>,
  read$: Observable<Shown> = of(shown),
  fields: object = {},
  more: Partial<ScrapeDeps> = {},
) => {
  const deps: ScrapeDeps = {
    upstream: {
      http: () => http$,
      httpStream: () => of(),
      cache: { through: (_policy, value$) => value$ },
    },
    read: () => read$,
    now: () => 0,
    ...more,
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

  const TRACKED = { formats: ["markdown", "changeTracking", "summary"], timeout: 2_000 };
  const said = JSON.stringify({ choices: [{ message: { content: "Otters dive." }, finish_reason: "stop" }] });
  const answer: HttpStream = {
    ...response,
    url: "https://model.example/v1/chat/completions",
    headers: { "content-type": "application/json" },
    body: of(Buffer.from(said)),
  };

  /** A page that was never seen, which a language model is asked about. */
  const tracking = (cold: RunHelpers["cold"], written$: Observable<HttpStream>) => {
    const keep$ = cold<void>("-(k|)", { k: undefined });
    const more: Partial<ScrapeDeps> = {
      memory: { recall: () => of(undefined), keep: () => keep$ },
      model: { baseUrl: "https://model.example/v1", model: "writer", timeoutMs: 9_000 },
      upstream: {
        http: () => of(response),
        httpStream: () => written$,
        cache: { through: (_policy, value$) => value$ },
      },
    };
    return { keep$, document$: scraping(of(response), of(shown), TRACKED, more) };
  };

  test("remembers a page for its changes once all of it is made", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const { keep$, document$ } = tracking(cold, cold("--(a|)", { a: answer }));
      const changeTracking = { previousScrapeAt: null, visibility: "visible", changeStatus: "new" };
      expectObservable(document$).toBe("---(d|)", { d: { ...document, changeTracking, summary: "Otters dive." } });
      expectSubscriptions(keep$.subscriptions).toBe("--^!");
    }));

  test("remembers nothing of a page that fails, or whose time is over, before all of it is made", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const broken = new SourceError("unreachable", "The model refused the connection.");
      const failing = tracking(cold, cold<HttpStream>("--#", {}, broken));
      expectObservable(failing.document$).toBe("--#", {}, broken);
      expectSubscriptions(failing.keep$.subscriptions).toBe([]);
      const late = new SourceError("timeout", `${URL} was not scraped within the 2 s of timeout.`);
      const slow = tracking(cold, cold<HttpStream>("-"));
      expectObservable(slow.document$).toBe("2s #", {}, late);
      expectSubscriptions(slow.keep$.subscriptions).toBe([]);
    }));
});
