import { correlation, type Together } from "../../formulas/correlation.ts";
import { diversification } from "../../formulas/diversification.ts";
import { tenThousandth, tenth, volatilityOf } from "./figures.ts";
import { adjustedCloses, changeSince, type Market } from "./market.ts";
import { FEW_BETS, recommendations } from "./recommendations.ts";

interface Pair extends Together {
  readonly one: number;
  readonly other: number;
}

/** What a portfolio's assets say together. */
export interface Whole {
  readonly markets: readonly Market[];
  readonly pairs: readonly Pair[];
  /** Of a year, as a ratio. */
  readonly volatility?: number | undefined;
  readonly effectiveBets?: number | undefined;
  readonly effectiveAssets: number;
}

/** The markets with their weights summing up to 1. */
export function weighed(markets: readonly Market[]): readonly Market[] {
  const whole = markets.reduce((sum, { weight }) => sum + weight, 0);
  return markets.map((market) => ({ ...market, weight: whole > 0 ? market.weight / whole : 1 / markets.length }));
}

export function wholeOf(markets: readonly Market[]): Whole {
  const closes = markets.map(({ days }) => adjustedCloses(days));
  const pairs = closes.flatMap((a, one) =>
    closes.slice(one + 1).map((b, rest): Pair => ({ ...correlation(a, b), one, other: one + 1 + rest })),
  );
  const r = (one: number, other: number): number | undefined =>
    pairs.find((pair) => pair.one === Math.min(one, other) && pair.other === Math.max(one, other))?.r?.value;
  // What rests on few returns carries no figure of the whole.
  const firm = pairs.every((pair) => pair.r?.smallSample !== true);
  const holdings = markets.map((market) => {
    const told = volatilityOf(market);
    return { weight: market.weight, volatility: told?.smallSample ? undefined : told?.value };
  });
  return { markets, pairs, ...diversification(holdings, firm ? r : () => undefined) };
}

/** The earliest and the latest of some days. */
function periodOf(days: readonly (string | undefined)[]) {
  const known = days.filter((day) => day !== undefined).toSorted();
  const [from, to] = [known[0], known.at(-1)];
  return from !== undefined && to !== undefined ? { from, to } : undefined;
}

/** The weighted sum of what every asset has; undefined where one has it not. */
function weighted(markets: readonly Market[], of: (market: Market) => number | undefined): number | undefined {
  const parts = markets.map((market) => {
    const value = of(market);
    return value === undefined ? Number.NaN : value * market.weight;
  });
  const sum = parts.reduce((total, part) => total + part, 0);
  return Number.isFinite(sum) ? sum : undefined;
}

export function performanceOf({ markets, volatility }: Whole) {
  const ranked = markets
    .flatMap((market) => {
      const change = changeSince(market, 30);
      return change === undefined ? [] : [{ symbol: market.symbol, change }];
    })
    .toSorted((a, b) => b.change - a.change);
  const several = ranked.length > 1;
  return {
    change_24h_pct: tenth(weighted(markets, ({ change24h }) => change24h)),
    change_7d_pct: tenth(weighted(markets, (market) => changeSince(market, 7))),
    change_30d_pct: tenth(weighted(markets, (market) => changeSince(market, 30))),
    volatility_pct: tenth(volatility && volatility * 100),
    best: several ? ranked[0]?.symbol : undefined,
    worst: several ? ranked.at(-1)?.symbol : undefined,
    n: markets.length,
    period: periodOf(markets.flatMap(({ days }) => [days[0]?.date, days.at(-1)?.date])),
  };
}

/** The mean of the pairs' correlations; undefined of none. */
function meanR(pairs: readonly Pair[]): number | undefined {
  const known = pairs.flatMap(({ r }) => (r ? [r.value] : []));
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
}

export function correlationOf({ markets, pairs }: Whole) {
  const mean = meanR(pairs);
  return {
    symbols: markets.map(({ symbol }) => symbol),
    pairs: pairs.map(({ one, other, r, n }) => ({
      a: markets[one]?.symbol ?? "",
      b: markets[other]?.symbol ?? "",
      r: r && tenThousandth(r.value),
      n,
      small_sample: r?.smallSample || undefined,
    })),
    mean: mean === undefined ? undefined : tenThousandth(mean),
    period: periodOf(pairs.flatMap(({ from, to }) => [from, to])),
  };
}

/** The share of the number of assets from which bets are many. */
const GOOD = 0.7;

function ratingOf({ markets, effectiveBets }: Whole): "poor" | "fair" | "good" | "unknown" {
  // One asset is one bet of one, and spreads nothing.
  if (markets.length === 1) return "poor";
  if (effectiveBets === undefined) return "unknown";
  const share = effectiveBets / markets.length;
  return share < FEW_BETS ? "poor" : share >= GOOD ? "good" : "fair";
}

export function diversificationOf(whole: Whole) {
  const { markets, effectiveBets, effectiveAssets } = whole;
  const kinds = [...Map.groupBy(markets, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    weight: tenThousandth(same.reduce((sum, { weight }) => sum + weight, 0)),
  }));
  const rating = ratingOf(whole);
  const advice = recommendations(whole);
  return {
    effective_bets: effectiveBets === undefined ? undefined : tenThousandth(effectiveBets),
    effective_assets: tenThousandth(effectiveAssets),
    assets: markets.length,
    largest_weight: tenThousandth(Math.max(...markets.map(({ weight }) => weight))),
    kinds: kinds.toSorted((a, b) => b.weight - a.weight),
    rating,
    // That nothing is to be said of an unknown spread is no praise of it.
    recommendations: rating === "unknown" && advice.length === 0 ? undefined : advice,
  };
}
