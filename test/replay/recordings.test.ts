import { expect, it } from "vitest";
import { RecordingMeta } from "../../src/replay/recordings.ts";

it("a misspelt expectation is no recording's", () => {
  const meta = { url: "https://a.example/", body: "a.json", case: "items" };
  expect(RecordingMeta.safeParse({ ...meta, expect: { minItems: 1, contains: { title: "A" } } }).success).toBe(true);
  const misspelt = RecordingMeta.safeParse({ ...meta, expect: { minItem: 1 } });
  expect(misspelt.error?.issues[0]?.message).toContain('"minItem"');
});
