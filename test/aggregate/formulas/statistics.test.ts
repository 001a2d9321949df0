import { describe, expect, it } from "vitest";
import { isSmallSample, median, quantile, sampleOf } from "../../../src/aggregate/formulas/statistics.ts";

describe("medians and quartiles", () => {
  it("are those of type 7", () => {
    expect(sampleOf([4, 1, 3, 2])).toEqual({ n: 4, q1: 1.75, median: 2.5, q3: 3.25 });
  });

  it("leave the values as they were", () => {
    const values = [3, 1, 2];
    expect(median(values)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
  });

  it("are absent of nothing", () => {
    expect(sampleOf([])).toEqual({ n: 0 });
    expect(median([])).toBeUndefined();
    expect(quantile([], 0.25)).toBeUndefined();
  });

  it("have a median from one value on, quartiles from four", () => {
    expect(sampleOf([7])).toEqual({ n: 1, median: 7 });
    expect(sampleOf([1, 2, 4])).toEqual({ n: 3, median: 2 });
    expect(Object.keys(sampleOf([1, 2, 3, 4]))).toContain("q1");
  });

  it("know negative values and equal ones", () => {
    expect(sampleOf([-2, -2, -2, -2, 10])).toEqual({ n: 5, q1: -2, median: -2, q3: -2 });
  });
});

describe("a quantile", () => {
  it("is the least and the largest value at its ends, and never beyond", () => {
    expect([0, 1, -1, 2].map((share) => quantile([5, 1, 3], share))).toEqual([1, 5, 1, 5]);
  });

  it("lies between two values in proportion", () => {
    expect(quantile([10, 20, 30, 40, 50], 0.9)).toBeCloseTo(46, 10);
  });
});

it("calls a sample of fewer than ten values small", () => {
  expect([0, 9, 10].map(isSmallSample)).toEqual([true, true, false]);
});
