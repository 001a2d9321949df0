import { expect, test } from "vitest";
import { passesVitals, ratingOf, type Vital } from "../../../src/aggregate/formulas/vitals.ts";

test("a slow largest paint fails a page whose other vitals are good", () => {
  expect([ratingOf("lcp", 3_220), ratingOf("inp", 198), ratingOf("cls", 0.02)]).toEqual([
    "needs-improvement",
    "good",
    "good",
  ]);
  expect(passesVitals({ lcp: 3_220, inp: 198, cls: 0.02 })).toBe(false);
});

test.each<[Vital, number, number]>([
  ["lcp", 2_500, 4_000],
  ["inp", 200, 500],
  ["cls", 0.1, 0.25],
  ["fid", 100, 300],
  ["fcp", 1_800, 3_000],
  ["ttfb", 800, 1_800],
  ["tbt", 200, 600],
  ["speed_index", 3_400, 5_800],
])("%s is good up to %d and poor beyond %d", (vital, good, poor) => {
  const step = good / 1_000;
  expect([good, good + step, poor, poor + step].map((value) => ratingOf(vital, value))).toEqual([
    "good",
    "needs-improvement",
    "needs-improvement",
    "poor",
  ]);
  expect(ratingOf(vital, 0)).toBe("good");
});

test("without a value there is no rating", () => {
  expect(ratingOf("lcp", undefined)).toBeUndefined();
});

test("three good vitals pass", () => {
  expect(passesVitals({ lcp: 2_500, inp: 200, cls: 0.1 })).toBe(true);
  expect(passesVitals({ lcp: 2_500, inp: 201, cls: 0.1 })).toBe(false);
});

test("pages without enough interactions are judged by the two other vitals", () => {
  expect(passesVitals({ lcp: 2_000, cls: 0.05 })).toBe(true);
  expect(passesVitals({ lcp: 2_000, cls: 0.3 })).toBe(false);
});

test("without the largest paint or the layout shift there is no verdict", () => {
  expect(passesVitals({})).toBeUndefined();
  expect(passesVitals({ inp: 100, cls: 0.05 })).toBeUndefined();
  expect(passesVitals({ lcp: 2_000, inp: 100 })).toBeUndefined();
});
