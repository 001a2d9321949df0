import { type Close, changePercent, closeAt } from "../../formulas/returns.ts";
import type { SourceClient } from "../../source-client.ts";

/** The sources of prices, in the order in which the answer tells of them. */
export const SOURCES = {
  coingecko: "primary",
  binance: "primary",
  yahoo_finance: "primary",
  coinpaprika: "fallback",
  defillama: "fallback",
  coinbase: "fallback",
  kraken: "fallback",
  okx: "fallback",
  bitstamp: "fallback",
  twelvedata: "keyed",
  alphavantage: "keyed",
  finnhub: "keyed",
  frankfurter: "enriching",
  ecb: "fallback",
  fear_greed: "enriching",
  fred: "enriching",
} as const;

/** What assets are looked up with. */
export interface Desk {
  readonly ask: SourceClient<keyof typeof SOURCES>;
  /** Days of history. */
  readonly window: number;
  now(): number;
}

/** The most days that a source tells. */
export const MOST_DAYS = 365;

export type AssetKind = "crypto" | "stock" | "etf" | "index" | "fx" | "other";

/** A trading day that is over. */
export interface Day extends Close {
  /** With splits and dividends taken out. */
  readonly adjusted?: number | undefined;
  readonly high?: number | undefined;
  readonly low?: number | undefined;
}

/** The price of now. */
export interface Price {
  readonly name: string;
  readonly kind: AssetKind;
  readonly currency?: string | undefined;
  readonly price: number;
  /** ISO 8601 */
  readonly asOf: string;
  readonly previous?: number | undefined;
  /** Percent since 24 hours ago, or since the close before. */
  readonly change24h?: number | undefined;
  readonly marketCap?: number | undefined;
  readonly source: string;
  /** The page that tells it. */
  readonly url?: string | undefined;
}

/** Days of a source, the oldest first, and the price that it has itself. */
export interface History {
  readonly days: readonly Day[];
  readonly source: string;
  readonly currency?: string | undefined;
  readonly quote?: Price | undefined;
}

/** All that is known of an asset. */
export interface Market extends Price {
  readonly symbol: string;
  readonly weight: number;
  readonly days: readonly Day[];
  readonly historySource?: string | undefined;
  /** Days left out, as their closes are no prices. */
  readonly ticks: number;
  /** The day of a split before which the raw closes are left out. */
  readonly splitOn?: string | undefined;
  readonly venues: readonly { readonly source: string; readonly price: number }[];
}

export const DAY_MS = 86_400_000;

/** A decimal as a number; undefined for what is none. */
export function numberOf(decimal: string | number | undefined): number | undefined {
  const value = decimal === undefined ? Number.NaN : Number(decimal);
  return Number.isFinite(value) ? value : undefined;
}

/** A decimal as a price: above 0. */
export function priceIn(decimal: string | number | undefined): number | undefined {
  const value = numberOf(decimal);
  return value !== undefined && value > 0 ? value : undefined;
}

/** The days of the window and the close before it, each day once, the oldest first. */
export function daysOf(days: readonly Day[], window: number, now: number): readonly Day[] {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const from = new Date(now - (window + 1) * DAY_MS).toISOString().slice(0, 10);
  return [...byDate.values()].filter(({ date }) => date >= from).toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Closes as returns are made of: those without splits and dividends where they are known. */
export const adjustedCloses = (days: readonly Day[]): readonly Close[] =>
  days.map(({ date, at, close, adjusted }) => ({ date, at, close: adjusted ?? close }));

/**
 * The close so many days before the price. The price of a market that is closed is the close of its last day: days are then
 * counted from there.
 */
export function priceAgo(
  { kind, asOf, days }: Pick<Market, "kind" | "asOf" | "days">,
  back: number,
): number | undefined {
  const paid = Date.parse(asOf);
  const last = days.at(-1);
  const closed = kind !== "crypto" && last !== undefined && last.date >= asOf.slice(0, 10);
  const from = closed ? last.at : paid;
  if (!Number.isFinite(from)) return undefined;
  const then = from - back * DAY_MS;
  const found = closeAt(days, then);
  return found && then - found.at <= LATEST_MS ? found.close : undefined;
}

/** How long before a day a close may stand for it: over weekends and holidays. */
const LATEST_MS = 7 * DAY_MS;

/** Whether a price is of these days: a share that is no longer traded has a last price, but no change of today. */
export const isRecent = ({ asOf }: Pick<Price, "asOf">, now: number): boolean => now - Date.parse(asOf) <= LATEST_MS;

/** Percent since so many days ago. */
export const changeSince = (market: Market, back: number): number | undefined =>
  changePercent(market.price, priceAgo(market, back));
