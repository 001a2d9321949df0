import { Element } from "domhandler";
import { describe, expect, it } from "vitest";
import type { Block } from "../../src/extraction/blocks.ts";
import { bestCut } from "../../src/extraction/choose.ts";
import { Forest } from "../../src/extraction/forest.ts";

const block = (words: number): Block => ({
  owner: new Element("p", {}),
  nodes: [],
  text: "x",
  words,
  letters: 0,
  linkWords: 0,
});

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

  it("ends in each tree where a walk from its root ends, whatever the other rows are", () => {
    let state = 11;
    const random = (below: number) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const roots: number[] = [];
    const feature: number[] = [];
    const value: number[] = [];
    const child: number[] = [];
    for (let tree = 0; tree < 40; tree += 1) {
      const root = feature.length;
      roots.push(root);
      const leaves = [root];
      feature.push(-1);
      for (let grown = 1; grown < 24; grown += 1) {
        const [node = root] = leaves.splice(random(leaves.length), 1);
        child[node] = feature.length - root;
        leaves.push(feature.length, feature.length + 1);
        feature.push(-1, -1);
        feature[node] = random(6);
        value[node] = random(8);
      }
      for (const leaf of leaves) {
        child[leaf] = 0;
        value[leaf] = random(1000) / 1000 - 0.5;
      }
    }
    const pack = (array: Int16Array | Uint16Array | Float32Array) => Buffer.from(array.buffer).toString("base64");
    const packed = {
      base: 0.25,
      roots,
      feature: pack(Int16Array.from(feature)),
      value: pack(Float32Array.from(value)),
    };
    const forest = new Forest({ ...packed, child: pack(Uint16Array.from(child)) });
    const walked = (row: Float32Array) =>
      roots.reduce((odds, root) => {
        let node = root;
        for (let asks = feature[node] ?? -1; asks >= 0; asks = feature[node] ?? -1)
          node = root + (child[node] ?? 0) + ((row[asks] ?? 0) <= (value[node] ?? 0) ? 0 : 1);
        return odds + Math.fround(value[node] ?? 0);
      }, 0.25);
    const rows = Array.from({ length: 200 }, () => Float32Array.from({ length: 6 }, () => random(9) - 0.5 * random(2)));
    const chances = rows.map((row) => 1 / (1 + Math.exp(-walked(row))));
    expect([...forest.chances(rows)]).toEqual(chances);
    expect(rows.map((row) => forest.chance(row))).toEqual(chances);
    expect([...forest.chances([])]).toEqual([]);
  });
});
