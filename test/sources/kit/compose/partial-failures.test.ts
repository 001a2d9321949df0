import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { tolerateFailure } from "../../../../src/sources/kit/compose/partial-failures.ts";
import type { Notice } from "../../../../src/sources/source.ts";

describe("noted", () => {
  const run = (test: (helpers: Parameters<Parameters<TestScheduler["run"]>[0]>[0]) => void) =>
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);
  const context = (notices: Notice[] = []) => ({ notice: (notice: Notice) => void notices.push(notice) });
  const broken = new SourceError("unreachable", "The first is broken.");
  const late = new SourceError("timeout", "The second is late.");

  it("merges, so many at once", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const readings = [cold("--a--|"), cold("---b|"), cold("-c|")];
      expectObservable(tolerateFailure(readings, 2, context())).toBe("--ab-c|");
      expectSubscriptions(readings[2]?.subscriptions ?? []).toBe("----^-!");
    });
  });

  it("notes a failure and goes on with the others", () => {
    const notices: Notice[] = [];
    run(({ cold, expectObservable }) => {
      expectObservable(tolerateFailure([cold("-a-#", { a: "a" }, broken), cold("----b|")], 2, context(notices))).toBe(
        "-a--b|",
      );
    });
    expect(notices).toEqual([{ kind: "note", text: "The first is broken." }]);
  });

  it("fails as the first did when every reading failed", () => {
    run(({ cold, expectObservable }) => {
      const readings = [cold("---#", {}, late), cold("-#", {}, broken)];
      expectObservable(tolerateFailure(readings, 2, context())).toBe("---#", {}, broken);
    });
  });

  it("counts a reading that came to nothing as one that did not fail", () => {
    run(({ cold, expectObservable }) => {
      expectObservable(tolerateFailure([cold("--|"), cold("-#", {}, broken)], 2, context())).toBe("--|");
      expectObservable(tolerateFailure([], 2, context())).toBe("|");
    });
  });

  it("leaves every reading with its listener", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const readings = [cold("--a---|"), cold("------|")];
      expectObservable(tolerateFailure(readings, 2, context()), "---!").toBe("--a-");
      for (const reading of readings) expectSubscriptions(reading.subscriptions).toBe("^--!");
    });
  });
});
