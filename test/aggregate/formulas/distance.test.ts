import { expect, it } from "vitest";
import { kilometresBetween } from "../../../src/aggregate/formulas/distance.ts";

const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const LYON = { latitude: 45.764, longitude: 4.8357 };

it("goes along the great circle", () => {
  expect(kilometresBetween(PARIS, LYON)).toBe(391.5);
  expect(kilometresBetween(LYON, PARIS)).toBe(391.5);
});

it("is nothing from a point to itself, and half the globe to the other side", () => {
  expect(kilometresBetween(PARIS, PARIS)).toBe(0);
  expect(kilometresBetween({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 })).toBeCloseTo(20_015.1, 1);
});
