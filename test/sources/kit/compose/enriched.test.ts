import type { Observable } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { enriched } from "../../../../src/sources/kit/compose/enriched.ts";
import { reading } from "../reading.ts";

const run = (test: (helpers: Parameters<Parameters<TestScheduler["run"]>[0]>[0]) => void) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);
const broken = new SourceError("unreachable", "The other is broken.");
const both = (main$: Observable<string>, more$: Observable<string>, context = reading(() => "")) =>
  enriched(
    () => main$,
    () => more$,
    (main: string, more: string | undefined) => `${main}${more ?? ""}`,
  )({}, context);

it("joins the first of what the other says", () => {
  run(({ cold, expectObservable }) => {
    expectObservable(both(cold("-a|"), cold("--b-c|"))).toBe("---(x|)", { x: "ab" });
  });
});

it("goes without the other where it finds nothing or fails, which is noted", () => {
  const context = reading(() => "");
  run(({ cold, expectObservable }) => {
    expectObservable(both(cold("-a|"), cold("--|"))).toBe("---(a|)");
    expectObservable(both(cold("-a|"), cold("--#", {}, broken), context)).toBe("---(a|)");
  });
  expect(context.notices).toEqual([{ kind: "note", text: "The other is broken." }]);
});

it("fails as the first does, does not ask the other where there is nothing to join, and leaves off with its reader", () => {
  run(({ cold, expectObservable, expectSubscriptions }) => {
    expectObservable(both(cold("-#", {}, broken), cold("--b|"))).toBe("-#", {}, broken);
    const unasked = cold("--b|");
    expectObservable(both(cold("-|"), unasked)).toBe("-|");
    expectSubscriptions(unasked.subscriptions).toBe([]);
    const left = cold("----b|");
    expectObservable(both(cold("-a|"), left), "---!").toBe("----");
    expectSubscriptions(left.subscriptions).toBe("-^-!");
  });
});
