import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SourceError } from "../../../../src/errors.ts";
import { validateItems } from "../../../../src/sources/kit/responses/validate-items.ts";
import type { Notice } from "../../../../src/sources/source.ts";
import { marbles } from "../reading.ts";

const Item = z.object({
  title: z.string(),
  count: z.int().optional(),
  tags: z.array(z.string()).optional(),
  inner: z.object({ note: z.string().optional() }).optional(),
  source: z.string(),
});

const source = "test";

function through() {
  const notices: Notice[] = [];
  return { notices, operator: validateItems(Item, source, { notice: (notice) => notices.push(notice) }) };
}

describe("verified", () => {
  it("lets fitting rows through without what is absent, at every depth", () => {
    marbles().run(({ cold, expectObservable }) => {
      const drafts = {
        a: { title: " one ", count: null, tags: ["x", "", null, " y "], inner: { note: "" }, more: "unknown" },
        b: { title: "two", count: Number.NaN, tags: undefined },
        c: { title: "three", count: 0 },
      };
      const items = {
        a: { title: "one", tags: ["x", "y"], inner: {}, source },
        b: { title: "two", source },
        c: { title: "three", count: 0, source },
      };
      expectObservable(cold("-a-b-c|", drafts).pipe(through().operator)).toBe("-a-b-c|", items);
    });
  });

  it("cleans values of markup, printed absences, damaged text and noise, but for what is verbatim", () => {
    const Row = Item.extend({ licence: z.string().optional(), size: z.number().optional() });
    const draft = { title: "<i>Pinus</i> &amp; cafÃ©", licence: "None", size: 12.300000190734863, tags: ["NaN", "a"] };
    const cleaned = { tags: ["a"], size: 12.3, source };
    const context = { notice: () => undefined };
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold("a|", { a: draft }).pipe(validateItems(Row, source, context))).toBe("a|", {
        a: { ...cleaned, title: "Pinus & café" },
      });
      expectObservable(cold("a|", { a: draft }).pipe(validateItems(Row, source, context, { verbatim: true }))).toBe(
        "a|",
        {
          a: { ...cleaned, title: "<i>Pinus</i> &amp; café" },
        },
      );
      expectObservable(cold("a|", { a: { title: "None" } }).pipe(validateItems(Row, source, context))).toBe("a|", {
        a: { title: "None", source },
      });
    });
  });

  it("leaves rows out that do not fit, and says how many and why", () => {
    const { notices, operator } = through();
    marbles().run(({ cold, expectObservable }) => {
      const drafts = { a: { title: "one" }, x: { title: "" }, y: { count: 2, tags: ["x"] } };
      expectObservable(cold("-a-x-y|", drafts).pipe(operator)).toBe("-a----|", { a: { title: "one", source } });
    });
    expect(notices).toEqual([
      { kind: "dropped", count: 2, why: "title: Invalid input: expected string, received undefined" },
    ]);
  });

  it("leaves an optional value out that does not fit, at every depth, and says of how many rows", () => {
    const { notices, operator } = through();
    marbles().run(({ cold, expectObservable }) => {
      const drafts = {
        a: { title: "one", count: "many" },
        b: { title: "two", count: 2, inner: { note: 7 } },
        x: { title: 3, count: "many" },
      };
      const items = { a: { title: "one", source }, b: { title: "two", count: 2, inner: {}, source } };
      expectObservable(cold("-a-b-x|", drafts).pipe(operator)).toBe("-a-b--|", items);
    });
    expect(notices).toEqual([
      { kind: "dropped", count: 1, why: "title: Invalid input: expected string, received undefined" },
      {
        kind: "note",
        text: "2 rows lack a value that could not be read (count: Invalid input: expected number, received string)",
      },
    ]);
  });

  it("is changed when no row fits, and empty when there is none", () => {
    marbles().run(({ cold, expectObservable }) => {
      const failure = new SourceError(
        "changed",
        "test answered in a shape we do not know (title: Invalid input: expected string, received undefined).",
      );
      expectObservable(cold("-x-x|", { x: {} }).pipe(through().operator)).toBe("----#", {}, failure);
      expectObservable(cold<object>("--|").pipe(through().operator)).toBe("--|");
    });
  });

  it("passes failures on, and unsubscribes from the drafts", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-x-#", { x: {} }).pipe(through().operator)).toBe("---#");
      const drafts = cold("-a-a-a|", { a: { title: "one" } });
      expectObservable(drafts.pipe(through().operator), "^--!").toBe("-a-", { a: { title: "one", source } });
      expectSubscriptions(drafts.subscriptions).toBe("^--!");
    });
  });
});
