import { map } from "rxjs";
import { describe, expect, test } from "vitest";
import { allOf, combineLatestResults, itemsBy } from "../../src/aggregate/combine-latest-results.ts";
import { foldPartialAnswers } from "../../src/aggregate/fold-partial-answers.ts";
import type { Gathered } from "../../src/aggregate/settled-result.ts";
import { SourceNotSelected } from "../../src/aggregate/source-filter.ts";
import { withholdUntil } from "../../src/aggregate/withhold-until.ts";
import { SourceError } from "../../src/errors.ts";
import { virtualTime } from "./virtualTime.ts";

const DOWN = new SourceError("unreachable", "Nobody is there.");
const LATE = new SourceError("timeout", "It took too long.");

/** Answers by a letter: what was found, nothing found, two failures, and not asked. */
const ANSWERS: Readonly<Record<string, Gathered<string>>> = {
  A: { items: ["a"], answered: true },
  B: { items: ["b"], answered: true },
  E: { items: [], answered: true },
  F: { items: [], answered: false, failure: DOWN },
  L: { items: [], answered: false, failure: LATE },
  N: { items: [], answered: false },
};
const both = (one: Gathered<string>, other: Gathered<string>): string =>
  [...one.items, ...other.items].join("") || "none";

describe("refining", () => {
  test("folds from the first answer on, and again with each", () =>
    virtualTime(({ cold, expectObservable }) => {
      const one$ = cold("  ---A|", ANSWERS);
      const other$ = cold("------B|", ANSWERS);
      expectObservable(foldPartialAnswers([one$, other$], both)).toBe("---x--y|", { x: "a", y: "ab" });
    }));

  test("does without what failed or was not asked, and takes nothing for an answer", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(foldPartialAnswers([cold("-F|", ANSWERS), cold("--A|", ANSWERS)], both)).toBe("--x|", {
        x: "a",
      });
      expectObservable(foldPartialAnswers([cold("-N|", ANSWERS), cold("--E|", ANSWERS)], both)).toBe("--x|", {
        x: "none",
      });
    }));

  test("fails with the first failure where none was answered, as left out where none was asked", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(foldPartialAnswers([cold("-N|", ANSWERS), cold("--F|", ANSWERS)], both)).toBe("---#", {}, DOWN);
      expectObservable(foldPartialAnswers([cold("-N|", ANSWERS), cold("--N|", ANSWERS)], both)).toBe(
        "---#",
        {},
        new SourceNotSelected("one of its sources"),
      );
    }));

  test("fails as one of its streams does, and lets go of all of them when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(foldPartialAnswers([cold("-A|", ANSWERS), cold("--#", ANSWERS, DOWN)], both)).toBe(
        "-x#",
        { x: "a" },
        DOWN,
      );
      const one$ = cold("-A--|", ANSWERS);
      const other$ = cold("-----B|", ANSWERS);
      expectObservable(foldPartialAnswers([one$, other$], both), "^--!").toBe("-x", { x: "a" });
      expectSubscriptions(one$.subscriptions).toBe("^--!");
      expectSubscriptions(other$.subscriptions).toBe("^--!");
    }));
});

describe("growing", () => {
  const items$ = (answers: Parameters<typeof combineLatestResults<string>>[0]) =>
    combineLatestResults(answers).pipe(map(({ items }) => items.join("")));

  test("adds each answer to those before", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(items$([cold("-----B|", ANSWERS), cold("---A|", ANSWERS)])).toBe("---x-y|", { x: "a", y: "ab" });
      expectObservable(items$([])).toBe("|");
    }));

  test("is answered where one was, and keeps the first failure", () =>
    virtualTime(({ cold, expectObservable }) => {
      const grown = { f: ANSWERS["F"], g: { items: ["a"], answered: true, failure: DOWN } };
      const answers = [cold("-F|", ANSWERS), cold("--A|", ANSWERS), cold("---L|", ANSWERS)];
      expectObservable(combineLatestResults(answers)).toBe("-fgg|", grown);
      expect(allOf([ANSWERS["L"], ANSWERS["F"], ANSWERS["A"]].flatMap((answer) => answer ?? []))).toEqual({
        items: ["a"],
        answered: true,
        failure: LATE,
      });
    }));

  test("asks once for all who listen, and lets go when the last one leaves", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      const source$ = cold("---A----|", ANSWERS);
      const grown$ = combineLatestResults([source$]).pipe(map(({ items }) => items.join("")));
      expectObservable(grown$, "^---!").toBe("---a");
      expectObservable(grown$, "-----^--!").toBe("--------");
      expectSubscriptions(source$.subscriptions).toBe(["^---!", "-----^--!"]);
    }));

  test("changes items, not what the answer was", () => {
    const upper = itemsBy((items: readonly string[]) => items.map((item) => item.toUpperCase()));
    expect(upper({ items: ["a"], answered: true })).toEqual({ items: ["A"], answered: true });
    expect(upper({ items: [], answered: false, failure: DOWN })).toEqual({ items: [], answered: false, failure: DOWN });
  });
});

describe("heldUntil", () => {
  test("holds values back until all others have begun, and tells the last of those", () =>
    virtualTime(({ cold, expectObservable }) => {
      const other$ = cold("-----x--y|");
      const value$ = cold("-a-b-----c|");
      expectObservable(withholdUntil([other$], value$)).toBe("-----b---c|");
    }));

  test("takes a failure, and an end, for a beginning", () =>
    virtualTime(({ cold, expectObservable }) => {
      expectObservable(withholdUntil([cold("---#"), cold("-----|")], cold("-a|"))).toBe("-----(a|)");
    }));

  test("fails as the values do, and lets go of all when nobody listens", () =>
    virtualTime(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(withholdUntil([cold("------x")], cold("--#"))).toBe("--#");
      const other$ = cold("------x|");
      const value$ = cold("-a----|");
      expectObservable(withholdUntil([other$], value$), "^--!").toBe("---");
      expectSubscriptions(other$.subscriptions).toBe("^--!");
      expectSubscriptions(value$.subscriptions).toBe("^--!");
    }));
});
