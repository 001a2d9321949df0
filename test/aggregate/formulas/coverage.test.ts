import { describe, expect, test } from "vitest";
import { commonSpan, covering, perDay } from "../../../src/aggregate/formulas/coverage.ts";

const DAY = 86_400_000;
const asked = { from: 0, to: 30 * DAY };
const at = (day: number): number => day * DAY;

describe("a list with the time that it covers", () => {
  test("covers what was asked where it is whole, and the time since its oldest entry where it is cut", () => {
    expect(covering([29, 20], { asked, cut: false, at })).toEqual({ entries: [29, 20], span: asked, cut: false });
    expect(covering([29, 20, 31], { asked, cut: true, at })).toEqual({
      entries: [29, 20],
      span: { from: 20 * DAY, to: asked.to },
      cut: true,
    });
  });

  test("is not cut where it reaches back beyond what was asked; entries without a date stay out", () => {
    const reaching = covering([29, -3], { asked, cut: true, at });
    expect(reaching).toEqual({ entries: [29], span: asked, cut: false });
    expect(covering([5], { asked, cut: false, at: () => undefined }).entries).toEqual([]);
  });

  test("is cut to nothing where no entry has a date", () => {
    const list = covering([5], { asked, cut: true, at: () => undefined });
    expect(perDay(list, 0)).toBeUndefined();
  });

  test("compares over the time that all cover", () => {
    const lists = [covering([29, 20], { asked, cut: true, at }), covering([28, 1], { asked, cut: false, at })];
    expect(commonSpan(lists)).toEqual({ from: 20 * DAY, to: 30 * DAY });
    expect(commonSpan([])).toBeUndefined();
    expect(commonSpan([{ span: { from: 0, to: 1 } }, { span: { from: 2, to: 3 } }])).toBeUndefined();
  });

  test("has a rate over the time that it covers, of two entries or more", () => {
    const cut = covering([29, 28, 20], { asked, cut: true, at });
    expect(perDay(cut)).toBeCloseTo(0.3, 6);
    expect(perDay(covering([29], { asked, cut: false, at }))).toBeUndefined();
  });
});
