import { describe, expect, it } from "vitest";
import { diversification } from "../../../src/aggregate/formulas/diversification.ts";

const RHO = [
  [1, 0.8, 0.3],
  [0.8, 1, 0.2],
  [0.3, 0.2, 1],
];
const THREE = [
  { weight: 0.5, volatility: 0.6 },
  { weight: 0.3, volatility: 0.8 },
  { weight: 0.2, volatility: 0.25 },
];

describe("diversification", () => {
  it("of two equal assets that go half together is 4/3 bets", () => {
    const spread = diversification(
      [THREE[0], THREE[0]].map((one) => ({ ...one, weight: 0.5 })),
      () => 0.5,
    );
    expect(spread.effectiveBets).toBeCloseTo(1.3333, 4);
    expect(spread.effectiveAssets).toBeCloseTo(2, 10);
  });

  it("weighs risks and how they go together", () => {
    const spread = diversification(THREE, (one, other) => RHO[one]?.[other]);
    expect(spread.effectiveBets).toBeCloseTo(1.2472, 4);
    expect(spread.effectiveAssets).toBeCloseTo(2.6316, 4);
    expect(spread.volatility).toBeCloseTo(0.5283, 4);
  });

  it("says nothing of the risk where a pair or a volatility is not known", () => {
    expect(diversification(THREE, (one, other) => (one + other === 3 ? undefined : 0.5))).toEqual({
      effectiveAssets: expect.closeTo(2.6316, 4),
    });
    expect(diversification([{ weight: 0.5, volatility: 0.2 }, { weight: 0.5 }], () => 0.5)).toEqual({
      effectiveAssets: 2,
    });
  });

  it("is one bet for one asset, and never more bets than assets", () => {
    expect(diversification([{ weight: 1, volatility: 0.4 }], () => undefined)).toEqual({
      effectiveAssets: 1,
      effectiveBets: expect.closeTo(1, 10),
      volatility: expect.closeTo(0.4, 10),
    });
    const against = diversification(
      [THREE[0], THREE[0]].map((one) => ({ ...one, weight: 0.5 })),
      () => -0.9,
    );
    expect(against.effectiveBets).toBe(2);
  });

  it("has no bets where nothing moves", () => {
    expect(diversification([{ weight: 1, volatility: 0 }], () => undefined)).toEqual({ effectiveAssets: 1 });
  });
});
