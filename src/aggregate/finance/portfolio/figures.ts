import {
  changePercent,
  logReturns,
  maxDrawdownPercent,
  sampled,
  TRADING_DAYS,
  volatility,
} from "../../formulas/returns.ts";
import { adjustedCloses, changeSince, DAY_MS, type Market, priceAgo } from "./market.ts";

/** Days of history below which nothing is built on them. */
const ENOUGH_DAYS = 20;

/** One decimal. */
export const tenth = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 10) / 10;

/** Four decimals. */
export const tenThousandth = (value: number): number => Math.round(value * 10_000) / 10_000;

/** The volatility of a year as a ratio, with the returns it is made of; undefined below five. */
export function volatilityOf({ kind, days }: Pick<Market, "kind" | "days">) {
  const prices = adjustedCloses(days).map(({ close }) => close);
  const perYear = kind === "crypto" ? TRADING_DAYS.crypto : TRADING_DAYS.exchange;
  return sampled(volatility(prices, perYear), logReturns(prices).length);
}

/** Days by which a history may begin later than the window: a weekend and holidays. */
const LATE_DAYS = 7;

/** Whether the history reaches back to the window's begin. */
function covers({ days, asOf }: Market, window: number): boolean {
  const first = days[0];
  return first !== undefined && Date.parse(asOf) - first.at >= (window - LATE_DAYS) * DAY_MS;
}

/** An asset as the answer has it. */
export function entryOf(market: Market, window: number) {
  const { days, price } = market;
  const closes = days.map(({ close }) => close);
  const moved = volatilityOf(market);
  return {
    symbol: market.symbol,
    name: market.name,
    kind: market.kind,
    currency: market.currency,
    weight: tenThousandth(market.weight),
    price,
    as_of: market.asOf,
    previous: market.previous ?? (market.kind === "crypto" ? closes.at(-1) : closes.at(-2)),
    price_7d_ago: priceAgo(market, 7),
    price_30d_ago: priceAgo(market, 30),
    high_window: days.length > 0 ? Math.max(...days.map(({ high, close }) => high ?? close)) : undefined,
    low_window: days.length > 0 ? Math.min(...days.map(({ low, close }) => low ?? close)) : undefined,
    change_24h_pct: tenth(market.change24h),
    change_7d_pct: tenth(changeSince(market, 7)),
    change_30d_pct: tenth(changeSince(market, 30)),
    change_window_pct: covers(market, window) ? tenth(changePercent(price, closes[0])) : undefined,
    history_from: days[0]?.date,
    history_n: days.length,
    volatility_pct: tenth(moved && moved.value * 100),
    volatility_n: moved?.n,
    small_sample: moved?.smallSample || (days.length > 0 && days.length < ENOUGH_DAYS) || undefined,
    max_drawdown_pct: tenth(maxDrawdownPercent(closes)),
    market_cap: market.marketCap,
    venues: market.venues.map((venue) => ({
      ...venue,
      deviation_pct: Math.round((venue.price / price - 1) * 10_000) / 100,
    })),
    history_source: market.historySource,
    price_source: market.source,
    url: market.url,
  };
}
