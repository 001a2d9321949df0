import { concat, EMPTY, NEVER, type Observable, of, tap, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { analyse } from "../../src/aggregate/analyse.ts";
import { defineAnalysis } from "../../src/aggregate/define.ts";
import type { Part, Parts } from "../../src/aggregate/parts.ts";
import { characters } from "../../src/aggregate/queries.ts";
import { SourceError } from "../../src/errors.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const answer = z.object({ words: z.array(z.string()) });
type Making = Parts<typeof answer, z.ZodObject>;

/** The events of an analysis in short, and what became of its pledge. */
function pledging(run: (making: Making, pledged: Part) => Observable<Part>, keep$: Observable<unknown> = EMPTY) {
  const became: string[] = [];
  const note = (what: string) => tap({ subscribe: () => void became.push(what) });
  const analysis = defineAnalysis({
    path: "/tests/pledge",
    title: "Pledge",
    describe: "For tests.",
    q: { describe: "a word", example: "otter", schema: characters(1, 10) },
    parameters: {},
    sources: {},
    budgetMs: 5_000,
    understood: z.object({}),
    answer,
    from: { words: [] },
    limits: ["Fixed."],
    run: (making) =>
      run(
        making,
        making.pledge({
          keep: () => keep$.pipe(note("kept")),
          giveUp$: throwError(() => new Error("late")).pipe(note("given up")),
        }),
      ),
  });
  const events$ = analyse(analysis.read({ q: "otter" }), {
    env: { upstream: replayUpstream(() => undefined), keys: {}, now: () => 0 },
    find: () => undefined,
    now: () => 0,
  });
  return { became, events$ };
}

const events = (events$: Observable<{ readonly event: string }>): readonly string[] => {
  const seen: string[] = [];
  events$.subscribe({ next: ({ event }) => seen.push(event), error: (error: Error) => seen.push(error.message) });
  return seen;
};

describe("a pledge", () => {
  test("is kept when the answer is whole, before it is given", () => {
    const { became, events$ } = pledging(({ section }, pledged) => concat(of(pledged), section("words", of(["a"]))));
    const seen = events(events$.pipe(tap(({ event }) => event === "done" && became.push("done"))));
    expect(seen).toEqual(["section", "section", "done"]);
    expect(became).toEqual(["kept", "done"]);
  });

  test("is given up, and no answer given, where it cannot be kept", () => {
    const refused = throwError(() => new SourceError("timeout", "Held up."));
    const { became, events$ } = pledging(
      ({ section }, pledged) => concat(of(pledged), section("words", of(["a"]))),
      refused,
    );
    expect(events(events$)).toEqual(["section", "section", "Held up."]);
    expect(became).toEqual(["kept", "given up"]);
  });

  test("is given up where the run fails, and where nothing came of it", () => {
    const failing = pledging((_, pledged) =>
      concat(
        of(pledged),
        throwError(() => new SourceError("not-found", "Gone.")),
      ),
    );
    expect(events(failing.events$)).toEqual(["Gone."]);
    expect(failing.became).toEqual(["given up"]);
    const empty = pledging(({ section }, pledged) =>
      concat(
        of(pledged),
        section(
          "words",
          throwError(() => new SourceError("blocked", "A captcha.")),
        ),
      ),
    );
    expect(events(empty.events$)).toEqual(["section", "A captcha."]);
    expect(empty.became).toEqual(["given up"]);
  });

  test("is given up where nobody listens any more, and kept where the time is up", () => {
    const hanging = () => pledging(({ section }, pledged) => concat(of(pledged), section("words", of(["a"])), NEVER));
    const [left, late] = [hanging(), hanging()];
    virtualTime(({ expectObservable }) => {
      expectObservable(left.events$, "^ 100ms !");
      expectObservable(late.events$);
    });
    expect(left.became).toEqual(["given up"]);
    expect(late.became).toEqual(["kept"]);
  });

  test("is nothing before there is one", () => {
    const { became, events$ } = pledging(({ section }) => section("words", of(["a"])));
    expect(events(events$).at(-1)).toBe("done");
    expect(became).toEqual([]);
  });
});
