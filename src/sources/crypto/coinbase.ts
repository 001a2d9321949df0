import { z } from "zod";
import { defineSource } from "../define.ts";
import { enriched } from "../kit/compose/enriched.ts";
import { timed } from "../kit/compose/timed.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { amount, Decimal, maybeAmount, percentAbove } from "../kit/values/decimal.ts";
import { type AskedPair, candleOf, DAY_SECONDS, midnight, pairFields, pairQuery, priced } from "./exchange.ts";
import { CryptoItem } from "./item.ts";

/** Most days of one answer. */
const MOST = 300;

const productOf = ({ base, quote }: AskedPair): string => `${base}-${quote}`;
const address = (pair: AskedPair, what: string): string =>
  `https://api.exchange.coinbase.com/products/${productOf(pair)}/${what}`;

/** https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker */
const Ticker = z.object({
  price: amount,
  bid: maybeAmount,
  ask: maybeAmount,
  volume: maybeAmount,
  time: z.string().nullish(),
});

/**
 * No recording was found: written against
 * https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductstats
 */
const Stats = z.object({
  last: amount,
  open: maybeAmount,
  high: maybeAmount,
  low: maybeAmount,
  volume_30day: maybeAmount,
});

const ticker = json({
  request: (pair: AskedPair) => get(address(pair, "ticker")),
  judge: emptyOn(404),
  body: Ticker,
  items: (body) => [body],
});

const stats = json({
  request: (pair: AskedPair) => get(address(pair, "stats")),
  judge: emptyOn(404),
  body: Stats,
  items: (body) => [body],
});

const quote = enriched(ticker, stats, (tick, day, pair: AskedPair) => ({
  kind: "quote" as const,
  ...pairFields(pair),
  url: `https://exchange.coinbase.com/trade/${productOf(pair)}`,
  snippet: `${tick.price} ${pair.quote}`,
  symbol: productOf(pair),
  time: isoDate(tick.time),
  price: tick.price,
  bid: tick.bid,
  ask: tick.ask,
  volume24h: tick.volume,
  open24h: day?.open,
  high24h: day?.high,
  low24h: day?.low,
  changePercent24h: percentAbove(day?.last, day?.open ?? undefined),
  volume30d: day?.volume_30day,
}));

/** Seconds, low, high, open, close, volume: the newest first. */
const Row = z.tuple([numeric, amount, amount, amount, amount, amount]).rest(z.unknown());

/** The days from `from` to `to`, both counted back from today and told. */
const candles = (from: number, to: number) =>
  timed(
    json({
      request: ({ now, ...pair }: AskedPair & { readonly now: number }) =>
        get(address(pair, "candles"), {
          granularity: DAY_SECONDS,
          start: new Date((midnight(now) - from * DAY_SECONDS) * 1000).toISOString(),
          end: new Date((midnight(now) - to * DAY_SECONDS) * 1000).toISOString(),
        }),
      judge: emptyOn(404),
      body: z.array(Row),
      items: (rows, pair, _response, context) => {
        const item = candleOf(pair, productOf(pair), context);
        return rows.map(([seconds, low, high, open, close, volume]) =>
          item({ seconds, open, high, low, close, volume }),
        );
      },
    }),
  );

export const coinbase = defineSource({
  id: "coinbase",
  title: "Coinbase Exchange",
  docs: "https://docs.cdp.coinbase.com/exchange/reference/exchangerestapi_getproductticker",
  terms: "no key; ten requests a second",
  query: pairQuery("USD"),
  item: CryptoItem.extend({ volume30d: Decimal.optional().describe("in units of what is priced") }),
  polite: { concurrency: 4, minIntervalMs: 100 },
  read: (pair, context) =>
    priced(
      quote,
      candles(Math.min(pair.days, MOST) - 1, 0),
      ...(pair.days > MOST ? [candles(pair.days - 1, MOST)] : []),
    )(pair, context),
});
