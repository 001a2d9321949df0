/** The price of an asset at the end of a trading day. */
export interface Close {
  /** The day that was traded, in UTC: "2026-11-20". */
  readonly date: string;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  readonly close: number;
}

/** A statistic of returns, with how many returns it is made of. */
export interface Sampled {
  readonly value: number;
  readonly n: number;
  /** Under 20 values: enough to be told, too few to build on. */
  readonly smallSample: boolean;
}

/** Trading days of a year: coins are traded on all of them, what exchanges with closing hours trade on 252. */
export const TRADING_DAYS = { crypto: 365, exchange: 252 } as const;

/** Returns from which a statistic of them is given, and from which it is no small sample. */
const FEWEST = 5;
const ENOUGH = 20;

/** The logarithmic returns ln(Cₜ / Cₜ₋₁) of prices in the order of time; a step from or to a price that is not above 0 has none. */
export const logReturns = (prices: readonly number[]): readonly number[] =>
  prices.flatMap((price, place) => {
    const before = prices[place - 1] ?? 0;
    return before > 0 && price > 0 ? [Math.log(price / before)] : [];
  });

/** The sample deviation (over n − 1); undefined for fewer than two values. */
export function deviation(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
}

/** A statistic of n values as a sample; undefined where they are too few to say anything, or it has no value. */
export const sampled = (value: number | undefined, n: number): Sampled | undefined =>
  value === undefined || n < FEWEST ? undefined : { value, n, smallSample: n < ENOUGH };

/**
 * The historical volatility of a year as a ratio (0.3 is 30 %): the sample deviation of daily logarithmic returns, times the
 * square root of the trading days of a year. Hull, Options, Futures, and Other Derivatives, “Estimating volatility from
 * historical data”.
 */
export function volatility(prices: readonly number[], tradingDays: number): number | undefined {
  const daily = deviation(logReturns(prices));
  return daily === undefined ? undefined : daily * Math.sqrt(tradingDays);
}

/** The last close at or before an instant (milliseconds since 1970), of closes in the order of time. */
export const closeAt = (closes: readonly Close[], instant: number): Close | undefined =>
  closes.findLast(({ at }) => at <= instant);

/** How far a price is above another, in percent; undefined where there was none to compare with. */
export const changePercent = (price: number, before: number | undefined): number | undefined =>
  before === undefined || before <= 0 ? undefined : (price / before - 1) * 100;

/** The deepest fall from a peak to a later price, in percent, 0 or below; undefined without two prices. */
export function maxDrawdownPercent(prices: readonly number[]): number | undefined {
  if (prices.length < 2) return undefined;
  let peak = 0;
  let deepest = 0;
  for (const price of prices) {
    peak = Math.max(peak, price);
    if (peak > 0) deepest = Math.min(deepest, price / peak - 1);
  }
  return deepest * 100;
}
