import type { AssetKind, Day, History, Price } from "./market.ts";

/** How many times its neighbours a close may be before it is taken for a bad tick, and the high or low of a day its close. */
const TICK = 4;
/** A daily jump of raw closes from which a split is the likelier cause. */
const SPLIT = 1.8;
/** How far the price of a coin may be from another market's before it is the price of another coin of the same ticker. */
const SAME_COIN = 1.5;

/** Days that prices can be made of, and what was left out. */
export interface Plausible {
  readonly days: readonly Day[];
  /** Days whose close is no price. */
  readonly ticks: number;
  /** The day of the jump before which raw closes are left out. */
  readonly splitOn?: string | undefined;
}

const within = (ratio: number, most: number): boolean => ratio <= most && ratio >= 1 / most;

/**
 * Leaves out closes that are no prices: those of 0 and below, and those over four times or under a quarter of all
 * neighbours (two on either side). Of raw closes of a security (no adjusted ones are told), the days before a jump of the size of a split are left
 * out, as they count other shares. `days` stand in the order of time.
 */
export function plausible(days: readonly Day[], kind: AssetKind): Plausible {
  const paid = days.filter(({ close }) => close > 0);
  const kept = paid
    .filter(({ close }, at) => {
      const beside = [-2, -1, 1, 2].flatMap((step) => paid[at + step]?.close ?? []);
      return beside.length === 0 || beside.some((other) => within(close / other, TICK));
    })
    .map((day) => ({
      ...day,
      high: day.high !== undefined && within(day.high / day.close, TICK) ? day.high : undefined,
      low: day.low !== undefined && day.low > 0 && within(day.low / day.close, TICK) ? day.low : undefined,
    }));
  const raw = kind !== "crypto" && kind !== "fx" && kept.every(({ adjusted }) => adjusted === undefined);
  const jump = raw
    ? kept.findLastIndex(({ close }, at) => at > 0 && !within(close / (kept[at - 1]?.close ?? close), SPLIT))
    : -1;
  return {
    days: jump > 0 ? kept.slice(jump) : kept,
    ticks: days.length - kept.length,
    ...(jump > 0 && { splitOn: kept[jump]?.date }),
  };
}

/** Whether an exchange trades the coin that has this price, and no other of the same ticker. */
export function isOfSameCoin({ quote, days }: History, price: Price | undefined): boolean {
  const traded = quote?.price ?? days.at(-1)?.close;
  return price === undefined || traded === undefined || within(traded / price.price, SAME_COIN);
}
