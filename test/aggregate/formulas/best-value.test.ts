import { describe, expect, it } from "vitest";
import { bestOf, shrunkRating, valueFor } from "../../../src/aggregate/formulas/best-value.ts";

const A = { price: 90, rating: 4.5, votes: 100 };
const B = { price: 85, rating: 5, votes: 3 };

describe("value", () => {
  it("is a rating, drawn to the mean of all, for a price", () => {
    expect(shrunkRating(A, 4.2)).toBeCloseTo(4.4727, 4);
    expect(valueFor(A, 4.2, 100)).toBeCloseTo(0.9939, 4);
    expect(shrunkRating(B, 4.2)).toBeCloseTo(4.3846, 4);
    expect(valueFor(B, 4.2, 100)).toBeCloseTo(1.0317, 4);
  });

  it("takes the mean for an offer without a rating, and one vote where none are told", () => {
    expect(shrunkRating({ price: 1 }, 4.2)).toBe(4.2);
    expect(shrunkRating({ price: 1, rating: 5 }, 4)).toBeCloseTo(45 / 11, 9);
  });
});

describe("bestOf", () => {
  it("is the offer of most value", () => {
    expect(bestOf([A, B], 100)?.offer).toBe(B);
    expect(bestOf([A, B], 100)?.unrated).toBe(false);
  });

  it("is the cheapest where none is rated", () => {
    expect(bestOf([{ price: 20 }, { price: 10 }], 15)).toEqual({ offer: { price: 10 }, value: 1.5, unrated: true });
  });

  it("is none of none, and never what costs nothing", () => {
    expect(bestOf([], 1)).toBeUndefined();
    expect(bestOf([{ price: 0 }], 1)).toBeUndefined();
  });
});
