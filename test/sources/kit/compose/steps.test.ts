import { EMPTY, of, throwError } from "rxjs";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../../../src/errors.ts";
import { adjacent } from "../../../../src/sources/kit/compose/adjacent.ts";
import {
  branch,
  concurrentSteps,
  fallback,
  onEmpty,
  readingOf,
  steps,
  whenKey,
} from "../../../../src/sources/kit/compose/steps.ts";
import type { Reader } from "../../../../src/sources/source.ts";
import { marbles, reading } from "../reading.ts";

const context = reading(() => "", { pages: 3 });
const says =
  (word: string): Reader<string, string> =>
  () =>
    of(word);
const failsAs =
  (kind: "blocked" | "not-found", message: string): Reader<string, string> =>
  () =>
    throwError(() => new SourceError(kind, message));

describe("steps", () => {
  it("asks the second one after another, with one page of the first and all pages of the second", () => {
    marbles().run(({ cold, expectObservable }) => {
      const pages: number[] = [];
      const read = steps<string, string, string>(
        (_, { pages: asked }) => {
          pages.push(asked);
          return cold("-a-b|");
        },
        (middle, { pages: asked }) => {
          pages.push(asked);
          return cold("---(x|)", { x: `${middle}1` });
        },
      );
      expectObservable(read("q", context)).toBe("----x--(y|)", { x: "a1", y: "b1" });
      pages.push(0);
    });
  });

  it("stops the second step when unsubscribed", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const second = cold("-----x|");
      const read = steps<string, string, string>(
        () => cold("-a|"),
        () => second,
      );
      expectObservable(read("q", context), "^--!").toBe("---");
      expectSubscriptions(second.subscriptions).toBe("-^-!");
    });
  });
});

describe("fanned", () => {
  it("keeps so many second steps under way and lets items out as they come", () => {
    marbles().run(({ cold, expectObservable }) => {
      const read = concurrentSteps<string, string, string>(
        2,
        () => of("a", "b", "c"),
        (middle) => (middle === "a" ? cold("----(a|)") : cold("-(x|)", { x: middle })),
      );
      expectObservable(read("q", context)).toBe("-bc-(a|)");
    });
  });
});

describe("otherwise", () => {
  it("asks the second way when the first one fails before its first item", () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(fallback(failsAs("blocked", "no"), says("b"))("q", context)).toBe("(b|)");
      expectObservable(fallback(says("a"), says("b"))("q", context)).toBe("(a|)");
    });
  });

  it("lets failures pass that another way would not mend, and those after an item", () => {
    marbles().run(({ cold, expectObservable }) => {
      const gone = new SourceError("not-found", "gone");
      expectObservable(fallback(failsAs("not-found", "gone"), says("b"))("q", context)).toBe("#", {}, gone);
      const late: Reader<string, string> = () => cold("-a-#", { a: "a" }, new SourceError("blocked", "late"));
      expectObservable(fallback(late, says("b"))("q", context)).toBe(
        "-a-#",
        { a: "a" },
        new SourceError("blocked", "late"),
      );
    });
  });

  it("fails as the first way did, with both sentences, when both fail", () => {
    let failure: unknown;
    fallback(failsAs("blocked", "One."), failsAs("not-found", "Two."))("q", context).subscribe({
      error: (error: unknown) => {
        failure = error;
      },
    });
    expect(failure).toMatchObject({ kind: "blocked", message: "One. The second way failed too: Two." });
  });

  it("lets the second way rest by itself", () => {
    const kept = reading(() => "");
    const keeps =
      (name: string): Reader<string, string> =>
      (_, { cached }) =>
        cached(name, of(name));
    const refuses: Reader<string, string> = (_, { cached }) =>
      cached(
        "first",
        throwError(() => new SourceError("blocked", "no")),
      );
    fallback(refuses, keeps("second"))("q", kept).subscribe();
    expect(kept.held).toEqual([
      { name: "first", holding: undefined },
      { name: "second", holding: { way: "second way" } },
    ]);
  });

  it("lets another source that is asked instead rest under that one's name", () => {
    const kept = reading(() => "");
    const other: Reader<string, string> = (_, { cached, source }) => cached("other", of(source), { way: "server" });
    const nothing: Reader<string, string> = () => throwError(() => new SourceError("blocked", "no"));
    const seen: string[] = [];
    fallback(nothing, readingOf("rdap", other))("q", kept).subscribe((name) => seen.push(name));
    expect(seen).toEqual(["rdap"]);
    expect(kept.held).toEqual([{ name: "other", holding: { way: "server", source: "rdap" } }]);
  });
});

describe("orElse", () => {
  it("asks the second only when the first found nothing", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(
        onEmpty<string, string>(
          () => cold("--|"),
          () => cold("-b|"),
        )("q", context),
      ).toBe("---b|");
      expectObservable(
        onEmpty<string, string>(
          () => cold("-a-|"),
          () => cold("-b|"),
        )("q", context),
      ).toBe("-a-|");
    });
  });

  it("lets a failure pass, and stops either when unsubscribed", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(onEmpty<string, string>(() => cold("-#"), says("b"))("q", context)).toBe("-#");
      const second = cold<string>("-----b|");
      expectObservable(
        onEmpty<string, string>(
          () => EMPTY,
          () => second,
        )("q", context),
        "^--!",
      ).toBe("---");
      expectSubscriptions(second.subscriptions).toBe("^--!");
    });
  });
});

describe("whenKey and either", () => {
  it("choose by the key and by the question", () => {
    marbles().run(({ expectObservable }) => {
      const read = whenKey("A_KEY", says("keyed"), says("open"));
      expectObservable(
        read(
          "q",
          reading(() => "", { keys: { A_KEY: "k" } }),
        ),
      ).toBe("(x|)", { x: "keyed" });
      expectObservable(read("q", context)).toBe("(x|)", { x: "open" });
      const sorted = branch((q: string) => /^\d+$/.test(q), says("number"), says("name"));
      expectObservable(sorted("12", context)).toBe("(x|)", { x: "number" });
      expectObservable(sorted("x", context)).toBe("(x|)", { x: "name" });
    });
  });
});

describe("adjacent", () => {
  const groups = adjacent((row: string) => row.charAt(0));
  const rows = { a: "a1", b: "a2", c: "b1", d: "a3" };
  const grouped = { x: ["a1", "a2"], y: ["b1"], z: ["a3"] };

  it("lets a group out with its first stranger, and the last one at the end", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(cold("-a-b-c--d-|", rows).pipe(groups)).toBe("-----x--y-(z|)", grouped);
      expectObservable(cold<string>("--|").pipe(groups)).toBe("--|");
    });
  });

  it("drops a group that an error cuts off, and unsubscribes from the rows", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      expectObservable(cold("-a-#", rows).pipe(groups)).toBe("---#");
      const rows$ = cold("-a-b-c--d-|", rows);
      expectObservable(rows$.pipe(groups), "^-----!").toBe("-----x-", grouped);
      expectSubscriptions(rows$.subscriptions).toBe("^-----!");
    });
  });
});
