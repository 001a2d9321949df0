import { map, type Observable, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { ENGINES, serp } from "../../src/aggregate/serp.ts";
import { SourceError } from "../../src/errors.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import type { Item } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const page = (host: string): Item => ({ source: "s", title: host, url: `https://${host}/`, snippet: "otter" });
const blocked = new SourceError("blocked", "A captcha.");

/** Engines that give what is named, and nothing otherwise; which were asked. */
function over(
  engines: Readonly<Record<string, Observable<Item>>>,
  keys: Readonly<Record<string, string>> = {},
  named?: readonly string[],
) {
  const asked: string[] = [];
  const results$ = (language?: string) =>
    serp(
      { q: "otter", language },
      {
        env: { upstream: replayUpstream(() => undefined), keys },
        has: (id) => named === undefined || named.includes(id),
        find: findSource,
        items: (id) => {
          asked.push(id);
          return engines[id] ?? of();
        },
      },
    ).pipe(map((results) => results.map(({ title }) => title).toSorted()));
  return { asked, results$ };
}

const hosts = { a: page("a.org"), b: page("b.org"), c: page("c.org") };

describe("the results of all engines", () => {
  test("do without the others where two have found something", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const yahoo$ = cold("c|", hosts);
      const { results$ } = over({
        bing: cold("--a|", hosts),
        brave: cold("b-|", hosts),
        mojeek: cold<Item>("-#", {}, blocked),
        yahoo: yahoo$,
      });
      expectObservable(results$()).toBe("---(r|)", { r: ["a.org", "b.org"] });
      expectSubscriptions(yahoo$.subscriptions).toBe([]);
    }));

  test("ask the others when fewer did, once all are done", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const yahoo$ = cold("c|", hosts);
      const { results$ } = over({ bing: cold("--a|", hosts), brave: cold<Item>("-#", {}, blocked), yahoo: yahoo$ });
      expectObservable(results$()).toBe("----(r|)", { r: ["a.org", "c.org"] });
      expectSubscriptions(yahoo$.subscriptions).toBe("---^!");
    }));

  test("are those of the named engines only, a named fallback at once", () =>
    virtualTime(({ cold, expectObservable, flush }) => {
      const { asked, results$ } = over({ yahoo: cold("--c|", hosts) }, {}, ["yahoo"]);
      expectObservable(results$()).toBe("---(r|)", { r: ["c.org"] });
      expectObservable(over({}, {}, []).results$()).toBe(
        "#",
        undefined,
        new SourceError("bad-query", "sources: an engine is needed for this, and not named."),
      );
      flush();
      expect(asked).toEqual(["yahoo"]);
    }));

  test("have a language's own engine, and the operator's where there is one", () => {
    const { asked, results$ } = over({}, { SEARXNG_URL: "https://search.example" });
    results$("ru").subscribe();
    expect(new Set(asked)).toEqual(
      new Set(["bing", "duckduckgo", "brave", "mojeek", "yandex", "searxng", "yahoo", "startpage", "qwant", "google"]),
    );
    for (const id of Object.keys(ENGINES)) expect(findSource(id)?.category, id).toBe("search");
  });

  test("fail as the engines fail when none answers", () => {
    let failure: unknown;
    const failing = throwError(() => blocked);
    const all = Object.fromEntries(Object.keys(ENGINES).map((id) => [id, failing]));
    over(all)
      .results$()
      .subscribe({
        error: (error) => {
          failure = error;
        },
      });
    expect(failure).toMatchObject({
      kind: "blocked",
      message: expect.stringMatching(/^All 8 engines failed\. bing: blocked \(A captcha\.\)/),
    });
  });
});
