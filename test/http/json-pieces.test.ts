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

  it("has little more than 64 KB in each piece, also of lists within lists", () => {
    const items = Array.from({ length: 500 }, (_, nth) => ({
      title: `${nth}`,
      snippet: "x".repeat(1_000),
      gone: undefined,
    }));
    const answer = {
      results: [
        { parser: "a", items },
        { parser: "b", items: [], error: "none" },
      ],
      items,
      time_ms: 1,
    };
    const pieces = [...jsonPieces(answer)];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
    expect(pieces.length).toBeGreaterThan(10);
    expect(pieces.join("")).toBe(JSON.stringify(answer));
  });
});
