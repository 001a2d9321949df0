import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { type Look, settled } from "../../../src/upstream/rendering/settled.ts";

const look = (chars: number, more: Partial<Look> = {}): Look => ({
  chars,
  parsed: true,
  waiting: false,
  pending: 0,
  quietMs: undefined,
  ...more,
});

const LOOKS = {
  n: look(0),
  f: look(150),
  w: look(900, { waiting: true }),
  p: look(900, { pending: 1 }),
  q: look(900, { quietMs: 100 }),
  u: look(900, { parsed: false }),
  e: look(0, { parsed: false }),
  g: look(150, { parsed: false }),
  t: look(900),
  v: look(905),
  o: look(2_000),
};
const OUTCOMES = { s: "settled", l: "still-loading" } as const;

/** Looks every 100 ms, by their names. */
const every100 = (names: string): string => [...names].map((name) => name.padEnd(1)).join(" 99ms ");

function outcome(names: string, mostMs = 10_000): { readonly said: string; readonly at: number }[] {
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
  const seen: { said: string; at: number }[] = [];
  scheduler.run(({ cold, flush }) => {
    settled(cold(every100(names), LOOKS), mostMs, scheduler).subscribe((said) =>
      seen.push({ said, at: scheduler.now() }),
    );
    flush();
  });
  return seen;
}

describe("settled", () => {
  it("takes a page once neither its text nor its requests have stirred for 300 ms", () => {
    expect(outcome("tttttttt")).toEqual([{ said: "settled", at: 300 }]);
    expect(outcome("fptotttttt")).toEqual([{ said: "settled", at: 700 }]);
  });

  it("waits for what is requested, and 300 ms after it", () => {
    expect(outcome("pppppttttttt")).toEqual([{ said: "settled", at: 700 }]);
    expect(outcome("qqqqqqtttttt")[0]?.at).toBe(700);
  });

  it("waits 1,500 ms while a page says that it is loading, or shows hardly a word", () => {
    expect(outcome("w".repeat(30))).toEqual([{ said: "settled", at: 1_500 }]);
    expect(outcome("f".repeat(30))).toEqual([{ said: "settled", at: 1_500 }]);
    expect(outcome(`${"w".repeat(10)}${"o".repeat(10)}`)).toEqual([{ said: "settled", at: 1_300 }]);
  });

  it("waits 3 s for a page that shows nothing at all", () => {
    expect(outcome("n".repeat(40))).toEqual([{ said: "settled", at: 3_000 }]);
  });

  it("does not take a document that is not parsed, nor one that goes on for ever before its time is over", () => {
    expect(outcome("u".repeat(20), 1_500)).toEqual([{ said: "still-loading", at: 1_500 }]);
    expect(outcome("to".repeat(40), 2_000)).toEqual([{ said: "still-loading", at: 2_000 }]);
  });

  it("has three times as long where it shows nothing", () => {
    expect(outcome("e".repeat(50), 1_500)).toEqual([{ said: "still-loading", at: 4_500 }]);
    expect(outcome(`${"e".repeat(20)}${"t".repeat(20)}`, 1_500)).toEqual([{ said: "settled", at: 2_300 }]);
  });

  it("has twice as long where it is at work with hardly a word, and does not answer", () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable }) => {
      expectObservable(settled(cold("g 9s g", LOOKS), 1_500, scheduler)).toBe("3s (l|)", OUTCOMES);
      // It answered a moment before; and one with a text is taken.
      expectObservable(settled(cold("g 999ms g 9s g", LOOKS), 1_500, scheduler)).toBe("1500ms (l|)", OUTCOMES);
      expectObservable(settled(cold("u 9s u", LOOKS), 1_500, scheduler)).toBe("1500ms (l|)", OUTCOMES);
    });
  });

  it("no longer minds a clock after three seconds", () => {
    const [taken] = outcome("tv".repeat(40));
    expect(taken?.said).toBe("settled");
    expect(taken?.at).toBeGreaterThan(3_000);
    expect(taken?.at).toBeLessThan(3_600);
  });

  it("does not count the time in which a busy page did not answer", () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable }) => {
      // 200 ms are counted of two seconds.
      expectObservable(settled(cold("t 1999ms t 99ms t", LOOKS), 10_000, scheduler)).toBe("2100ms (s|)", OUTCOMES);
    });
  });

  it("passes an error on, and ends its looks when it is left", () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected));
    scheduler.run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(settled(cold("p 99ms #", LOOKS), 10_000, scheduler)).toBe("100ms #");
      const looks = cold("p 99ms p 99ms p", LOOKS);
      expectObservable(settled(looks, 10_000, scheduler), "^ 149ms !").toBe("");
      expectSubscriptions(looks.subscriptions).toBe("^ 149ms !");
    });
  });
});
