import { concat, map, merge, NEVER, type Observable, of, throwError } from "rxjs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { analyse } from "../../src/aggregate/analyse.ts";
import { defineAnalysis } from "../../src/aggregate/define.ts";
import type { Part, Parts } from "../../src/aggregate/parts.ts";
import type { AnalysisResponse } from "../../src/aggregate/response.ts";
import type { SourceClient } from "../../src/aggregate/source-client.ts";
import { SourceError } from "../../src/errors.ts";
import { oneShot } from "../../src/pipelines/one-shot.ts";
import type { Item, JsonSchema, ListedSource, Notice } from "../../src/sources/source.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";

const blocked = new SourceError("blocked", "A captcha.");
const NOTHING: JsonSchema = { type: "object" };

const answer = z.object({
  recalls: z.array(z.string()),
  shares: z.object({
    listed: z.array(z.string()).optional(),
    count: z.int().optional(),
    note: z.string(),
  }),
});
type Making = Parts<typeof answer, z.ZodObject> & { readonly ask: SourceClient<string> };
type Source = Observable<Item> | ((notice: (notice: Notice) => void) => Observable<Item>);

/** An analysis over sources `a`, `b`; `recalls` is a's, `shares.listed` b's list `prices`, `shares.count` b's. */
function answered(sources: Readonly<Record<string, Source>>, run: (making: Making) => Observable<Part>) {
  const analysis = defineAnalysis({
    path: "/tests/told",
    title: "Told",
    describe: "For tests.",
    q: { describe: "a word", example: "otter", schema: z.string() },
    parameters: {},
    sources: { a: "primary", b: "primary", c: "fallback" },
    budgetMs: 5_000,
    understood: z.object({}),
    answer,
    from: { recalls: ["a"], shares: ["a", "b"] },
    fields: { "shares.listed": ["b#prices"], "shares.count": ["b"] },
    limits: ["Fixed."],
    run,
  });
  const find = (id: string): ListedSource | undefined => {
    const source = sources[id];
    return (
      source && {
        id,
        title: id,
        docs: "https://example.org",
        category: "tests",
        ttlMs: 0,
        query: { describe: "words", example: "x", options: NOTHING },
        item: NOTHING,
        open: (_q, _options, context) =>
          typeof source === "function" ? source((notice) => context.notice(notice)) : source,
        get code(): never {
          throw new TypeError("There is no code.");
        },
        loaded: () => undefined,
      }
    );
  };
  return oneShot(
    analyse(analysis.read({ q: "otter" }), {
      env: { upstream: replayUpstream(() => undefined), keys: {}, now: () => 0 },
      find,
      now: () => 0,
    }),
  );
}

function whole(answer$: Observable<AnalysisResponse>): AnalysisResponse {
  let got: AnalysisResponse | undefined;
  answer$.subscribe((value) => {
    got = value;
  });
  if (!got) throw new Error("There is no answer.");
  return got;
}

const item: Item = { source: "s", title: "x", insee: "63998" };
const titles = map(({ items }: { readonly items: readonly Item[] }) => items.map(({ title }) => String(title)));

/** Writes "none" whatever its sources came to, as a fold might. */
const careless = ({ ask, section }: Making): Observable<Part> =>
  merge(
    section("recalls", ask.answer("a", "river").pipe(titles)),
    section(
      "shares",
      ask
        .answer("b", "river", { part: "prices" })
        .pipe(map(({ items }) => ({ listed: items.map(() => "x"), count: items.length, note: "as they are" }))),
    ),
  );

describe("failed is not none", () => {
  test("an empty list or a 0 of sources that failed is absent, missing, and makes the answer partial", () => {
    const got = whole(answered({ a: of(item), b: throwError(() => blocked) }, careless));
    expect(got["recalls"]).toEqual(["x"]);
    expect(got["shares"]).toEqual({ note: "as they are" });
    expect(got.missing).toEqual([
      { section: "shares.listed", reason: "A captcha." },
      { section: "shares.count", reason: "A captcha." },
    ]);
    expect(got.partial).toBe(true);
  });

  test("a whole section alike", () => {
    const got = whole(answered({ a: throwError(() => blocked), b: of(item) }, careless));
    expect(got).not.toHaveProperty("recalls");
    expect(got.missing).toEqual([{ section: "recalls", reason: "A captcha." }]);
    expect(got.partial).toBe(true);
  });

  test("an empty list stands where the source answered that there is none", () => {
    const got = whole(answered({ a: of(), b: of() }, careless));
    expect(got).toMatchObject({ recalls: [], shares: { listed: [], count: 0 }, partial: false });
    expect(got).not.toHaveProperty("missing");
  });

  test("of a source of several lists, the one that could not be read is unknown and the others stand", () => {
    const b: Source = (notice) => {
      notice({ kind: "untold", part: "prices", error: blocked });
      return of();
    };
    const got = whole(
      answered({ a: of(item), b }, ({ ask, section }) =>
        concat(
          section("recalls", ask.answer("a", "river").pipe(titles)),
          section("shares", ask.answer("b", "river").pipe(map(() => ({ listed: [], count: 0, note: "n" })))),
        ),
      ),
    );
    expect(got["shares"]).toEqual({ count: 0, note: "n" });
    expect(got).toMatchObject({ missing: [{ section: "shares.listed", reason: "A captcha." }], partial: true });
  });

  test("a section that nobody had anything for says who was asked; one whose fallback had nothing says why", () => {
    const silent = ({ ask, section }: Making) =>
      merge(
        section("recalls", ask.answer("a", "river").pipe(map(() => []))),
        section(
          "shares",
          ask.withFallback(ask.items("b", "river"), ask.items("c", "river")).pipe(map(() => ({ note: "n" }))),
        ),
      );
    expect(whole(answered({ a: of(), b: of(), c: of() }, silent)).missing).toEqual([
      { section: "shares", reason: "Nothing of it is known to a, b." },
    ]);
  });

  test("“none is known” is told only where somebody who knows answered and nobody failed", () => {
    const saying = ({ ask, none, section }: Making) =>
      merge(of(none(["a", "b"], "No otter is known.")), careless({ ask, section } as Making));
    const limitsOf = (sources: Readonly<Record<string, Source>>) => whole(answered(sources, saying)).limits;
    expect(limitsOf({ a: of(), b: of() })).toEqual(["Fixed.", "No otter is known."]);
    expect(limitsOf({ a: of(), b: throwError(() => blocked) })).toEqual(["Fixed."]);
  });

  test("a list is told once its source answered, not before; what has not come when the time is up is missing", () =>
    virtualTime(({ cold, expectObservable }) => {
      const early = ({ ask, section }: Making) =>
        merge(
          section("recalls", of([])),
          section("recalls", ask.answer("a", "river").pipe(titles)),
          section("shares", ask.answer("b", "river").pipe(map(() => ({ note: "n" })))),
        );
      const got$ = answered({ a: cold("--(x|)", { x: item }), b: NEVER }, early);
      expectObservable(
        got$.pipe(map(({ partial, missing, ...rest }) => [partial, rest["recalls"], missing?.map((m) => m.section)])),
      ).toBe("5s (d|)", { d: [true, ["x"], ["shares"]] });
    }));
});

test("rows of another entity are left out of the answer and counted in limits, once a question", () => {
  const other: Item = { ...item, insee: "63000" };
  const about = { name: "Castelrive (63998)", keys: { insee: "63998" } };
  const got = whole(
    answered({ a: of(item, other, other), b: of() }, ({ ask, section }) =>
      concat(
        section("recalls", ask.answer("a", "river", { about }).pipe(titles)),
        section("recalls", ask.answer("a", "river", { about }).pipe(titles)),
      ),
    ),
  );
  expect(got["recalls"]).toEqual(["x"]);
  expect(got.limits).toContain("a: rows of another than Castelrive (63998) were left out: 2.");
});
