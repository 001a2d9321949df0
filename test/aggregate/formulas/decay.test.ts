import { describe, expect, it } from "vitest";
import { countSince, decayedScore, momentum } from "../../../src/aggregate/formulas/decay.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const daysAgo = (days: number): number => NOW - days * 86_400_000;
const items = (count: number, days: number): number[] => Array.from({ length: count }, () => daysAgo(days));

describe("a score with decay", () => {
  it("is halved by every week", () => {
    expect(decayedScore({ points: 99 }, NOW, NOW)).toBeCloseTo(2, 10);
    expect(decayedScore({ points: 99 }, daysAgo(7), NOW)).toBeCloseTo(1, 10);
    expect(decayedScore({ points: 199, comments: 400 }, daysAgo(14), NOW)).toBeCloseTo(0.75, 4);
  });

  it("is 0 without attention, below none too, and does not grow with the future", () => {
    expect(decayedScore({}, NOW, NOW)).toBe(0);
    expect(decayedScore({ points: -40 }, NOW, NOW)).toBe(0);
    expect(decayedScore({ points: 99 }, NOW + 86_400_000, NOW)).toBeCloseTo(2, 10);
  });
});

describe("momentum", () => {
  it("sets a week beside a week of the three before", () => {
    expect(momentum([...items(8, 1), ...items(9, 10)], NOW)).toEqual({ value: 2.25, direction: "rising", n: 17 });
    expect(momentum([...items(2, 1), ...items(6, 10)], NOW)).toMatchObject({ value: 1, direction: "steady" });
    expect(momentum([...items(1, 1), ...items(9, 20)], NOW)).toMatchObject({ value: 0.5, direction: "falling" });
  });

  it("says nothing below five items of four weeks", () => {
    expect(momentum([], NOW)).toBeUndefined();
    expect(momentum(items(4, 1), NOW)).toBeUndefined();
    expect(momentum([...items(4, 1), ...items(50, 29)], NOW)).toBeUndefined();
    expect(momentum(items(5, 27), NOW)).toMatchObject({ n: 5, direction: "falling" });
  });

  it("does not count what is yet to come", () => {
    expect(countSince([NOW + 1, NOW, daysAgo(6.9), daysAgo(7)], 7, NOW)).toBe(2);
  });
});
