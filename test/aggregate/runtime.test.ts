import { delay, endWith, forkJoin, map, merge, type Observable, of, switchMap, take, toArray } from "rxjs";
import type { RunHelpers } from "rxjs/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { analyse } from "../../src/aggregate/analyse.ts";
import { defineAnalysis } from "../../src/aggregate/define.ts";
import { interpretationFirst } from "../../src/aggregate/interpretation-first.ts";
import type { Part, Parts } from "../../src/aggregate/parts.ts";
import { characters } from "../../src/aggregate/queries.ts";
import { askedWith } from "../../src/aggregate/settled-result.ts";
import type { SourceClient } from "../../src/aggregate/source-client.ts";
import { withFallback } from "../../src/aggregate/with-fallback.ts";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { oneShot } from "../../src/pipelines/one-shot.ts";
import type { Item, JsonSchema, ListedSource } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const blocked = new SourceError("blocked", "A captcha.");
const gone = new SourceError("not-found", "There is no such thing.");
const unreachable = new SourceError("unreachable", "No connection.");

/** What each source gives, whatever it is asked; counts how often it was asked. */
type Sources = Readonly<Record<string, Observable<Item>>>;

const NOTHING: JsonSchema = { type: "object" };

function worldOf(sources: Sources) {
  const asked: string[] = [];
  const find = (id: string): ListedSource | undefined => {
    const items$ = sources[id];
    if (!items$) return undefined;
    return {
      id,
      title: id.toUpperCase(),
      docs: "https://example.org",
      category: "tests",
      ttlMs: 0,
      query: { describe: "words", example: "x", options: NOTHING },
      item: NOTHING,
      open: (q) => {
        asked.push(`${id} ${q}`);
        return items$;
      },
      get code(): never {
        throw new TypeError("There is no code.");
      },
      loaded: () => undefined,
    };
  };
  return { asked, find };
}

const Section = z.array(z.string());
const answer = z.object({ first: Section, second: Section, third: Section });
type Making = Parts<typeof answer, z.ZodObject> & { readonly ask: SourceClient<string> };

/** Runs an analysis over sources `a`, `b`, `c` (a fallback), `k` (keyed) and `r` (which resolves). */
function ran(
  sources: Sources,
  run: (making: Making) => Observable<Part>,
  { now, ...given }: { now: () => number } & Record<string, unknown>,
) {
  const analysis = defineAnalysis({
    path: "/tests/runtime",
    title: "Runtime",
    describe: "For tests.",
    q: { describe: "a word", example: "otter", schema: characters(1, 10) },
    parameters: {},
    sources: {
      r: { kind: "primary", resolves: true },
      a: "primary",
      b: { kind: "primary", ms: 2_000 },
      c: "fallback",
      k: "keyed",
    },
    budgetMs: 10_000,
    understood: z.object({}).loose(),
    answer,
    from: { first: ["a"], second: ["b", "c"], third: ["k"] },
    limits: ["Fixed."],
    run,
  });
  const { asked, find } = worldOf(sources);
  const asking = analysis.read({ q: "otter", timeout_ms: "5000", ...given });
  const events$ = analyse(asking, {
    env: { upstream: replayUpstream(() => undefined), keys: {}, now: () => 0 },
    find,
    now,
  });
  return { asked, events$, answer$: oneShot(events$) };
}

const item = (title: string): Item => ({ source: "s", title });
const titles = (items: readonly unknown[]): string[] => items.map((one) => String((one as Item)["title"]));
const listed = map(({ items }: { readonly items: readonly unknown[] }) => titles(items));
const understood = ({ understood: said }: Making): Observable<Part> => said(of({ word: "otter" }));

/** `source` and `section` events in short. */
const short = map(({ event, data }: StreamEvent): string => {
  if (event === "source") return `${data.id} ${data.status}`;
  return event === "section" ? `${data.name}=${JSON.stringify(data.value)}` : event;
});

describe("the door", () => {
  test("asks one question once, whoever asks and whenever", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, flush, now }) => {
      const a$ = cold("--x-y--|", { x: item("x"), y: item("y") });
      const { asked, answer$ } = ran(
        { a: a$ },
        ({ ask, section, ...more }) => {
          const whole$ = ask.answer("a", "river");
          const later$ = whole$.pipe(switchMap(() => ask.answer("a", "river")));
          return merge(
            understood({ ask, section, ...more }),
            section("first", whole$.pipe(listed)),
            section("third", later$.pipe(listed)),
          );
        },
        { now },
      );
      expectObservable(answer$.pipe(map(({ first, third, sources }) => ({ first, third, sources })))).toBe(
        "-------(d|)",
        {
          d: { first: ["x", "y"], third: ["x", "y"], sources: [{ id: "a", status: "ok", items: 2, time_ms: 7 }] },
        },
      );
      expectSubscriptions(a$.subscriptions).toBe("^------!");
      flush();
      expect(asked).toEqual(["a river"]);
    }));

  test("asks a failed question once, too", () =>
    virtualTime(({ cold, expectObservable, flush, now }) => {
      const { asked, answer$ } = ran(
        { a: cold("--#", {}, blocked), b: cold("---x|", { x: item("x") }) },
        ({ ask, section, ...more }) =>
          merge(
            understood({ ask, section, ...more }),
            section("first", ask.items("a", "river").pipe(map(({ title }) => [String(title)]))),
            section(
              "second",
              forkJoin([ask.answer("b", "river"), ask.answer("a", "river")]).pipe(map(([b]) => titles(b.items))),
            ),
          ),
        { now },
      );
      expectObservable(answer$.pipe(map(({ second, missing, partial }) => ({ second, missing, partial })))).toBe(
        "----(d|)",
        {
          d: { second: ["x"], missing: [{ section: "first", reason: "A captcha." }], partial: true },
        },
      );
      flush();
      expect(asked).toEqual(["b river", "a river"].toSorted());
    }));

  test("asks different questions apart, and counts them under one id", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("-x|", { x: item("x") }) },
        ({ ask, section, ...more }) =>
          merge(
            understood({ ask, section, ...more }),
            section(
              "first",
              forkJoin([ask.answer("a", "one"), ask.answer("a", "two", { options: { page: 2 } })]).pipe(
                map((all) => all.flatMap(({ items }) => titles(items))),
              ),
            ),
          ),
        { now },
      );
      expectObservable(answer$.pipe(map(({ first, sources }) => ({ first, sources })))).toBe("--(d|)", {
        d: { first: ["x", "x"], sources: [{ id: "a", status: "ok", items: 2, time_ms: 2 }] },
      });
    }));

  test("cuts a source off at its own share, and keeps what it gave", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("-x|", { x: item("x") }), b: cold("x 3s |", { x: item("x") }) },
        ({ ask, section, ...more }) =>
          merge(
            understood({ ask, section, ...more }),
            section("first", ask.answer("a", "q").pipe(listed)),
            section("second", ask.items("b", "q").pipe(map(({ title }) => [String(title)]))),
          ),
        { now },
      );
      const late = {
        id: "b",
        status: "ok",
        items: 1,
        time_ms: 2000,
        error: "b had not finished after 2 s and was cut off.",
      };
      expectObservable(
        answer$.pipe(map(({ second, partial, sources }) => ({ second, partial, b: sources.at(-1) }))),
      ).toBe("2s (d|)", {
        d: { second: ["x"], partial: true, b: late },
      });
    }));

  test("lets a source that found enough go, without calling that a failure", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const a$ = cold("-x-y---", { x: item("x"), y: item("y") });
      const { answer$ } = ran(
        { a: a$ },
        ({ ask, section, ...more }) =>
          merge(
            understood({ ask, section, ...more }),
            section(
              "first",
              ask.items("a", "q").pipe(
                take(1),
                map(({ title }) => [String(title)]),
              ),
            ),
          ),
        { now },
      );
      expectObservable(answer$.pipe(map(({ partial, sources }) => ({ partial, sources })))).toBe("-(d|)", {
        d: { partial: false, sources: [{ id: "a", status: "ok", items: 1, time_ms: 1 }] },
      });
      expectSubscriptions(a$.subscriptions).toBe("^!");
    }));
});

/** A stream's end as one list of what came when. */
const log = (events$: Observable<StreamEvent>, now: () => number): Observable<readonly string[]> =>
  events$.pipe(
    short,
    map((text) => `${now()} ${text}`),
    toArray(),
  );

describe("an analysis", () => {
  const both = (making: Making): Observable<Part> => {
    const { ask, section } = making;
    return merge(
      section("first", ask.items("a", "q").pipe(toArray(), map(titles))),
      section("second", ask.withFallback(ask.items("b", "q"), ask.items("c", "q")).pipe(toArray(), map(titles))),
      understood(making).pipe(delay(1)),
    );
  };

  test("sends what it understood first, sections as they are there, and how its sources fare", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { events$ } = ran({ a: of(item("x")), b: cold("-y--|", { y: item("y") }) }, both, { now });
      expectObservable(log(events$, now)).toBe("----(l|)", {
        l: [
          "0 a started",
          "0 a ok",
          "0 b started",
          '1 understood={"word":"otter"}',
          '1 first=["x"]',
          "4 b ok",
          '4 second=["y"]',
          "4 done",
        ],
      });
    }));

  test("does not call weak what a fallback made good", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("x|", { x: item("x") }), b: cold("-#", {}, blocked), c: cold("-y|", { y: item("y") }) },
        both,
        { now },
      );
      expectObservable(
        answer$.pipe(map(({ second, partial, missing, sources }) => ({ second, partial, missing, sources }))),
      ).toBe("---(d|)", {
        d: {
          second: ["y"],
          partial: false,
          missing: undefined,
          sources: [
            { id: "a", status: "ok", items: 1, time_ms: 1 },
            { id: "b", status: "blocked", items: 0, time_ms: 1, error: "A captcha." },
            { id: "c", status: "ok", items: 1, time_ms: 2 },
          ],
        },
      });
    }));

  test("runs a named fallback at once where its primary is not named, and leaves the rest out without a word", () =>
    virtualTime(({ cold, expectObservable, flush, now }) => {
      const { asked, answer$ } = ran(
        { a: cold("x|", { x: item("x") }), b: cold("-y|", { y: item("y") }), c: cold("-z|", { z: item("z") }) },
        both,
        { now, sources: "c" },
      );
      expectObservable(
        answer$.pipe(
          map(({ first, second, partial, missing, sources }) => ({ first, second, partial, missing, sources })),
        ),
      ).toBe("--(d|)", {
        d: {
          first: undefined,
          second: ["z"],
          partial: false,
          missing: undefined,
          sources: [{ id: "c", status: "ok", items: 1, time_ms: 2 }],
        },
      });
      flush();
      expect(asked).toEqual(["c q"]);
    }));

  test("answers with what came when the time is up, and lets go of the rest", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const b$ = cold("-y 9s |", { y: item("y") });
      const slow = (making: Making): Observable<Part> =>
        merge(
          understood(making),
          making.section("first", making.ask.items("a", "q").pipe(toArray(), map(titles))),
          making.section("third", making.ask.items("a", "never").pipe(toArray(), map(titles), delay(20_000))),
        );
      const { answer$ } = ran({ a: b$ }, slow, { now });
      const error = "a had not finished when the time of 5 s was up.";
      expectObservable(answer$.pipe(map(({ time_ms, success, ...rest }) => rest))).toBe(
        "5s #",
        undefined,
        new SourceError("timeout", `The only source asked failed. a: timeout (${error})`),
      );
      expectSubscriptions(b$.subscriptions).toBe(["^ 4999ms !", "^ 4999ms !"]);
    }));

  test("tells which sections the time was too short for", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("x|", { x: item("x") }), b: cold<Item>("-"), c: cold<Item>("-") },
        (making) =>
          merge(
            understood(making),
            making.section("first", making.ask.items("a", "q").pipe(toArray(), map(titles))),
            making.section("second", making.ask.items("c", "q").pipe(toArray(), map(titles))),
            making.section("third", of(["late"]).pipe(delay(20_000))),
          ),
        { now },
      );
      expectObservable(answer$.pipe(map(({ first, missing, partial }) => ({ first, missing, partial })))).toBe(
        "5s (d|)",
        {
          d: {
            first: ["x"],
            partial: true,
            missing: [
              { section: "second", reason: "c had not finished when the time of 5 s was up." },
              { section: "third", reason: "The time of 5 s was up before it was there." },
            ],
          },
        },
      );
    }));

  test("fails with the commonest kind when all fail, the first in order on a tie, and names each", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const all = (sources: Sources) => ran(sources, both, { now }).answer$;
      expectObservable(
        all({ a: cold("-#", {}, blocked), b: cold("-#", {}, unreachable), c: cold("-#", {}, unreachable) }),
      ).toBe(
        "--#",
        undefined,
        new SourceError(
          "unreachable",
          "All 3 sources failed. a: blocked (A captcha.); b: unreachable (No connection.); c: unreachable (No connection.)",
        ),
      );
      expectObservable(all({ a: cold("-#", {}, blocked), b: cold("-#", {}, unreachable), c: cold("-|") })).toBe(
        "--(d|)",
        { d: expect.objectContaining({ second: [], partial: true }) },
      );
    }));

  test("is that the thing does not exist where nobody knows it, and not partial where one does not know it", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const known = ran({ a: cold("-#", {}, gone), b: cold("-y|", { y: item("y") }) }, both, { now });
      expectObservable(known.answer$.pipe(map(({ partial, missing }) => ({ partial, missing })))).toBe("--(d|)", {
        d: { partial: false, missing: [{ section: "first", reason: "There is no such thing." }] },
      });
      const unknown = ran(
        { r: cold("-#", {}, gone), a: cold("-#", {}, blocked) },
        (making) =>
          merge(
            making.understood(making.ask.items("r", "q").pipe(map(() => ({})))),
            making.section("first", making.ask.items("a", "q").pipe(toArray(), map(titles))),
          ),
        { now },
      );
      expectObservable(unknown.answer$).toBe("-#", undefined, gone);
    }));

  test("asks what resolves q even where it is not named, and does not tell of it then", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const sources = { r: cold("-x|", { x: item("place") }), a: cold("-x|", { x: item("x") }) };
      const resolved = (making: Making): Observable<Part> =>
        merge(
          making.understood(making.ask.items("r", "q").pipe(map(({ title }) => ({ place: title })))),
          making.section(
            "first",
            making.ask.items("r", "q").pipe(
              switchMap(() => making.ask.items("a", "q")),
              toArray(),
              map(titles),
            ),
          ),
        );
      const { events$ } = ran(sources, resolved, { now, sources: "a" });
      expectObservable(log(events$, now)).toBe("---(l|)", {
        l: ['1 understood={"place":"place"}', "1 a started", "3 a ok", '3 first=["x"]', "3 done"],
      });
    }));

  test("does without a source whose key is not there, unless it is named", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const keyless = new SourceError("missing-key", "K needs a key.");
      const sources = { a: cold("x|", { x: item("x") }), k: cold<Item>("#", {}, keyless) };
      const keyed = (making: Making): Observable<Part> =>
        merge(
          understood(making),
          making.section("first", making.ask.items("a", "q").pipe(toArray(), map(titles))),
          making.section("third", making.ask.answer("k", "q").pipe(listed)),
        );
      const partial = map(
        ({ partial: is, sources: told }: { partial: boolean; sources: readonly { status: string }[] }) => [
          is,
          ...told.map(({ status }) => status),
        ],
      );
      expectObservable(ran(sources, keyed, { now }).answer$.pipe(partial)).toBe("-(d|)", {
        d: [false, "ok", "missing-key"],
      });
      expectObservable(ran(sources, keyed, { now, sources: "a,k" }).answer$.pipe(partial)).toBe("-(d|)", {
        d: [true, "ok", "missing-key"],
      });
      expectObservable(ran(sources, keyed, { now, sources: "k" }).answer$).toBe(
        "#",
        undefined,
        new SourceError("missing-key", "The only source asked failed. k: missing-key (K needs a key.)"),
      );
    }));

  test("keeps a section's last value where refining it fails, entries replaced by their place, and limits that were found", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("x-#", { x: item("x") }, blocked) },
        (making) =>
          merge(
            understood(making),
            making.section("first", making.ask.items("a", "q").pipe(map(({ title }) => [String(title)]))),
            of(making.limit("Found."), making.limit("Fixed."), making.warning("Odd.")),
            making.section("second", of(["one", "two"])).pipe(endWith(making.entry("second", 1, "zwei"))),
          ),
        { now },
      );
      expectObservable(
        answer$.pipe(
          map(({ first, second, limits, warnings, missing, partial }) => ({
            first,
            second,
            limits,
            warnings,
            missing,
            partial,
          })),
        ),
      ).toBe("--(d|)", {
        d: {
          first: ["x"],
          second: ["one", "zwei"],
          limits: ["Fixed.", "Found."],
          warnings: ["Odd."],
          missing: undefined,
          partial: true,
        },
      });
    }));

  test("holds a fault of our own back from the other sections, and tells the log of it", () =>
    virtualTime(({ cold, expectObservable, now }) => {
      const { answer$ } = ran(
        { a: cold("x|", { x: item("x") }) },
        (making) =>
          merge(
            understood(making),
            making.section("first", making.ask.items("a", "q").pipe(toArray(), map(titles))),
            making.section(
              "third",
              making.ask.answer("a", "q").pipe(
                map(() => {
                  throw new TypeError("oops");
                }),
              ),
            ),
          ),
        { now },
      );
      expectObservable(answer$.pipe(map(({ first, missing, partial }) => ({ first, missing, partial })))).toBe(
        "-(d|)",
        {
          d: {
            first: ["x"],
            partial: true,
            missing: [{ section: "third", reason: "Something went wrong on our side; the log has the details." }],
          },
        },
      );
    }));

  test("lets go of every source when nobody listens any more", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions, now }) => {
      const [a$, b$] = [cold("-x---", { x: item("x") }), cold("-----", { x: item("x") })];
      const { events$ } = ran({ a: a$, b: b$ }, both, { now });
      expectObservable(log(events$, now), "^--!").toBe("----");
      expectSubscriptions(a$.subscriptions).toBe("^--!");
      expectSubscriptions(b$.subscriptions).toBe("^--!");
    }));
});

describe("withFallback", () => {
  const ledger = { markRecovered: () => undefined };
  const marbles = (
    { cold, expectObservable, expectSubscriptions }: RunHelpers,
    primary: string,
    fallback: string,
    out: string,
    asked: string | [],
  ) => {
    const fallback$ = cold(fallback, undefined, unreachable);
    const given = out.includes("#") && !primary.includes("#") ? unreachable : blocked;
    expectObservable(withFallback(cold(primary, undefined, blocked), fallback$, ledger)).toBe(out, undefined, given);
    expectSubscriptions(fallback$.subscriptions).toBe(asked);
  };

  test.each([
    ["is not asked where the first finds something", "--a--|", "-b|", "--a--|", []],
    ["is not asked where the first fails after something", "--a--#", "-b|", "--a--#", []],
    ["is asked where the first fails", "--#", "-b|", "---b|", "--^-!"],
    ["is asked where the first finds nothing", "--|", "-b|", "---b|", "--^-!"],
    ["leaves the first one's failure where it fails too", "--#", "-#", "---#", "--^!"],
    ["leaves nothing where the first found nothing and it fails", "--|", "-#", "---|", "--^!"],
  ] as const)("%s", (_what, primary, fallback, out, asked) =>
    virtualTime((helpers) =>
      marbles(helpers, primary, fallback, out, asked === undefined || asked.length === 0 ? [] : String(asked)),
    ),
  );
});

describe("understoodFirst", () => {
  const a: Part = { kind: "section", name: "a", value: 1 };
  const b: Part = { kind: "section", name: "b", value: 2 };
  const u: Part = { kind: "section", name: "understood", value: {} };
  const l: Part = { kind: "limit", text: "L." };

  test("holds sections back until it is there, and nothing else", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-l-u-----b-|", { a, b, u, l }).pipe(interpretationFirst())).toBe("---l-(ua)--b-|", {
        a,
        b,
        u,
        l,
      });
    }));

  test("says nothing of it where nothing was said, and passes an error on", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-|", { a }).pipe(interpretationFirst())).toBe("---(ua|)", { a, u });
      expectObservable(cold("-a-#", { a }).pipe(interpretationFirst())).toBe("---#");
    }));
});

test("askedWith asks only where there is something to ask with", () =>
  virtualTime(({ cold, expectObservable }) => {
    const ask = (q: string): Observable<{ items: readonly string[]; answered: boolean }> =>
      cold("--a|", { a: { items: [q], answered: true } });
    expectObservable(askedWith("q", ask)).toBe("--a|", { a: { items: ["q"], answered: true } });
    expectObservable(askedWith(undefined, ask)).toBe("(a|)", { a: { items: [], answered: false } });
  }));
