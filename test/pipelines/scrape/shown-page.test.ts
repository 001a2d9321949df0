import { map, throwError, timer } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { shownPage } from "../../../src/pipelines/scrape/shown-page.ts";
import type { Shown } from "../../../src/reading/read-shown.ts";
import type { HttpResponse } from "../../../src/upstream/types.ts";

const scheduled = (test: Parameters<TestScheduler["run"]>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

const response = (body: string, type = "text/html"): HttpResponse => ({
  url: "https://site.example/",
  status: 200,
  headers: { "content-type": type },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(body),
});

const shown = (text: string): Shown => ({
  extraction: { ok: true, page: { url: "https://site.example/", text, links: [], images: [] } },
  raw: text,
  attributes: [],
});

const page = (plain: HttpResponse | undefined, drive: object | undefined = undefined) => ({
  url: "https://site.example/",
  response: plain,
  drive,
  read: ({ body }: HttpResponse) => timer(2).pipe(map(() => shown(Buffer.from(body).toString()))),
  shownOf: (one: Shown) => one,
  withRaw: (one: Shown, raw: string | undefined): Shown => (raw === undefined ? one : { ...one, raw }),
});

const rendering = { mode: "auto" as const, available: () => true };
const rendered = { ...response("in a browser"), globals: {} };

describe("shownPage", () => {
  it("reads a page as it came, or as a browser shows it", () => {
    scheduled(({ cold, expectObservable }) => {
      const upstream = { rendering, render: () => cold("---(r|)", { r: rendered }) };
      const plain = response("as it came");
      expectObservable(shownPage(page(plain), upstream)).toBe("--(p|)", {
        p: { response: plain, shown: shown("as it came"), brought: {}, warnings: [] },
      });
      expectObservable(shownPage(page(plain, { waitForMs: 1 }), upstream)).toBe("-----(p|)", {
        p: { response: rendered, shown: shown("in a browser"), brought: {}, warnings: [] },
      });
      expectObservable(shownPage(page(undefined, { mobile: true }), upstream)).toBe("-----(p|)", {
        p: expect.objectContaining({ response: rendered }),
      });
    });
  });

  it("drives nothing that is no page", () => {
    scheduled(({ expectObservable }) => {
      const text = response("a text", "text/plain");
      const upstream = { rendering, render: () => throwError(() => new Error("It was asked.")) };
      expectObservable(shownPage(page(text, { waitForMs: 1 }), upstream)).toBe("--(p|)", {
        p: expect.objectContaining({ warnings: [expect.stringMatching(/^It is no HTML page/)] }),
      });
    });
  });

  it("fails as the browser fails, and unsubscribes from it", () => {
    scheduled(({ cold, expectObservable, expectSubscriptions }) => {
      const error = new SourceError("action-failed", "The action click failed.");
      const failing = { rendering, render: () => cold<typeof rendered>("---#", undefined, error) };
      expectObservable(shownPage(page(response("x"), { waitForMs: 1 }), failing)).toBe("---#", undefined, error);
      const render$ = cold<typeof rendered>("-----(r|)", { r: rendered });
      const upstream = { rendering, render: () => render$ };
      expectObservable(shownPage(page(response("x"), { waitForMs: 1 }), upstream), "--!").toBe("--");
      expectSubscriptions(render$.subscriptions).toBe("^-!");
    });
  });
});
