import { describe, expect, test } from "vitest";
import { createLatencies } from "../../src/upstream/latencies.ts";

const after = (...ms: readonly number[]): number => {
  const latencies = createLatencies();
  for (const one of ms) latencies.observe("duck", one);
  return latencies.deadlineMs("duck");
};
const times = (count: number, ms: number): readonly number[] => Array.from({ length: count }, () => ms);

describe("createLatencies", () => {
  test.each([
    ["nothing is known: 3 s", [], 3_500],
    ["little is known: not less than 3 s", [100, 100, 100, 100], 3_500],
    ["little is known of a slow one: three times its slowest", [1_500], 4_500],
    ["three times the 95th percentile", times(5, 700), 2_100],
    ["one outlier of twenty does not count", [5_000, ...times(19, 700)], 2_100],
    ["two of twenty do", [1_900, 1_900, ...times(18, 700)], 5_700],
    ["1.5 s at least", times(32, 100), 1_500],
    ["6 s at most", times(32, 5_000), 6_000],
    ["only the last 32 count", [...times(40, 5_000), ...times(32, 600)], 1_800],
  ] as const)("%s", (_what, given, deadline) => {
    expect(after(...given)).toBe(deadline);
  });

  test("each source has its own", () => {
    const latencies = createLatencies();
    for (const ms of times(5, 1_000)) latencies.observe("duck", ms);
    expect(latencies.deadlineMs("goose")).toBe(3_500);
  });
});
