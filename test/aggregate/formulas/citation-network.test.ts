import { describe, expect, it } from "vitest";
import { citationNetwork } from "../../../src/aggregate/formulas/citation-network.ts";

describe("citationNetwork", () => {
  it("knows who cites whom, and what two works cite both", () => {
    const network = citationNetwork([
      { id: "A", names: ["10.1/a"], references: [[]] },
      { id: "B", names: ["10.1/b"], references: [["10.1/a"]] },
      { id: "C", names: ["10.1/c"], references: [["10.1/a", "10.1/b"]] },
    ]);
    expect(network.edges).toEqual([
      { from: "B", to: "A" },
      { from: "C", to: "A" },
      { from: "C", to: "B" },
    ]);
    expect(network.density).toBe(0.5);
    expect([...network.degrees]).toEqual([
      ["A", { citedInSet: 2, citesInSet: 0 }],
      ["B", { citedInSet: 1, citesInSet: 1 }],
      ["C", { citedInSet: 0, citesInSet: 2 }],
    ]);
    expect(network.coupling).toEqual([{ a: "B", b: "C", shared: 1 }]);
    expect(network.coverage).toBe(1);
  });

  it("finds a work by any of its identifiers, and counts what two kinds of them say once", () => {
    const network = citationNetwork([
      { id: "a", names: ["10.1/a", "W1"], references: [["10.1/x", "10.1/y"], ["W8"]] },
      {
        id: "b",
        names: ["10.1/b", "W2"],
        references: [
          ["10.1/a", "10.1/x", "10.1/y"],
          ["W1", "W8", "W9"],
        ],
      },
    ]);
    expect(network.edges).toEqual([{ from: "b", to: "a" }]);
    // Two DOIs and one OpenAlex id are shared: the same work may stand behind both.
    expect(network.coupling).toEqual([{ a: "a", b: "b", shared: 2 }]);
  });

  it("does not take kinds of identifiers for one another", () => {
    const [pair] = citationNetwork([
      { id: "a", names: [], references: [["same"], []] },
      { id: "b", names: [], references: [[], ["same"]] },
    ]).coupling;
    expect(pair).toBeUndefined();
  });

  it("counts works whose references nobody knows, and leaves out a work that cites itself", () => {
    const network = citationNetwork([
      { id: "a", names: ["10.1/a"], references: [["10.1/a", "10.1/b", "10.1/b"]] },
      { id: "b", names: ["10.1/b"] },
    ]);
    expect(network.edges).toEqual([{ from: "a", to: "b" }]);
    expect(network.coverage).toBe(0.5);
  });

  it("is empty of nothing, and without density of one", () => {
    expect(citationNetwork([])).toEqual({ edges: [], density: 0, degrees: new Map(), coupling: [], coverage: 0 });
    expect(citationNetwork([{ id: "a", names: [], references: [["x"]] }]).density).toBe(0);
  });

  it("ranks pairs by what they share", () => {
    const { coupling } = citationNetwork([
      { id: "a", names: [], references: [["1", "2", "3"]] },
      { id: "b", names: [], references: [["1"]] },
      { id: "c", names: [], references: [["2", "3", "1"]] },
    ]);
    expect(coupling).toEqual([
      { a: "a", b: "c", shared: 3 },
      { a: "a", b: "b", shared: 1 },
      { a: "b", b: "c", shared: 1 },
    ]);
  });
});
