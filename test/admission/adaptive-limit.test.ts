import { expect, it } from "vitest";
import { AdaptiveLimit } from "../../src/admission/adaptive-limit.ts";

const of = (least: number, most: number): AdaptiveLimit => new AdaptiveLimit({ least, most });

/** Readings of a thread that keeps its time, with all under way. */
function grow(limit: AdaptiveLimit, readings: number): void {
  for (let n = 0; n < readings; n += 1) limit.observe(0, limit.limit);
}

it("begins low, and never above what there may be", () => {
  expect(of(8, 200).limit).toBe(32);
  expect(of(4, 6).limit).toBe(6);
});

it("grows by a quarter a reading until it was lowered, then by one", () => {
  const limit = of(8, 200);
  grow(limit, 3);
  expect(limit.limit).toBe(63);
  limit.observe(100, 63);
  expect(limit.limit).toBe(47);
  grow(limit, 3);
  expect(limit.limit).toBe(47);
  grow(limit, 2);
  expect(limit.limit).toBe(49);
  const small = of(8, 40);
  grow(small, 50);
  expect(small.limit).toBe(40);
});

it("does not grow while there is room, nor where the thread is a little late", () => {
  const limit = of(8, 200);
  expect(limit.observe(0, 31)).toBe(false);
  expect(limit.observe(30, 32)).toBe(false);
  expect(limit.limit).toBe(32);
});

it("leaves the fewer the later the thread is, and always the least", () => {
  const late = of(8, 200);
  late.observe(180, 32);
  expect(late.limit).toBe(16);
  const later = of(8, 200);
  later.observe(5_000, 32);
  expect(later.limit).toBe(8);
  for (let n = 0; n < 20; n += 1) later.observe(5_000, 8);
  expect(later.limit).toBe(8);
});
