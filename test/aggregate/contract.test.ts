import { firstValueFrom, forkJoin } from "rxjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bodyOf, rowSchema } from "../../src/aggregate/body.ts";
import type { Analysis } from "../../src/aggregate/define.ts";
import { analyses } from "../../src/aggregate/index.ts";
import { listsIn } from "../../src/aggregate/parameters.ts";
import { STATUS_OF } from "../../src/errors.ts";
import { columnsOf } from "../../src/http/formats/columns.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import { type Bench, bench } from "./support.ts";

/** Milliseconds of every analysis. */
const BUDGETS: Readonly<Record<string, number>> = {
  "/seo/corpus": 40_000,
  "/seo/audit": 60_000,
  "/seo/competitors": 60_000,
  "/seo/content": 20_000,
  "/seo/pagespeed": 100_000,
  "/seo/serp-features": 30_000,
  "/seo/hreflang": 15_000,
  "/seo/opengraph": 15_000,
  "/seo/robots-txt": 15_000,
  "/seo/kwvolume": 15_000,
  "/france/living": 30_000,
  "/france/company": 25_000,
  "/realestate/estimate": 40_000,
  "/product/intelligence": 30_000,
  "/social/sentiment": 30_000,
  "/finance/portfolio": 25_000,
  "/tech/trends": 30_000,
  "/travel/trip": 40_000,
  "/culture/events": 30_000,
  "/health/drugs": 30_000,
  "/research/literature": 40_000,
  "/monitor/track": 30_000,
};

/** The lists whose entries are the rows of a CSV; of the others the whole answer is one. */
const ROWS: Readonly<Record<string, string>> = {
  "/seo/corpus": "terms",
  "/seo/competitors": "competitors",
  "/seo/serp-features": "features",
  "/seo/hreflang": "tags",
  "/seo/robots-txt": "rules",
  "/seo/kwvolume": "keywords",
  "/product/intelligence": "offers",
  "/finance/portfolio": "assets",
  "/tech/trends": "topics",
  "/culture/events": "events",
  "/research/literature": "articles",
  "/monitor/track": "articles",
};

const PROMPTLESS = new Set([
  "/seo/competitors",
  "/seo/serp-features",
  "/seo/hreflang",
  "/seo/opengraph",
  "/seo/robots-txt",
  "/seo/kwvolume",
]);

/** What stands beside the sections of every answer. */
const ENVELOPE = "success q understood limits warnings partial missing sources generated_at time_ms".split(" ");

const all: readonly Analysis[] = await firstValueFrom(forkJoin(analyses.map(({ code }) => code)));

const Documented = z.object({
  paths: z.record(
    z.string(),
    z.object({
      get: z
        .object({ parameters: z.array(z.object({ name: z.string(), description: z.string().optional() })).default([]) })
        .optional(),
    }),
  ),
});

let failing: Bench;
let documented: z.output<typeof Documented>["paths"];
beforeAll(async () => {
  failing = await bench({ failing: "all" });
  documented = Documented.parse(await (await fetch(`${failing.url}/openapi.json`)).json()).paths;
});
afterAll(() => failing.close());

describe.each(all.map((analysis) => ({ path: analysis.path, analysis })))("$path", ({ path, analysis }) => {
  test("is listed at its path, with its budget and rows", () => {
    expect(analyses.map((listed) => listed.path)).toContain(path);
    expect(analysis.budgetMs).toBe(BUDGETS[path]);
    expect(analysis.csv).toBe(ROWS[path]);
    expect(analysis.prompt === undefined).toBe(PROMPTLESS.has(path));
  });

  test("asks sources that there are, each for a section that there is", () => {
    for (const id of analysis.sources.keys()) expect(findSource(id), id).toBeDefined();
    expect(Object.keys(analysis.from).toSorted()).toEqual(Object.keys(analysis.answer.shape).toSorted());
    for (const ids of Object.values(analysis.from))
      for (const id of ids) expect([...analysis.sources.keys()]).toContain(id.split("#")[0]);
    for (const [path, ids] of Object.entries(analysis.fields)) {
      for (const id of ids) expect([...analysis.sources.keys()]).toContain(id.split("#")[0]);
      // What may be absent because its sources failed is optional in the schema.
      const whole = z.object({ ...analysis.answer.shape, understood: analysis.understood });
      const field = path.split(".").reduce<unknown>((schema, name) => {
        const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
        return inner instanceof z.ZodObject ? inner.shape[name] : undefined;
      }, whole);
      expect(field, path).toBeInstanceOf(z.ZodOptional);
    }
    for (const [id, { kind }] of analysis.sources) if (kind === "keyed") expect(findSource(id)?.key, id).toBeDefined();
  });

  test("has sections that nothing beside them is called like, and columns that depend on the schema alone", () => {
    for (const name of Object.keys(analysis.answer.shape)) expect(ENVELOPE).not.toContain(name);
    const lists = [...listsIn(analysis.answer).keys()];
    if (analysis.csv) expect(lists).toContain(analysis.csv);
    for (const list of lists) expect(columnsOf(rowSchema(analysis, list)).length, list).toBeGreaterThan(0);
    const columns = columnsOf(bodyOf(analysis)).map(({ name }) => name);
    expect(new Set(columns).size).toBe(columns.length);
  });

  test("reads its own example, and says in sentences what it is, takes and cannot know", () => {
    expect(analysis.read({ q: analysis.q.example })).toMatchObject({ timeoutMs: BUDGETS[path], noCache: false });
    expect(analysis.describe).toMatch(/^\p{Lu}.*\.$/su);
    expect(analysis.limits.length).toBeGreaterThan(0);
    for (const limit of analysis.limits) expect(limit).toMatch(/[.!]$/);
    for (const [name, schema] of Object.entries(analysis.query.shape))
      expect(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).description, name).toBeTruthy();
  });

  test("is documented with every parameter", () => {
    const names = (at: string): readonly string[] =>
      documented[at]?.get?.parameters.map(({ name }) => name).toSorted() ?? [];
    expect(names(path)).toEqual([...Object.keys(analysis.query.shape), "format"].toSorted());
    if (analysis.prompt)
      expect(names(`${path}/llm`)).toEqual(
        Object.keys(analysis.query.shape)
          .filter((name) => name !== "rows")
          .toSorted(),
      );
    else expect(documented[`${path}/llm`]).toBeUndefined();
  });

  test("reads an answer of which everything is absent as a prompt", () => {
    const nothing = { q: "q", understood: {}, limits: [], generated_at: "2026-01-01T00:00:00Z" };
    for (const block of analysis.prompt?.blocks ?? []) {
      const rows = (["en", "fr"] as const).map((frame) => block.read(nothing, frame));
      for (const row of rows.flat())
        expect(
          row.every((value) => value === undefined || value === null || value === ""),
          JSON.stringify(row),
        ).toBe(true);
      expect(block.rows[0]).toBeGreaterThanOrEqual(block.rows[1]);
    }
  });

  test("says what is wrong with a request", async () => {
    expect(await failing.failure(path)).toMatchObject({
      status: 400,
      code: "bad-query",
      error: expect.stringMatching(/^q: is missing: /),
    });
    const q = analysis.q.example;
    expect(await failing.failure(path, { q, sources: "no-such-source" })).toMatchObject({
      status: 400,
      error: `sources: “no-such-source” is not a parser of ${path}; allowed are ${[...analysis.sources.keys()].join(", ")}.`,
    });
    expect(await failing.failure(path, { q, no_cache: "perhaps" })).toMatchObject({
      error: "no_cache: must be true, false, 1 or 0.",
    });
  });

  test("fails when all its sources fail, in the failure's own words and as JSON for a prompt", async () => {
    const answers = [await failing.failure(path, { q: analysis.q.example, timeout_ms: "15000" })];
    if (analysis.prompt)
      answers.push(await failing.failure(`${path}/llm`, { q: analysis.q.example, format: "csv", timeout_ms: "15000" }));
    for (const { status, code, error } of answers) {
      expect([502, 504, 424], String(error)).toContain(status);
      expect(Object.entries(STATUS_OF)).toContainEqual([code, status]);
      expect(String(error)).toMatch(/[.)]$/);
    }
    expect(failing.open()).toBe(0);
  });
});
