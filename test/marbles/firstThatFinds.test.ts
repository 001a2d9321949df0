import { describe, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { firstThatFinds } from "../../src/pipelines/first-that-finds.ts";
import type { ParserResponse } from "../../src/pipelines/parser.ts";
import { virtualTime } from "./virtualTime.ts";

type Event = StreamEvent<ParserResponse>;

const ok = (id: string, items: number) => ({
  id,
  status: items > 0 ? ("ok" as const) : ("empty" as const),
  items,
  time_ms: 1,
});
const done = (outcomes: ParserResponse["sources"], from?: string): Event => ({
  event: "done",
  data: { success: true, items: from === undefined ? [] : [{ source: from }], time_ms: 1, sources: outcomes },
});
const started = (id: string): Event => ({ event: "source", data: { id, status: "started" } });
const blocked = new SourceError("blocked", "a says no");
const late = new SourceError("timeout", "b is late");
const failed = (id: string, { kind, message }: SourceError) => ({
  id,
  status: kind,
  items: 0,
  time_ms: 0,
  error: message,
});

const values = {
  s: started("a"),
  t: started("b"),
  A: done([ok("a", 1)], "a"),
  a: done([ok("a", 0)]),
  B: done([ok("b", 1)], "b"),
  b: done([ok("b", 0)]),
  X: done([failed("a", blocked), ok("b", 1)], "b"),
  Y: done([ok("a", 0), ok("b", 0)]),
};

/** What comes of two sources, and when each was subscribed. */
const check = (
  marbles: {
    readonly a: string;
    readonly b: string;
    readonly out: string;
    readonly subA: string;
    readonly subB: string;
  },
  {
    errors,
    outError,
    unsub,
  }: {
    readonly errors?: Readonly<Record<string, SourceError>>;
    readonly outError?: SourceError;
    readonly unsub?: string;
  } = {},
) =>
  virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
    const streams = {
      a: cold<Event>(marbles.a, values, errors?.["a"]),
      b: cold<Event>(marbles.b, values, errors?.["b"]),
    };
    const ids: readonly { readonly id: "a" | "b" }[] = [{ id: "a" }, { id: "b" }];
    expectObservable(
      firstThatFinds(ids, ({ id }) => streams[id]),
      unsub,
    ).toBe(marbles.out, values, outError);
    expectSubscriptions(streams.a.subscriptions).toBe(marbles.subA === "" ? [] : marbles.subA);
    expectSubscriptions(streams.b.subscriptions).toBe(marbles.subB === "" ? [] : marbles.subB);
  });

describe("firstThatFinds", () => {
  it("asks nobody after the first that has items", () => {
    check({ a: "s-(A|)", b: "t-(B|)", out: "s-(A|)", subA: "^-!", subB: "" });
  });

  it("asks the next when one fails, and tells both", () => {
    check({ a: "s-#", b: "t-(B|)", out: "s-t-(X|)", subA: "^-!", subB: "--^-!" }, { errors: { a: blocked } });
  });

  it("where none has items, is the first empty answer, with all outcomes", () => {
    check({ a: "s-(a|)", b: "t-(b|)", out: "s-t-(Y|)", subA: "^-!", subB: "--^-!" });
  });

  it("where all fail, fails as the first did", () => {
    check(
      { a: "s-#", b: "t-#", out: "s-t-#", subA: "^-!", subB: "--^-!" },
      { errors: { a: blocked, b: late }, outError: blocked },
    );
  });

  it("unsubscribed, lets go of the one that is asked, and asks no other", () => {
    check({ a: "s------(A|)", b: "t-(B|)", out: "s--", subA: "^--!", subB: "" }, { unsub: "---!" });
  });

  it("of none, fails", () => {
    virtualTime(({ expectObservable }) => {
      expectObservable(
        firstThatFinds([], () => {
          throw new Error("never");
        }),
      ).toBe("#", undefined, new SourceError("unknown-source", "There is no source to ask."));
    });
  });
});
