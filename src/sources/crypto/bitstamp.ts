import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { amount, maybeAmount } from "../kit/values/decimal.ts";
import { type AskedPair, candleOf, DAY_SECONDS, namedPair, pairFields, pairQuery, priced } from "./exchange.ts";
import { CryptoItem } from "./item.ts";

const API = "https://www.bitstamp.net/api/v2";

const symbolOf = ({ base, quote }: AskedPair): string => `${base}${quote}`.toLowerCase();

/** https://www.bitstamp.net/api/#tag/Tickers; what stands behind `open` is missing in old answers. */
const Ticker = z.object({
  last: amount,
  timestamp: numeric.nullish(),
  high: maybeAmount,
  low: maybeAmount,
  bid: maybeAmount,
  ask: maybeAmount,
  vwap: maybeAmount,
  volume: maybeAmount,
  open: maybeAmount,
  open_24: maybeAmount,
  percent_change_24: numeric.nullish(),
});

const quote = json({
  request: (pair: AskedPair) => get(`${API}/ticker/${symbolOf(pair)}/`),
  judge: emptyOn(404),
  body: Ticker,
  items: (ticker, pair) => [
    {
      kind: "quote" as const,
      ...pairFields(pair),
      url: `https://www.bitstamp.net/markets/${pair.base}/${pair.quote}/`.toLowerCase(),
      snippet: `${ticker.last} ${pair.quote}`,
      symbol: symbolOf(pair),
      time: unixSeconds(ticker.timestamp),
      price: ticker.last,
      bid: ticker.bid,
      ask: ticker.ask,
      open: ticker.open,
      open24h: ticker.open_24,
      high24h: ticker.high,
      low24h: ticker.low,
      volume24h: ticker.volume,
      vwap24h: ticker.vwap,
      changePercent24h: ticker.percent_change_24,
    },
  ],
});

/** A day: the oldest first. */
const Day = z.object({
  timestamp: numeric,
  open: amount,
  high: amount,
  low: amount,
  close: amount,
  volume: maybeAmount,
});

const candles = json({
  request: (pair: AskedPair) => get(`${API}/ohlc/${symbolOf(pair)}/`, { step: DAY_SECONDS, limit: pair.days }),
  judge: emptyOn(404),
  body: z.object({ data: z.object({ ohlc: z.array(Day), pair: z.string().nullish() }) }),
  items: ({ data }, asked, _response, context) => {
    const item = candleOf(namedPair(data.pair ?? undefined, asked), symbolOf(asked), context);
    return data.ohlc.map(({ timestamp, volume, ...prices }) =>
      item({ seconds: timestamp, volume: volume ?? undefined, ...prices }),
    );
  },
});

export const bitstamp = defineSource({
  id: "bitstamp",
  title: "Bitstamp",
  docs: "https://www.bitstamp.net/api/",
  terms: "no key; 400 requests a second, 10,000 in ten minutes",
  query: pairQuery("USD"),
  item: CryptoItem,
  polite: { concurrency: 4 },
  read: priced(quote, candles),
});
