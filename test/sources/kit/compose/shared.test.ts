import { of } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { sharedList } from "../../../../src/sources/kit/compose/cached-reader.ts";
import { saysAll } from "../../../../src/sources/kit/values/text.ts";
import type { Reader } from "../../../../src/sources/source.ts";
import { reading } from "../reading.ts";

const list: Reader<{ text: string }, string> = (_input, context) => context.cached("GET list", of("unused"));

describe("shared", () => {
  const run = (test: (helpers: Parameters<Parameters<TestScheduler["run"]>[0]>[0]) => void) =>
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test);

  it("keeps what fits the question, passes errors on and leaves with its listener", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const items = cold("--a-b-a-#");
      const kept = sharedList(
        1000,
        () => items,
        (out, { text }: { text: string }) => out === text,
      )(
        { text: "a" },
        reading(() => ""),
      );
      expectObservable(kept).toBe("--a---a-#");
      expectObservable(kept, "---!").toBe("--a-");
      expectSubscriptions(items.subscriptions).toBe(["^-------!", "^--!"]);
    });
  });

  it("holds the list for every question alike, and has its age told", () => {
    const context = reading(() => "");
    for (const text of ["a", "b"]) sharedList(1000, list, () => true)({ text }, context).subscribe();
    const held = { name: "GET list", holding: { ttlMs: 1000, told: true } };
    expect(context.held).toEqual([held, held]);
  });
});

describe("saysAll", () => {
  it.each([
    ["ai", "An AI lamp", true],
    ["ai", "Daily email", false],
    ["kernel linux", "Linux: the kernel", true],
    ["linux rust", "Linux", false],
    ["c++", "Modern C++ tricks", true],
    ["", "anything", true],
  ])("%j in %j: %s", (words, text, said) => expect(saysAll(words, undefined, text)).toBe(said));
});
