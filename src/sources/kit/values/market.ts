import { z } from "zod";
import { numeric } from "../readers/json.ts";
import { unixSeconds } from "./dates.ts";
import { Decimal } from "./decimal.ts";
import { BaseItem, IsoDate } from "./fields.ts";

/* What markets say, whatever is traded there: the price of now, and the prices of days. */

const DAY_MS = 86_400_000;

/** What was paid over a span of time, in `currency`. */
const span = {
  symbol: z.string().optional().describe("as the upstream writes it: AAPL, BTCUSDT"),
  currency: z
    .string()
    .regex(/^[A-Z\d]{2,20}$/)
    .optional()
    .describe("what prices are in: an ISO 4217 code or a coin's symbol"),
  open: Decimal.optional(),
  high: Decimal.optional(),
  low: Decimal.optional(),
  volume: Decimal.optional().describe("how much was traded, in units of what is priced"),
};

/** The price of now; open, high, low and volume are those of the trading day. */
export const QuoteItem = BaseItem.extend({
  title: z.string(),
  kind: z.literal("quote"),
  ...span,
  time: IsoDate.optional().describe("when the price was paid"),
  price: Decimal,
  previousClose: Decimal.optional(),
  bid: Decimal.optional(),
  ask: Decimal.optional(),
});

/** The prices of a day. */
export const CandleItem = BaseItem.extend({
  title: z.string(),
  kind: z.literal("candle"),
  ...span,
  time: IsoDate.describe("when the day opened, or the day; with a close alone the instant of that price"),
  close: Decimal,
  complete: z.boolean().optional().describe("false while the day is still open"),
});

/** A quote or a candle, by `kind`. */
export const MarketItem = z.object({
  ...CandleItem.partial().shape,
  ...QuoteItem.partial().shape,
  title: z.string(),
  source: BaseItem.shape.source,
  kind: z.enum(["quote", "candle"]).describe("quote: the price of now; candle: the prices of a day"),
  time: IsoDate.optional().describe(
    "of a quote when the price was paid; of a candle when the day opened, or the day, or the instant of a close alone",
  ),
});

/** How many days of history, of `most`. */
export const daysOption = (most = 365) =>
  numeric.pipe(z.int().min(1).max(most)).optional().describe(`days of history, 1 to ${most}, default ${DAYS}`);

/** Days of history unless others are asked for. */
export const DAYS = 31;

/** A day's prices as exchanges write them, in seconds since 1970. */
export interface Candle {
  readonly seconds: number;
  readonly open?: string | undefined;
  readonly high?: string | undefined;
  readonly low?: string | undefined;
  readonly close: string;
  readonly volume?: string | undefined;
}

/** A day of UTC as an item; `name` is what is priced. */
export function candleItem({ seconds, ...prices }: Candle, name: string, currency: string, now: number) {
  const time = unixSeconds(seconds);
  return {
    kind: "candle" as const,
    title: `${name} ${time?.slice(0, 10)}: ${prices.close} ${currency}`,
    currency,
    time,
    complete: seconds * 1000 + DAY_MS <= now,
    ...prices,
  };
}

/** The day that it is in a time zone ("America/New_York"), of UTC where the zone is unknown: "2026-11-22". */
export function todayIn(zone: string | null | undefined, now: number): string {
  return new Date(now + offsetMs(zone, now)).toISOString().slice(0, 10);
}

/** "2017-12-18 14:56:00" in a time zone as ISO 8601 with its offset; a day alone stays one. */
export function localTime(written: string, zone: string | null | undefined): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(written) ?? [];
  if (!day || !time) return written;
  const minutes = offsetMs(zone, Date.parse(`${day}T${time}Z`)) / 60_000;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  return `${day}T${time}${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

/** How far a zone is ahead of UTC; 0 where it is unknown. */
function offsetMs(zone: string | null | undefined, at: number): number {
  if (!zone) return 0;
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours, minutes] = /([-+])(\d\d):(\d\d)/.exec(name) ?? [];
    return sign ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}
