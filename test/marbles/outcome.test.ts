import { describe, test } from "vitest";
import { type OutcomeOptions, outcome } from "../../src/operators/outcome.ts";
import { virtualTime } from "./virtualTime.ts";

const describeFailure: OutcomeOptions["describe"] = (error) => ({ kind: "blocked", message: `no: ${String(error)}` });
const s = { event: "source", data: { id: "e", status: "started" } };
const a = { event: "item", data: "a" };
const b = { event: "item", data: "b" };
const ended = (data: object, rest: object = {}) => ({ event: "source", data: { id: "e", ...data }, ...rest });

describe("outcome", () => {
  test("tells beginning, items and end", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const steps$ = cold(" ---a--b--|").pipe(outcome("e", { describe: describeFailure, now }));
      const o = ended({ status: "ok", items: 2, time_ms: 9 });
      expectObservable(steps$).toBe("s--a--b--(o|)", { s, a, b, o });
    }));

  test("calls no items empty", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const steps$ = cold(" ---|").pipe(outcome("e", { describe: describeFailure, now }));
      expectObservable(steps$).toBe("s--(o|)", { s, o: ended({ status: "empty", items: 0, time_ms: 3 }) });
    }));

  test("makes a failure an outcome, with the items before it counted and the cause kept beside", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const steps$ = cold(" ---a-#", undefined, "captcha").pipe(outcome("e", { describe: describeFailure, now }));
      const data = { status: "blocked", items: 1, time_ms: 5, error: "no: captcha" };
      expectObservable(steps$).toBe("s--a-(o|)", { s, a, o: ended(data, { failure: "captcha" }) });
    }));

  test("says stale, and why, when the items are past their time", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const stale = () => "upstream is down";
      const steps$ = cold(" -(a|)").pipe(outcome("e", { describe: describeFailure, now, stale }));
      const data = { status: "stale", items: 1, time_ms: 1, error: "upstream is down" };
      expectObservable(steps$).toBe("s(ao|)", { s, a, o: ended(data) });
    }));

  test("unsubscribes its source, and counts anew for each subscriber", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const source$ = cold("           -a-b-|");
      const steps$ = source$.pipe(outcome("e", { describe: describeFailure, now }));
      expectObservable(steps$, "^-!").toBe("sa-", { s, a });
      const o = ended({ status: "ok", items: 2, time_ms: 5 });
      expectObservable(steps$, "-----^").toBe("-----sa-b-(o|)", { s, a, b, o });
      expectSubscriptions(source$.subscriptions).toBe(["^-!", "-----^----!"]);
    }));
});
