import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { amount, Decimal, maybeAmount, percentAbove } from "../kit/values/decimal.ts";
import {
  type AskedPair,
  candleOf,
  DAY_SECONDS,
  midnight,
  namedPair,
  pairFields,
  pairQuery,
  priced,
} from "./exchange.ts";
import { CryptoItem } from "./item.ts";

const API = "https://www.okx.com/api/v5/market";
/** Most days of one answer. */
const MOST = 300;

const symbolOf = ({ base, quote }: AskedPair): string => `${base}-${quote}`;

const Failure = z.object({ code: z.string().regex(/^(?!0$)/), msg: z.string().nullish() });

/** Failures come with whatever status: https://www.okx.com/docs-v5/en/#error-code */
function refused(body: unknown): Verdict {
  const failure = Failure.safeParse(body).data;
  if (!failure) return undefined;
  const { code, msg } = failure;
  if (code === "51001") return "empty";
  const kind = code === "50011" || code === "50061" ? "rate-limited" : /^51/.test(code) ? "bad-query" : "unreachable";
  return new SourceError(kind, `OKX says: ${quotedSaying(msg || "no reason given")} (code ${code}).`);
}

/** https://www.okx.com/docs-v5/en/#order-book-trading-market-data-get-ticker */
const Ticker = z.object({
  instId: z.string(),
  last: amount,
  bidPx: maybeAmount,
  askPx: maybeAmount,
  open24h: maybeAmount,
  high24h: maybeAmount,
  low24h: maybeAmount,
  vol24h: maybeAmount,
  volCcy24h: maybeAmount,
  ts: numeric.nullish(),
});

const quote = json({
  request: (pair: AskedPair) => get(`${API}/ticker`, { instId: symbolOf(pair) }),
  refused,
  body: z.object({ data: z.array(Ticker) }),
  items: ({ data }, asked) =>
    data.map((ticker) => {
      const pair = namedPair(ticker.instId, asked);
      return {
        kind: "quote" as const,
        ...pairFields(pair),
        title: ticker.instId,
        url: `https://www.okx.com/trade-spot/${ticker.instId.toLowerCase()}`,
        snippet: `${ticker.last} ${pair.quote}`,
        symbol: ticker.instId,
        time: unixMillis(ticker.ts),
        price: ticker.last,
        bid: ticker.bidPx,
        ask: ticker.askPx,
        open24h: ticker.open24h,
        high24h: ticker.high24h,
        low24h: ticker.low24h,
        volume24h: ticker.vol24h,
        quoteVolume24h: ticker.volCcy24h,
        changePercent24h: percentAbove(ticker.last, ticker.open24h ?? undefined),
      };
    }),
});

/**
 * Milliseconds, open, high, low, close, volume, volume in the currency (twice), and 1 once the day is over: the newest
 * first. Old answers end with the volume in the currency.
 */
const Row = z.union([
  z.tuple([numeric, amount, amount, amount, amount, amount, amount, amount, z.string()]).rest(z.unknown()),
  z.tuple([numeric, amount, amount, amount, amount, amount]).rest(amount),
]);

/** So many days that end `back` days ago. */
const candles = (limit: number, back: number) =>
  timed(
    json({
      request: ({ now, ...pair }: AskedPair & { readonly now: number }) =>
        get(`${API}/candles`, {
          instId: symbolOf(pair),
          bar: "1Dutc",
          limit,
          after: back > 0 ? (midnight(now) - (back - 1) * DAY_SECONDS) * 1000 : undefined,
        }),
      refused,
      body: z.object({ data: z.array(Row) }),
      items: ({ data }, pair, _response, context) => {
        const item = candleOf(pair, symbolOf(pair), context);
        return data.map((row) => {
          const [millis, open, high, low, close, volume] = row;
          const day = item({ seconds: millis / 1000, open, high, low, close, volume });
          return {
            ...day,
            complete: row[8] === undefined ? day.complete : row[8] === "1",
            quoteVolume: row[7],
          };
        });
      },
    }),
  );

export const okx = defineSource({
  id: "okx",
  title: "OKX",
  docs: "https://www.okx.com/docs-v5/en/#order-book-trading-market-data-get-ticker",
  terms: "no key; 20 requests in two seconds",
  query: pairQuery("USDT"),
  item: CryptoItem.extend({ quoteVolume: Decimal.optional().describe("of the day, in the currency") }),
  polite: { concurrency: 4, minIntervalMs: 100 },
  read: (pair, context) =>
    priced(
      quote,
      candles(Math.min(pair.days, MOST), 0),
      ...(pair.days > MOST ? [candles(pair.days - MOST, MOST)] : []),
    )(pair, context),
});
