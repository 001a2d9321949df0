import { describe, expect, it } from "vitest";
import { changeOf, pointsOf, type TimedMention } from "../../../src/aggregate/formulas/evolution.ts";

const at = (text: string): number => Date.parse(text);

describe("pointsOf", () => {
  it("counts mentions a day, means what was scored, and shows empty days", () => {
    const mentions: TimedMention[] = [
      { at: at("2026-03-01T08:00:00Z"), compound: 0.5 },
      { at: at("2026-03-01T23:59:59Z"), compound: -0.1 },
      { at: at("2026-03-01T12:00:00Z") },
      { at: at("2026-03-03T00:00:00Z") },
    ];
    expect(pointsOf(mentions, "day", at("2026-03-01T06:00:00Z"), at("2026-03-03T06:00:00Z"))).toEqual([
      { start: "2026-03-01T00:00:00.000Z", mentions: 3, n: 2, score: 0.2 },
      { start: "2026-03-02T00:00:00.000Z", mentions: 0, n: 0 },
      { start: "2026-03-03T00:00:00.000Z", mentions: 1, n: 0 },
    ]);
  });

  it("begins weeks on Monday, and hours on the hour", () => {
    const week = pointsOf([], "week", at("2026-03-05T00:00:00Z"), at("2026-03-10T00:00:00Z"));
    expect(week.map(({ start }) => start.slice(0, 10))).toEqual(["2026-03-02", "2026-03-09"]);
    expect(pointsOf([], "hour", at("2026-03-05T10:30:00Z"), at("2026-03-06T10:30:00Z"))).toHaveLength(25);
  });
});

describe("changeOf", () => {
  const mentions = (first: number, last: number, n = 5): TimedMention[] =>
    Array.from({ length: n }, (_, index) => [
      { at: 1000 + index, compound: first },
      { at: 9000 + index, compound: last },
      { at: 5000, compound: -1 },
    ]).flat();

  it.each([
    [0.1, 0.3, "improving"],
    [0.1, 0.15, "stable"],
    [0.1, -0.1, "worsening"],
  ])("from %d to %d is %s", (first, last, direction) => {
    const change = changeOf(mentions(first, last), 1000, 10_000);
    expect(change?.direction).toBe(direction);
    expect(change?.change).toBeCloseTo(last - first, 9);
  });

  it("says nothing of fewer than five scored mentions in either third", () => {
    expect(changeOf(mentions(0.1, 0.9, 4), 1000, 10_000)).toBeUndefined();
    expect(changeOf([], 1000, 10_000)).toBeUndefined();
    const unscored = mentions(0.1, 0.9).map(({ at: moment }) => ({ at: moment }));
    expect(changeOf(unscored, 1000, 10_000)).toBeUndefined();
  });
});
