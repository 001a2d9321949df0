import { NEVER } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { best, nameRank } from "../../../../src/sources/kit/compose/best.ts";
import { understood } from "../../../../src/sources/kit/compose/understood.ts";
import type { Notice, ReadContext } from "../../../../src/sources/source.ts";
import { virtualTime } from "../../../marbles/virtualTime.ts";

const items = { a: 1, b: 2, c: 3, d: 1 };

describe("best", () => {
  it("gives the item of the lowest rank at the end, of equal ones the first", () =>
    virtualTime(({ cold, expectObservable }) => {
      const ranked$ = cold("-c-a-d-b-|", { ...items, d: 1 });
      expectObservable(ranked$.pipe(best((rank) => rank))).toBe("---------(a|)", items);
    }));

  it("ends empty without a candidate", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(cold("-a-b-|").pipe(best(() => undefined))).toBe("-----|");
      expectObservable(cold("--|").pipe(best(() => 1))).toBe("--|");
    }));

  it("passes an error on, and is let go of with its listener", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const broken = new SourceError("unreachable", "It is broken.");
      expectObservable(cold("-a-#", items, broken).pipe(best(() => 1))).toBe("---#", {}, broken);
      const endless$ = cold("-a-b");
      expectObservable(endless$.pipe(best(() => 1)), "----!").toBe("-");
      expectSubscriptions(endless$.subscriptions).toBe("^---!");
    }));
});

describe("nameRank", () => {
  it("puts the very words first, then the shorter names that hold them all", () => {
    expect(nameRank("Apple inc.", "APPLE INC.")).toBe(0);
    expect(nameRank("apple", "Apple Inc.")).toBe(10);
    expect(nameRank("apple hospitality", "Apple Inc.")).toBeUndefined();
  });
});

describe("understood", () => {
  it("says what was understood when it is asked, not before, and nothing where there is nothing to say", () => {
    const said: Notice[] = [];
    const context: ReadContext = {
      source: "test",
      pages: 1,
      keys: {},
      get upstream(): never {
        throw new Error("nothing is asked of the upstream");
      },
      fetch: () => NEVER,
      stream: () => NEVER,
      cached: (_name, value$) => value$,
      notice: (notice) => void said.push(notice),
      now: () => 0,
    };
    const reader = understood(
      (input: string) => input || undefined,
      () => NEVER,
    );
    const asked = reader("the number 1", context);
    expect(said).toEqual([]);
    asked.subscribe().unsubscribe();
    reader("", context).subscribe().unsubscribe();
    expect(said).toEqual([{ kind: "note", text: "understood as the number 1" }]);
  });
});
