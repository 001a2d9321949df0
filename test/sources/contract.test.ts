import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Asked } from "../../src/replay/match.ts";
import { loadRecordings, type Recording } from "../../src/replay/recordings.ts";
import { sources } from "../../src/sources/registry.ts";
import { runSource } from "../../src/sources/run.ts";
import type { Item, Source } from "../../src/sources/source.ts";
import { holds } from "../support/holds.ts";
import { firstOf, replayUpstream } from "../support/replay-upstream.ts";
import {
  asking,
  FIXTURES,
  firstOfCase,
  notesOf,
  type Outcome,
  RECORDINGS,
  recordedStep,
  run,
} from "../support/replayed-source.ts";

/*
 * The contract of every registered source: its own fixtures, and every real recording where ../shared/recordings is.
 * CONTRACT=packages or CONTRACT=packages/crates narrows it to a category or a source.
 */
const only = process.env["CONTRACT"];

function expectValid(source: Source, items: readonly Item[]): void {
  for (const item of items) {
    const read = z.strictObject(source.item.shape).safeParse(item);
    expect(read.success ? "" : `${read.error.issues[0]?.path.join(".")}: ${read.error.issues[0]?.message}`).toBe("");
    expect(item.source).toBe(source.id);
  }
}

function expectContains(items: readonly Item[], contains: Recording["meta"]["expect"]["contains"]): void {
  for (const [hint, wanted] of Object.entries(contains ?? {}))
    for (const literal of Array.isArray(wanted) ? wanted : [wanted])
      expect(items.some((item) => holds(item, literal)) ? "" : `${hint}: ${literal} is in no field of no item`).toBe(
        "",
      );
}

function expectCase({ meta }: Recording, source: Source, outcome: Outcome): void {
  const { items, error, leftOut } = outcome;
  if (meta.expect.code) {
    expect(error?.kind).toBe(meta.expect.code);
    expect(error?.message).toContain(meta.expect.error ?? "");
    return;
  }
  expect(error?.message).toBeUndefined();
  expect(leftOut).toEqual([]);
  expectValid(source, items);
  expect(items.length).toBeGreaterThanOrEqual(meta.expect.minItems ?? 0);
  expectContains(items, meta.expect.contains);
}

interface Row {
  sources: number;
  fixtures: number;
  recordings: number;
  passed: number;
  bare: string[];
}
const table = new Map<string, Row>();

for (const source of sources) {
  const place = `${source.category}/${source.id}`;
  if (only && only !== source.category && only !== place) continue;
  const row = table.get(source.category) ?? { sources: 0, fixtures: 0, recordings: 0, passed: 0, bare: [] };
  table.set(source.category, row);
  row.sources += 1;

  describe(place, () => {
    const folder = join(FIXTURES, place);
    const own = existsSync(folder) ? loadRecordings(FIXTURES, place) : [];
    row.fixtures += own.length;
    const requiresKey = source.key?.required ?? false;
    const cases = (name: string) => own.filter(({ meta }) => meta.case === name);
    const steps = cases("step");

    it("has fixtures of items, of an empty answer and of a failure", () => {
      expect({
        items: cases("items").length > 0,
        empty: cases("empty").length > 0 || own.some(({ meta }) => meta.absence),
        failure: cases("error").length > 0,
      }).toEqual({ items: true, empty: true, failure: true });
    });

    it("describes its query by an example that it accepts, and documents its item", () => {
      expect(source.query.describe).not.toBe("");
      expect(URL.canParse(source.docs)).toBe(true);
      expect(() => z.toJSONSchema(source.item, { io: "output" })).not.toThrow();
    });

    for (const fixture of own) {
      const { meta, name } = fixture;
      if (!meta.case || meta.case === "step" || meta.case === "page-2") continue;
      it(`${name}: ${meta.case}`, async () => {
        const outcome = await run(
          source,
          asking(fixture),
          requiresKey || (meta.key ?? false),
          firstOfCase(fixture, steps),
        );
        expectCase(fixture, source, outcome);
        if (meta.case === "items") expect(outcome.items.length).toBeGreaterThan(0);
        if (meta.case === "empty") expect(outcome.items).toEqual([]);
        if (meta.case === "error" || meta.case === "blocked") {
          expect(meta.expect.code, "an error fixture says which error it expects").toBeDefined();
          expect(outcome.error).toBeDefined();
        }
      });
    }

    for (const first of cases("items"))
      it(`${first.name}: a second page is asked for, or there is none`, async () => {
        const second = cases("page-2").filter(({ meta }) => (meta.key ?? false) === (first.meta.key ?? false));
        const keyed = requiresKey || (first.meta.key ?? false);
        const one = await run(source, asking(first), keyed, firstOfCase(first, steps));
        let further = 0;
        const asksAnew = ({ method, url, body }: Asked): boolean =>
          !one.asked.some((first) => first.method === method && first.url === url && first.body === body);
        const two = await run(source, { ...asking(first), pagecount: 2 }, keyed, (asked, before) => {
          const again = before.length >= one.asked.length;
          if (again && asksAnew(asked)) further += 1;
          const next = firstOf(second)(asked, before);
          return (again ? next : undefined) ?? firstOfCase(first, [...steps, ...second])(asked, before);
        });
        if (further === 0) return;
        expect(second.length, "asks for a second page, so there must be a page-2 fixture").toBeGreaterThan(0);
        const page = second[0];
        if (!page) return;
        expect(two.error?.message).toBeUndefined();
        expectValid(source, two.items);
        expect(two.items.length).toBeGreaterThanOrEqual(one.items.length + (page.meta.expect.minItems ?? 1));
        expectContains(two.items, page.meta.expect.contains);
      });

    if (requiresKey)
      it("answers missing-key without its key, naming the variable", async () => {
        const outcome = await run(source, {}, false, () => undefined);
        expect(outcome.error?.kind).toBe("missing-key");
        expect(outcome.error?.message).toContain(source.key?.env[0]);
        expect(outcome.asked).toEqual([]);
      });

    it("asks nothing before it is subscribed", () => {
      const upstream = replayUpstream(firstOf(own));
      runSource(source, { q: source.query.example, pagecount: 1, noCache: false, options: {} }, { upstream, keys: {} });
      expect(upstream.asked).toEqual([]);
    });

    const recorded = join(RECORDINGS, place);
    if (!existsSync(RECORDINGS)) {
      it("passes the real recordings", ({ skip }) => skip("../shared/recordings is not here"));
    } else if (!existsSync(recorded)) {
      row.bare.push(source.id);
    } else {
      const notes = notesOf(source);
      for (const recording of loadRecordings(RECORDINGS, place)) {
        row.recordings += 1;
        const note = notes[recording.name] ?? {};
        if (note.unfit) {
          it(`recording ${recording.name}`, ({ skip }) => skip(note.unfit));
          continue;
        }
        it(`recording ${recording.name}`, async () => {
          const { meta } = recording;
          const ask = {
            ...(note.q && { q: note.q }),
            ...(note.options && { options: note.options }),
            ...(note.pagecount && { pagecount: note.pagecount }),
          };
          const outcome = await run(source, ask, requiresKey || (note.key ?? false), recordedStep(recording, steps));
          if (note.code) expect(outcome.error?.kind).toBe(note.code);
          else if (meta.expect.minItems) expectCase(recording, source, outcome);
          else {
            expect(outcome.error?.kind).not.toBe("internal");
            expectValid(source, outcome.items);
          }
          row.passed += 1;
        });
      }
    }
  });
}

afterAll(() => {
  const lines = [...table].map(
    ([category, row]) =>
      `${category.padEnd(14)} ${String(row.sources).padStart(7)} ${String(row.fixtures).padStart(12)} ${`${row.passed}/${row.recordings}`.padStart(12)}  ${row.bare.join(" ") || "-"}`,
  );
  process.stdout.write(
    `\n${"category".padEnd(14)} sources own fixtures   recordings  sources without a recording\n${lines.join("\n")}\n`,
  );
});
