import { describe, expect, it } from "vitest";
import { jsonPieces } from "../../src/http/formats/json-pieces.ts";

describe("JSON in pieces", () => {
  it.each([
    {},
    { a: 1 },
    { a: undefined, b: [], c: [1, undefined, "x"], d: { e: [null] } },
    { results: [{ url: "u", raw_content: '\u2028"' }], last: true },
    [1, 2],
    "text",
    null,
  ])("is what JSON.stringify gives of %j", (answer) => {
    expect([...jsonPieces(answer)].join("")).toBe(JSON.stringify(answer));
  });

  it("has an entry of a list in each piece", () => {
    const pieces = [...jsonPieces({ results: ["a".repeat(1_000), "b".repeat(1_000)] })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_010);
  });
});
