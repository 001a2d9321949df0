/** An asset's part of a portfolio. */
export interface Holding {
  /** 0–1; those of a portfolio sum up to 1. */
  readonly weight: number;
  /** Of a year, as a ratio; absent where it is not known. */
  readonly volatility?: number | undefined;
}

/** How spread a portfolio is. */
export interface Spread {
  /**
   * The number of independent bets of equal risk that are as spread: the squared diversification ratio
   * (Σwσ)² / ΣΣ wᵢwⱼσᵢσⱼρᵢⱼ, between 1 and the number of assets. Choueifaty & Coignard, “Toward maximum diversification”, Journal of
   * Portfolio Management 35 (2008); Choueifaty, Froidure & Reynier, “Properties of the most diversified portfolio”, Journal
   * of Investment Strategies 2 (2013).
   */
  readonly effectiveBets?: number | undefined;
  /** 1 / Σw²: the number of equal weights that are as concentrated (Herfindahl). */
  readonly effectiveAssets: number;
  /** Of a year, as a ratio. */
  readonly volatility?: number | undefined;
}

/**
 * How spread holdings are. `correlation` says how two of them, by their places, move together; where one pair's is not
 * known, or one volatility, nothing is said that rests on them.
 */
export function diversification(
  holdings: readonly Holding[],
  correlation: (one: number, other: number) => number | undefined,
): Spread {
  const effectiveAssets = 1 / holdings.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const variance = varianceOf(holdings, correlation);
  if (variance === undefined || variance <= 0) return { effectiveAssets };
  const apart = holdings.reduce((sum, { weight, volatility = 0 }) => sum + weight * volatility, 0);
  return {
    effectiveAssets,
    effectiveBets: Math.min(holdings.length, apart ** 2 / variance),
    volatility: Math.sqrt(variance),
  };
}

/** ΣΣ wᵢwⱼσᵢσⱼρᵢⱼ. */
function varianceOf(
  holdings: readonly Holding[],
  correlation: (one: number, other: number) => number | undefined,
): number | undefined {
  let sum = 0;
  for (const [one, a] of holdings.entries()) {
    for (const [other, b] of holdings.entries()) {
      const r = one === other ? 1 : correlation(one, other);
      if (a.volatility === undefined || b.volatility === undefined || r === undefined) return undefined;
      sum += a.weight * b.weight * a.volatility * b.volatility * r;
    }
  }
  return sum;
}
