import { map, type Observable, throwError, timer } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { type ErrorKind, SourceError } from "../../../src/errors.ts";
import { typedPages } from "../../../src/pipelines/crawl/typed-pages.ts";
import type { Typing } from "../../../src/pipelines/typed/typing.ts";

const scheduled = (test: Parameters<TestScheduler["run"]>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

const page = (name: string) => ({
  page: { url: `https://site.example/${name}`, raw_content: name, depth: 0, bytes: 1 },
});
const typed = (name: string) => ({ page: { ...page(name).page, data: name.toUpperCase(), passages: [] } });
const failed = (name: string, code: ErrorKind, error: string) => ({
  page: { url: `https://site.example/${name}`, error, code },
});
const LATE = "The crawl's time was over before the language model had read the page.";

/** Takes three frames a page. */
const slow: Typing = (content) =>
  timer(3).pipe(map(() => ({ data: content.toUpperCase(), passages: [], warnings: [] })));

type Visited = Parameters<ReturnType<typeof typedPages>>[0] extends Observable<infer V> ? V : never;

describe("typedPages", () => {
  it("gives each page its data, several at once", () => {
    scheduled(({ cold, expectObservable, expectSubscriptions }) => {
      const visits$ = cold<Visited>("-a-b|", { a: page("a"), b: page("b") });
      expectObservable(visits$.pipe(typedPages(slow, () => 1_000))).toBe("----a-(b|)", {
        a: typed("a"),
        b: typed("b"),
      });
      expectSubscriptions(visits$.subscriptions).toBe("^---!");
    });
  });

  it("passes what is no page, and everything where no data is wanted", () => {
    scheduled(({ cold, expectObservable }) => {
      const values = { f: failed("f", "timeout", "Late."), n: {}, a: page("a") } as const;
      expectObservable(cold<Visited>("fn|", values).pipe(typedPages(slow, () => 9))).toBe("fn|", values);
      expectObservable(cold<Visited>("a|", values).pipe(typedPages(undefined, () => 9))).toBe("a|", values);
    });
  });

  it("makes a failure of a page whose data cannot be had, or not in time", () => {
    scheduled(({ cold, expectObservable }) => {
      const unfit: Typing = () => throwError(() => new SourceError("changed", "It does not fit."));
      expectObservable(cold<Visited>("a-|", { a: page("a") }).pipe(typedPages(unfit, () => 9))).toBe("a-|", {
        a: failed("a", "changed", "It does not fit."),
      });
      expectObservable(cold<Visited>("a-|", { a: page("a") }).pipe(typedPages(slow, () => 2))).toBe("--(a|)", {
        a: failed("a", "timeout", LATE),
      });
    });
  });

  it("fails as the visits do, and unsubscribes from what is under way", () => {
    scheduled(({ cold, expectObservable, expectSubscriptions }) => {
      const broken$ = cold<Visited>("a-#", { a: page("a") });
      expectObservable(broken$.pipe(typedPages(slow, () => 9))).toBe("--#");
      const asked$ = cold("----d", { d: { data: 1, passages: [], warnings: [] } });
      const visits$ = cold<Visited>("a---", { a: page("a") });
      expectObservable(
        visits$.pipe(
          typedPages(
            () => asked$,
            () => 9,
          ),
        ),
        "^--!",
      ).toBe("----");
      expectSubscriptions(asked$.subscriptions).toBe("^--!");
    });
  });
});
