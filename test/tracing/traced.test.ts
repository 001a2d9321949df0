import { type Context, ROOT_CONTEXT } from "@opentelemetry/api";
import { defer, mergeMap, Observable, of, take, tap } from "rxjs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keepingTrace, traced } from "../../src/tracing/traced.ts";
import { type Attributes, type Tracing, useTracing } from "../../src/tracing/tracing.ts";
import { virtualTime } from "../marbles/virtualTime.ts";

interface Told {
  readonly name: string;
  readonly begun: number;
  ended?: number;
  failed?: string;
  readonly parent: string | undefined;
  attributes: Attributes;
}

let told: Told[];
let clock: () => number;
/** The spans that the code which runs now is within, by name. */
let here: Context;

const NAME = Symbol("name");
const nameOf = (context: Context): string | undefined => {
  const name = context.getValue(NAME);
  return typeof name === "string" ? name : undefined;
};
const at = <T>(context: Context, act: () => T): T => {
  const outside = here;
  here = context;
  try {
    return act();
  } finally {
    here = outside;
  }
};

const fake: Tracing = {
  tellsQueries: false,
  begin(name, { attributes = {}, parent = here } = {}) {
    const span: Told = { name, begun: clock(), parent: nameOf(parent), attributes };
    told.push(span);
    return {
      context: parent.setValue(NAME, name),
      set: (more) => {
        span.attributes = { ...span.attributes, ...more };
      },
      failed: (type) => {
        span.failed = type;
      },
      end: () => {
        expect(span.ended).toBeUndefined();
        span.ended = clock();
      },
    };
  },
  here: () => here,
  nowhere: ROOT_CONTEXT,
  at,
  from: () => ROOT_CONTEXT,
  headersFor: () => ({}),
  ids: () => ({}),
  log: () => undefined,
  stop: () => Promise.resolve(),
};

beforeEach(() => {
  told = [];
  clock = () => 0;
  here = ROOT_CONTEXT;
  useTracing(fake);
});
afterEach(() => useTracing(undefined));

describe("traced", () => {
  test("ends its span with the stream, and counts what came", () => {
    virtualTime(({ cold, expectObservable, now }) => {
      clock = now;
      const source$ = cold("--a--b--|");
      expectObservable(source$.pipe(traced("work", () => ({ counts: "n" })))).toBe("--a--b--|");
    });
    expect(told).toEqual([{ name: "work", begun: 0, ended: 8, parent: undefined, attributes: { n: 2 } }]);
  });

  test("ends its span with the failure", () => {
    virtualTime(({ cold, expectObservable, now }) => {
      clock = now;
      expectObservable(cold("--a--#").pipe(traced("work"))).toBe("--a--#");
    });
    expect(told).toMatchObject([{ begun: 0, ended: 5, failed: "internal" }]);
  });

  test("ends its span when it is unsubscribed, and says so", () => {
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      clock = now;
      const source$ = cold("--a--b--|");
      expectObservable(source$.pipe(traced("work")), "----!").toBe("--a-");
      expectSubscriptions(source$.subscriptions).toBe("^---!");
    });
    expect(told).toMatchObject([{ ended: 4, attributes: { "tributary.outcome": "cancelled" } }]);
  });

  test("is one span for each subscription, and none before", () => {
    const work$ = of(1).pipe(traced("work"));
    expect(told).toEqual([]);
    work$.subscribe();
    work$.subscribe();
    expect(told).toHaveLength(2);
  });

  test("lets go of a source that emits while it is subscribed", () => {
    let asked = 0;
    new Observable<number>((out) => {
      while (!out.closed && asked < 10) out.next(asked++);
    })
      .pipe(traced("work"), take(2))
      .subscribe();
    expect(asked).toBe(2);
    expect(told).toMatchObject([{ attributes: { "tributary.outcome": "cancelled" } }]);
  });

  test("has what its source begins as children, and what follows a value as siblings", () => {
    const inner$ = defer(() => of(1)).pipe(traced("inner"));
    inner$
      .pipe(
        traced("outer"),
        mergeMap(() => of(2).pipe(traced("next"))),
      )
      .subscribe();
    expect(told.map(({ name, parent }) => [name, parent])).toEqual([
      ["outer", undefined],
      ["inner", "outer"],
      ["next", undefined],
    ]);
  });

  test("is no operator where nothing is traced", () => {
    useTracing(undefined);
    const source$ = of(1);
    expect(traced("work")(source$)).toBe(source$);
    expect(keepingTrace((work$) => work$)(source$)).toBe(source$);
  });
});

describe("keepingTrace", () => {
  test("lets the source, and what follows, belong to the subscriber whoever's turn it was", () => {
    let turn: (() => void) | undefined;
    const queue = <T>(work$: Observable<T>): Observable<T> =>
      new Observable((out) => {
        turn = () => out.add(work$.subscribe(out));
      });
    const parents: (string | undefined)[] = [];
    const mine = ROOT_CONTEXT.setValue(NAME, "mine");
    const others = ROOT_CONTEXT.setValue(NAME, "others");
    at(mine, () =>
      of(1)
        .pipe(
          traced("work"),
          keepingTrace(queue),
          tap(() => parents.push(nameOf(here))),
        )
        .subscribe(),
    );
    at(others, () => turn?.());
    expect(told).toMatchObject([{ name: "work", parent: "mine" }]);
    expect(parents).toEqual(["mine"]);
  });

  test("passes values, ends and failures as they come, and unsubscribes", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("--a--#");
      expectObservable(source$.pipe(keepingTrace((work$) => work$))).toBe("--a--#");
      const left$ = cold("--a--b|");
      expectObservable(left$.pipe(keepingTrace((work$) => work$)), "---!").toBe("--a");
      expectSubscriptions(left$.subscriptions).toBe("^--!");
    }));
});
