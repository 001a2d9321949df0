import { describe, expect, it } from "vitest";
import { diffOf } from "../../src/reading/text-diff.ts";

describe("diffOf", () => {
  it("tells lines that came and went, each with its number", () => {
    const diff = diffOf({ before: "a\nb\nc", after: "a\nB\nc\nd" });
    expect(diff?.text).toBe("--- previous\n+++ current\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n");
    expect(diff?.json).toEqual({
      files: [
        {
          from: "previous",
          to: "current",
          chunks: [
            {
              content: "@@ -1,3 +1,4 @@",
              changes: [
                { type: "normal", normal: true, ln1: 1, ln2: 1, content: " a" },
                { type: "del", del: true, ln: 2, content: "-b" },
                { type: "add", add: true, ln: 2, content: "+B" },
                { type: "normal", normal: true, ln1: 3, ln2: 3, content: " c" },
                { type: "add", add: true, ln: 4, content: "+d" },
              ],
            },
          ],
        },
      ],
    });
  });

  it("gives up where two texts have too little in common", () => {
    const text = (seed: number): string =>
      Array.from({ length: 6_000 }, (_, at) => String((at * 7919 * seed) % 99_991)).join("\n");
    expect(diffOf({ before: text(3), after: text(5) })).toBeUndefined();
  });
});
