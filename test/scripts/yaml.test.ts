import { expect, it } from "vitest";
import { yamlFile, yamlOf } from "../../scripts/yaml.ts";

it.each([
  ["plain", "plain"],
  ["two words: and # more", '"two words: and # more"'],
  ["yes", '"yes"'],
  ["4", '"4"'],
  ["", '""'],
  [4, "4"],
  [true, "true"],
  [[], "[]"],
  [{}, "{}"],
  [{ a: 1, left: undefined, b: "x" }, "\na: 1\nb: x"],
  [{ list: ["a", { b: 1, c: [2] }] }, "\nlist:\n  - a\n  - b: 1\n    c:\n      - 2"],
])("%j as YAML", (value, text) => {
  expect(yamlOf(value)).toBe(text);
});

it("a file of several documents", () => {
  expect(yamlFile([{ a: 1 }, { b: 2 }], "Made.")).toBe("# Made.\n---\na: 1\n---\nb: 2\n");
});
