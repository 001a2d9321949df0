import { describe, expect, it } from "vitest";
import { mergePartials } from "../../src/aggregate/merge-partials.ts";
import { marbles } from "../sources/kit/reading.ts";

interface Section {
  readonly stops: number;
  readonly stations: string;
}

const PARTS: Readonly<Record<string, Partial<Section>>> = { s: { stops: 2 }, r: { stops: 3 }, t: { stations: "Nord" } };
const KNOWN = { S: { stops: 2 }, T: { stops: 2, stations: "Nord" }, R: { stops: 3, stations: "Nord" } };

describe("grown", () => {
  it("is what is known so far, a later value in the place of an earlier one", () => {
    marbles().run(({ cold, expectObservable }) => {
      const stops = cold("--s---r-|", PARTS);
      const stations = cold("----t--|", PARTS);
      expectObservable(mergePartials<Section>(stops, stations)).toBe("--S-T-R-|", KNOWN);
    });
  });

  it("is nothing while no part is there, and never where none comes", () => {
    marbles().run(({ cold, expectObservable }) => {
      expectObservable(mergePartials<Section>(cold("--|", PARTS), cold("---|", PARTS))).toBe("---|");
      expectObservable(mergePartials<Section>()).toBe("|");
    });
  });

  it("fails as a part fails, and lets go of all", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const stops = cold("--s---r-|", PARTS);
      expectObservable(mergePartials<Section>(stops, cold("----#", PARTS))).toBe("--S-#", KNOWN);
      expectSubscriptions(stops.subscriptions).toBe("^---!");
    });
  });

  it("lets go of all parts when nobody listens", () => {
    marbles().run(({ cold, expectObservable, expectSubscriptions }) => {
      const [stops, stations] = [cold("--s---r-|", PARTS), cold("----t--|", PARTS)];
      expectObservable(mergePartials<Section>(stops, stations), "^--!").toBe("--S-", KNOWN);
      for (const part of [stops, stations]) expectSubscriptions(part.subscriptions).toBe("^--!");
    });
  });
});

it("does not change what it has given", () => {
  const given: Partial<Section>[] = [];
  marbles().run(({ cold, flush }) => {
    mergePartials<Section>(cold("s-t|", PARTS)).subscribe((known) => given.push(known));
    flush();
  });
  expect(given).toEqual([KNOWN.S, KNOWN.T]);
});
