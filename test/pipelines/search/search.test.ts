import { concat, lastValueFrom, map, NEVER, Observable, of, takeWhile, throwError, toArray } from "rxjs";
import { describe, expect, test } from "vitest";
import { SourceError, toSourceError } from "../../../src/errors.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import { type SearchDeps, type SearchRequest, search } from "../../../src/pipelines/search/search.ts";
import type { Item } from "../../../src/sources/source.ts";
import { virtualTime } from "../../marbles/virtualTime.ts";
import { ask, blocked, brief, engine, page, pages } from "./fakes.ts";

const answerTo = (request: SearchRequest, deps: SearchDeps) => lastValueFrom(oneShot(search(request, deps)));

const failureOf = async (deps: SearchDeps): Promise<SourceError> =>
  toSourceError(
    await answerTo(ask, deps).then(
      () => expect.unreachable("the search should have failed"),
      (error: unknown) => error,
    ),
  );

describe("search", () => {
  test("sends each event in its turn, merges duplicates under one id, and ends with the answer", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const a = engine("a", cold<Item>("-----x------|", { x: page("a", "x") }));
      const b = engine("b", cold<Item>("------y-x-|", { x: page("b", "x"), y: page("b", "y") }));
      const events$ = search(ask, { engines: [a, b], now }).pipe(map(brief));
      expectObservable(events$).toBe("(st)-12-3-v-(wd|)", {
        s: "a started",
        t: "b started",
        1: "x #1 by a",
        2: "y #2 by b",
        3: "x #1 by a,b",
        v: "b ok 2 in 10 ms",
        w: "a ok 1 in 12 ms",
        d: "x by a,b; y by b | a ok, b ok | 12 ms",
      });
    }));

  test("lets the first item out within the turn of the engine that gave it", () => {
    const log: string[] = [];
    const answered = new Observable<Item>((items) => {
      log.push("asked");
      items.next(page("a", "x"));
      log.push("answered");
    });
    const running = search(ask, { engines: [engine("slow", NEVER), engine("a", answered)] })
      .pipe(map(brief))
      .subscribe((event) => log.push(event));
    running.unsubscribe();
    expect(log).toEqual(["slow started", "a started", "asked", "x #1 by a", "answered"]);
  });

  test("cancels every engine at once when it is unsubscribed", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const runs = [cold<Item>("------x"), cold<Item>("-"), cold<Item>("--------------|")];
      const engines = runs.map((items$, n) => engine(`e${n}`, items$.pipe(map(() => page(`e${n}`, "x")))));
      const events$ = search(ask, { engines, now, deadlineMs: 100 }).pipe(map(brief));
      const started = { a: "e0 started", b: "e1 started", c: "e2 started" };
      expectObservable(events$, "^-------!").toBe("(abc)-x", { ...started, x: "x #1 by e0" });
      for (const { subscriptions } of runs) expectSubscriptions(subscriptions).toBe("^-------!");
    }));

  test("asks no further engine when the listener left within the first one's answer", () => {
    let asked = 0;
    const counted = (id: string) =>
      engine(
        id,
        new Observable<Item>((items) => {
          asked += 1;
          items.next(page(id, "x"));
        }),
      );
    search(ask, { engines: [counted("a"), counted("b")] })
      .pipe(takeWhile(({ event }) => event !== "result"))
      .subscribe();
    expect(asked).toBe(1);
  });

  test("cuts an engine off at the deadline, and keeps what it gave", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const slow$ = cold<Item>("-----x---------y--|", { x: page("slow", "x"), y: page("slow", "y") });
      const events$ = search(ask, { engines: [engine("slow", slow$)], deadlineMs: 8, now }).pipe(map(brief));
      expectObservable(events$).toBe("s----x--(td|)", {
        s: "slow started",
        x: "x #1 by slow",
        t: "slow timeout 1 in 8 ms",
        d: "x by slow | slow timeout | 8 ms",
      });
      expectSubscriptions(slow$.subscriptions).toBe("^-------!");
    }));

  test("reports an engine's failure beside the others' results", async () => {
    const { items, sources } = await answerTo(ask, {
      engines: [
        engine(
          "a",
          throwError(() => blocked),
        ),
        engine("b", pages("b", "x")),
      ],
      now: () => 0,
    });
    expect(items.map(({ url }) => url)).toEqual(["https://example.com/x"]);
    expect(sources).toEqual([
      { id: "a", status: "blocked", items: 0, time_ms: 0, error: blocked.message },
      { id: "b", status: "ok", items: 1, time_ms: 0 },
    ]);
  });

  test("is an empty answer when one engine says that there is nothing", async () => {
    const engines = [
      engine(
        "a",
        throwError(() => blocked),
      ),
      engine("b", of()),
    ];
    const { success, items, sources } = await answerTo(ask, { engines });
    expect({ success, items }).toEqual({ success: true, items: [] });
    expect(sources.map(({ status }) => status)).toEqual(["blocked", "empty"]);
  });

  test("fails when every engine failed, naming each and why", async () => {
    const unreachable = new SourceError("unreachable", "No connection.");
    const failure = await failureOf({
      engines: [
        engine(
          "a",
          throwError(() => unreachable),
        ),
        engine(
          "b",
          throwError(() => blocked),
        ),
        engine(
          "c",
          throwError(() => blocked),
        ),
      ],
    });
    expect(failure.kind).toBe("blocked");
    expect(failure.message).toBe(
      "All 3 engines failed. a: unreachable (No connection.); b: blocked (A captcha stands in the way.); c: blocked (A captcha stands in the way.)",
    );
  });

  test("tells every outcome before it fails", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const a = engine("a", cold<Item>("------#", undefined, blocked));
      const reason = "The only engine asked failed. a: blocked (A captcha stands in the way.)";
      const events$ = search(ask, { engines: [a], now }).pipe(map(brief));
      const told = { s: "a started", o: "a blocked 0 in 6 ms" };
      expectObservable(events$).toBe("s-----(o#)", told, new SourceError("blocked", reason));
    }));

  test("does not fail for failures that came after items", async () => {
    const late$ = concat(
      pages("a", "x"),
      throwError(() => blocked),
    );
    const { items, sources } = await answerTo(ask, { engines: [engine("a", late$)] });
    expect(items).toHaveLength(1);
    expect(sources).toMatchObject([{ status: "blocked", items: 1, error: blocked.message }]);
  });

  test("fails when there is no engine to ask", async () =>
    expect((await failureOf({ engines: [] })).kind).toBe("unknown-source"));

  test("hands a failure's cause to the log, and none of it to the answer", async () => {
    const bug = new TypeError("x is not a function");
    const logged: unknown[] = [];
    const engines = [
      engine("a", NEVER, {
        run: () => {
          throw bug;
        },
      }),
      engine("b", pages("b", "x")),
    ];
    const answer = await answerTo(ask, { engines, onFailure: (id, { kind, cause }) => logged.push([id, kind, cause]) });
    expect(logged).toEqual([["a", "internal", bug]]);
    expect(JSON.stringify(answer)).not.toContain(bug.message);
  });

  test("says stale, and why, where an engine's items are past their time", async () => {
    const a = engine("a", NEVER, {
      run: (_ask, onNotice) => {
        onNotice({ kind: "stale", error: blocked, ageMs: 60_000 });
        return pages("a", "x");
      },
    });
    const { sources } = await answerTo(ask, { engines: [a] });
    expect(sources).toMatchObject([{ id: "a", status: "stale", items: 1, error: blocked.message }]);
  });

  test("asks every engine what it was asked", async () => {
    const asked: unknown[] = [];
    const request = { ...ask, q: "tokio", pagecount: 3, noCache: true, options: { language: "fr" } };
    const a = engine("a", NEVER, {
      run: (given) => {
        asked.push(given);
        return pages("a", "x");
      },
    });
    await answerTo(request, { engines: [a] });
    expect(asked).toMatchObject([request]);
  });

  test("keeps to the limit, with the best of all", async () => {
    const engines = [engine("a", pages("a", "x", "y", "z")), engine("b", pages("b", "z", "w"))];
    const { items } = await answerTo({ ...ask, limit: 2 }, { engines });
    expect(items.map(({ url }) => url)).toEqual(["https://example.com/z", "https://example.com/x"]);
  });

  test("ends with as many pages as are enough, cancels the rest and says so", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const x = page("a", "x");
      const a$ = cold<Item>("------x-x-y----|", { x, y: page("a", "y") });
      const b$ = cold<Item>("-----|");
      const engines = [engine("a", a$), engine("b", b$)];
      const events$ = search({ ...ask, enough: 2 }, { engines, now }).pipe(map(brief));
      expectObservable(events$).toBe("(st)-ox---(yrd|)", {
        s: "a started",
        t: "b started",
        o: "b empty 0 in 5 ms",
        x: "x #1 by a",
        y: "y #2 by a",
        r: "a timeout 3 in 10 ms",
        d: "x by a; y by a | a timeout, b empty | 10 ms",
      });
      expectSubscriptions(a$.subscriptions).toBe("^---------!");
    }));

  test("does not fail for the others' failures when one gave enough", async () => {
    const engines = [
      engine(
        "a",
        throwError(() => blocked),
      ),
      engine("b", concat(pages("b", "x"), NEVER)),
    ];
    const { items, sources } = await answerTo({ ...ask, enough: 1 }, { engines });
    expect(items).toHaveLength(1);
    expect(sources.map(({ id, status }) => `${id} ${status}`)).toEqual(["a blocked", "b timeout"]);
  });

  test("gives each page the engine of its best rank as source, all engines, and its score", async () => {
    const engines = [engine("a", pages("a", "w", "x")), engine("b", pages("b", "x"))];
    const { items } = await answerTo(ask, { engines });
    const x = items.find(({ title }) => title === "x");
    expect(x).toEqual({
      title: "x",
      url: "https://example.com/x",
      source: "b",
      engines: ["b", "a"],
      score: expect.closeTo((1 + 61 / 62) / 2 / (1 + (1 + 61 / 62) / 2), 12),
    });
  });

  test("has one score, in its events as in its answer, beside an engine's own figure", async () => {
    const item = { title: "x", url: "https://example.com/x", source: "a", votes: 57 };
    const events = await lastValueFrom(search(ask, { engines: [engine("a", of(item))] }).pipe(toArray()));
    const results = events.flatMap((event) => (event.event === "result" ? [event.data] : []));
    const answers = events.flatMap((event) => (event.event === "done" ? event.data.items : []));
    expect(answers).toMatchObject([{ score: results[0]?.score, votes: 57 }]);
    expect(results[0]?.item).toMatchObject({ votes: 57 });
    expect(results[0]?.item).not.toHaveProperty("score");
  });

  test("asks nobody before it is subscribed, and everybody anew for each subscriber", async () => {
    let runs = 0;
    const a = engine("a", NEVER, {
      run: () => {
        runs += 1;
        return pages("a", "x");
      },
    });
    const events$ = search(ask, { engines: [a] });
    expect(runs).toBe(0);
    const first = await lastValueFrom(events$.pipe(map(brief), toArray()));
    expect(first).toHaveLength(4);
    expect(await lastValueFrom(events$.pipe(map(brief), toArray()))).toHaveLength(4);
    expect(runs).toBe(2);
  });
});

describe("oneShot", () => {
  const done = { event: "done", data: "answer" } as const;

  test("is what done carries", () =>
    virtualTime(({ cold, expectObservable }) => {
      const started = { event: "source", data: { id: "a", status: "started" } } as const;
      const events$ = cold<typeof done | typeof started>("s--d-|", { s: started, d: done });
      expectObservable(oneShot<string>(events$)).toBe("---(a|)", { a: "answer" });
    }));

  test("fails as the stream fails, and with what its error event says", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(oneShot(cold<typeof done>("--#", undefined, blocked))).toBe("--#", undefined, blocked);
      const event = { event: "error", data: { success: false, error: blocked.message, code: "blocked" } } as const;
      expectObservable(oneShot(cold<typeof event>("-e-", { e: event }))).toBe("-#", undefined, blocked);
    }));

  test("fails when the stream ends without an answer", () =>
    virtualTime(({ cold, expectObservable }) => {
      const error = new SourceError("internal", "The stream ended without an answer.");
      expectObservable(oneShot(cold<typeof done>("--|"))).toBe("--#", undefined, error);
    }));

  test("unsubscribes the stream", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const events$ = cold<typeof done>("----d", { d: done });
      expectObservable(oneShot<string>(events$), "^-!").toBe("---");
      expectSubscriptions(events$.subscriptions).toBe("^-!");
    }));
});
