import { describe, it } from "vitest";
import { between } from "../../../../src/sources/kit/compose/between.ts";
import type { Ends } from "../../../../src/sources/kit/requests/ends.ts";
import { marbles, reading } from "../reading.ts";

const ends: Ends = { from: "a", to: "b" };
const context = reading(() => "", { pages: 3 });

describe("between", () => {
  it("looks one end up after the other, takes the first of each, and reads all pages between them", () => {
    marbles().run(({ cold, expectObservable }) => {
      const read = between<Ends, string, string>(
        ({ text }, { pages }) => cold("--(xy)", { x: `${text}${pages}`, y: "never" }),
        ({ start, end }, { pages }) => cold("-z|", { z: `${start} ${end} ${pages}` }),
      );
      expectObservable(read(ends, context)).toBe("-----z|", { z: "a1 b1 3" });
    });
  });

  it("gives nothing where an end is not found, and fails where one fails", () => {
    marbles().run(({ cold, expectObservable }) => {
      const at = (marble: string) =>
        between<Ends, string, string>(
          ({ text }) => cold(text === "a" ? "-x" : marble),
          () => cold("z|"),
        )(ends, context);
      expectObservable(at("--|")).toBe("---|");
      expectObservable(at("--#")).toBe("---#");
    });
  });

  it("stops looking when unsubscribed", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const find = cold("-----x");
      const read = between<Ends, string, string>(
        () => find,
        () => cold("z|"),
      );
      expectObservable(read(ends, context), "^--!").toBe("---");
      expectSubscriptions(find.subscriptions).toBe("^--!");
    });
  });
});
