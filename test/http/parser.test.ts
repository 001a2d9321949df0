import type { Observable } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import { parser } from "../../src/pipelines/parser.ts";
import type { Ask } from "../../src/sources/run.ts";
import type { Item, Notice, ReadContext, Source } from "../../src/sources/source.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { listing } from "./support.ts";

const ask: Ask = { q: "tokio", pagecount: 1, noCache: false, options: {} };
const env = { upstream: replayUpstream(() => undefined), keys: {} };
const a: Item = { title: "a", source: "s" };

/** A source that gives these notices when it is opened, then these items. */
const source = (items$: Observable<Item>, ...notices: readonly Notice[]): Source => ({
  ...listing("s"),
  category: "packages",
  ttlMs: 1000,
  open: (_q: string, _options: unknown, context: ReadContext) => {
    for (const notice of notices) context.notice(notice);
    return items$;
  },
});

const run = (body: Parameters<TestScheduler["run"]>[0]) =>
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(body);

const started = { event: "source", data: { id: "s", status: "started" } };
const result = { event: "result", data: { id: "s#1", rank: 1, score: 1, item: a } };
const outcome = (status: string, items: number, error?: string) => ({
  id: "s",
  status,
  items,
  time_ms: 0,
  ...(error !== undefined && { error }),
});

describe("parser", () => {
  const now = () => 0;

  it("emits the source's beginning, its items, what it came to, and the answer", () => {
    run(({ cold, expectObservable }) => {
      expectObservable(parser(source(cold("--a--|", { a })), ask, env, { now })).toBe("s-a--(od|)", {
        s: started,
        a: result,
        o: { event: "source", data: outcome("ok", 1) },
        d: { event: "done", data: { success: true, items: [a], time_ms: 0, sources: [outcome("ok", 1)] } },
      });
    });
  });

  it("says what the reader had to say, each thing once", () => {
    run(({ cold, expectObservable }) => {
      const note: Notice = { kind: "note", text: "understood as a name" };
      const stale: Notice = { kind: "stale", error: new SourceError("timeout", "Too slow."), ageMs: 90_000 };
      const dropped: Notice = { kind: "dropped", count: 2, why: "url: no URL" };
      const cached: Notice = { kind: "cached", ageMs: 5 };
      const items$ = cold("(a|)", { a });
      const sources = [outcome("stale", 1, "Too slow.")];
      expectObservable(parser(source(items$, note, note, stale, dropped, cached), ask, env, { now })).toBe("(saod|)", {
        s: started,
        a: result,
        o: { event: "source", data: sources[0] },
        d: {
          event: "done",
          data: {
            success: true,
            items: [a],
            time_ms: 0,
            sources,
            warnings: [
              "understood as a name",
              "Kept for 90 s and served because the source failed: Too slow.",
              "2 rows were left out for not fitting (url: no URL).",
            ],
          },
        },
      });
    });
  });

  it("fails with the source's own error when no item came, and keeps the items otherwise", () => {
    run(({ cold, expectObservable }) => {
      const error = new SourceError("blocked", "A captcha.");
      expectObservable(parser(source(cold("--#", {}, error)), ask, env, { now })).toBe(
        "s-(o#)",
        { s: started, o: { event: "source", data: outcome("blocked", 0, "A captcha.") } },
        error,
      );
      const sources = [outcome("blocked", 1, "A captcha.")];
      expectObservable(parser(source(cold("-a-#", { a }, error)), ask, env, { now })).toBe("sa-(od|)", {
        s: started,
        a: result,
        o: { event: "source", data: sources[0] },
        d: {
          event: "done",
          data: { success: true, items: [a], time_ms: 0, sources, warnings: ["Only the first 1 items: A captcha."] },
        },
      });
    });
  });

  it("lets go of the source when nobody listens", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const items$ = cold<Item>("--a-----", { a });
      expectObservable(parser(source(items$), ask, env, { now }), "^---!").toBe("s-a", { s: started, a: result });
      expectSubscriptions(items$.subscriptions).toBe("^---!");
    });
  });
});
