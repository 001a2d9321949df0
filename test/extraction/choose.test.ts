import { Element } from "domhandler";
import { describe, expect, it } from "vitest";
import type { Block } from "../../src/extraction/blocks.ts";
import { bestCut } from "../../src/extraction/choose.ts";
import { Forest } from "../../src/extraction/forest.ts";

const block = (words: number): Block => ({ owner: new Element("p", {}), nodes: [], text: "x", words, linkWords: 0 });

const choose = (blocks: readonly Block[], chances: readonly number[]): boolean[] => {
  const { cut } = bestCut(blocks, Float64Array.from(chances));
  return chances.map((chance) => chance >= cut);
};

describe("the best cut", () => {
  it("keeps the likely and leaves the unlikely", () => {
    expect(choose([block(100), block(100), block(50)], [0.9, 0.05, 0.8])).toEqual([true, false, true]);
  });

  it("lowers its bar where nothing is likely, since some text is wanted", () => {
    expect(choose([block(10), block(10)], [0.3, 0.01])).toEqual([true, false]);
  });

  it("has the highest expected F1 of all ways to cut", () => {
    const blocks = [5, 80, 40, 3, 200, 12].map(block);
    const chances = [0.2, 0.9, 0.45, 0.7, 0.3, 0.6];
    const all = blocks.reduce((sum, { words }, index) => sum + words * (chances[index] ?? 0), 0);
    const score = (kept: readonly boolean[]) => {
      let found = 0;
      let taken = 0;
      kept.forEach((keep, index) => {
        if (!keep) return;
        taken += blocks[index]?.words ?? 0;
        found += (blocks[index]?.words ?? 0) * (chances[index] ?? 0);
      });
      return (2 * found) / (taken + all);
    };
    const best = Math.max(...chances.map((cut) => score(chances.map((chance) => chance >= cut))));
    expect(score(choose(blocks, chances))).toBeCloseTo(best, 12);
  });

  it("keeps nothing of nothing", () => {
    expect(choose([], [])).toEqual([]);
  });
});

describe("Forest", () => {
  it("walks a packed tree", () => {
    const pack = (array: Int16Array | Uint16Array | Float32Array) => Buffer.from(array.buffer).toString("base64");
    const forest = new Forest({
      base: 0,
      roots: [0],
      feature: pack(Int16Array.of(1, -1, -1)),
      value: pack(Float32Array.of(10, 2, -2)),
      child: pack(Uint16Array.of(1, 0, 0)),
    });
    expect(forest.chance(Float32Array.of(0, 10))).toBeCloseTo(1 / (1 + Math.exp(-2)), 6);
    expect(forest.chance(Float32Array.of(0, 11))).toBeCloseTo(1 / (1 + Math.exp(2)), 6);
  });
});
