import { firstValueFrom, map, Observable, of, throwError, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../src/errors.ts";
import { related_questions } from "../../../src/sources/serp/related_questions.ts";
import type { ReadContext } from "../../../src/sources/source.ts";
import type { HttpResponse, RenderedPage, Upstream } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

const WANTS_SCRIPTS =
  '<html><title>Google Search</title><noscript><meta content="0;url=/httpservice/retry/enablejs?sei=1" http-equiv="refresh"></noscript></html>';
const CAPTCHA = '<form id="captcha-form" action="index"><div class="g-recaptcha"></div></form>';
const RESULTS =
  '<div id="search"><div id="rso"><div class="related-question-pair" data-q="Is coffee healthy?"></div></div></div>';

const answer = (html: string, url = "https://www.google.com/search?q=coffee"): HttpResponse => ({
  url,
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(html),
});
const rendered = (html: string, url?: string): Observable<RenderedPage> => of({ ...answer(html, url), globals: {} });

function contextOf(sent: string, render: Upstream["render"]) {
  const ways: string[] = [];
  const upstream = { ...replayUpstream(() => undefined), http: () => of(answer(sent)), render };
  const context: ReadContext = {
    source: "related_questions",
    pages: 1,
    keys: {},
    upstream,
    fetch: upstream.http,
    stream: upstream.httpStream,
    // Through JSON and back, as a cache does.
    cached: (_name, value$, holding) => {
      ways.push(holding?.way ?? "");
      return value$.pipe(map((value) => JSON.parse(JSON.stringify(value))));
    },
    notice: () => undefined,
    now: () => Date.UTC(2026, 0, 2),
  };
  return { context, ways };
}

const asked = (context: ReadContext, engine = "google") =>
  firstValueFrom(related_questions.open("coffee", { engine }, context).pipe(toArray()));

describe("Google's page of results", () => {
  it("is read after a browser has run its scripts, where it wants them run", async () => {
    const urls: string[] = [];
    const { context, ways } = contextOf(WANTS_SCRIPTS, ({ url }) => {
      urls.push(url);
      return rendered(RESULTS);
    });
    expect(await asked(context)).toMatchObject([{ title: "Is coffee healthy?", engine: "google" }]);
    expect(urls).toEqual(["https://www.google.com/search?q=coffee&pws=0"]);
    expect(ways).toEqual(["google", "browser"]);
  });

  it("needs no browser where it is there without", async () => {
    const { context } = contextOf(RESULTS, () => expect.fail("rendered"));
    expect(await asked(context)).toHaveLength(1);
  });

  it("stays refused: a captcha is not taken to a browser, nor anywhere from one", async () => {
    const sent = contextOf(CAPTCHA, () => expect.fail("rendered")).context;
    await expect(asked(sent)).rejects.toMatchObject({ kind: "blocked", message: expect.stringContaining("captcha") });
    const sorry = contextOf(WANTS_SCRIPTS, () => rendered(CAPTCHA, "https://www.google.com/sorry/index")).context;
    await expect(asked(sorry)).rejects.toMatchObject({ kind: "blocked", message: expect.stringContaining("captcha") });
    const again = contextOf(WANTS_SCRIPTS, () => rendered(WANTS_SCRIPTS)).context;
    await expect(asked(again)).rejects.toMatchObject({ kind: "blocked" });
  });

  it("is blocked where no browser is here, which rests nothing", async () => {
    const none = throwError(() => new SourceError("unreachable", "No Chromium was found: install it."));
    const { context } = contextOf(WANTS_SCRIPTS, () => none);
    await expect(asked(context)).rejects.toMatchObject({
      kind: "blocked",
      rests: false,
      message: expect.stringMatching(/scripts.*No Chromium/),
    });
  });

  it("is no longer rendered when unsubscribed", () => {
    let rendering = 0;
    const { context } = contextOf(
      WANTS_SCRIPTS,
      () =>
        new Observable(() => {
          rendering += 1;
          return () => {
            rendering -= 1;
          };
        }),
    );
    const asking = related_questions.open("coffee", { engine: "google" }, context).subscribe();
    expect(rendering).toBe(1);
    asking.unsubscribe();
    expect(rendering).toBe(0);
  });
});
