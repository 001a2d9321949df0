import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { amount, maybeAmount } from "../kit/values/decimal.ts";
import { Count } from "../kit/values/fields.ts";
import { type AskedPair, candleOf, namedPair, pairFields, pairQuery, priced } from "./exchange.ts";
import { CryptoItem } from "./item.ts";

/** The host that has nothing but market data, without the geographic block of api.binance.com. */
const API = "https://data-api.binance.vision/api/v3";

const symbolOf = ({ base, quote }: AskedPair): string => `${base}${quote}`;

/** An unknown pair is code -1121; 418 is the ban that follows on too many 429. */
const judge: Judge = (response) => {
  const said = upstreamMessage(response);
  if (response.status === 400 && /^Invalid symbol/.test(said ?? "")) return "empty";
  return response.status === 418
    ? new SourceError(
        "rate-limited",
        `Binance shuts out who asks too often (HTTP 418): ${quotedSaying(said ?? "no reason given")}.`,
      )
    : undefined;
};

/** A pair's last 24 hours: https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints */
const Ticker = z.object({
  symbol: z.string(),
  lastPrice: amount,
  openPrice: maybeAmount,
  highPrice: maybeAmount,
  lowPrice: maybeAmount,
  bidPrice: maybeAmount,
  askPrice: maybeAmount,
  prevClosePrice: maybeAmount,
  volume: maybeAmount,
  quoteVolume: maybeAmount,
  weightedAvgPrice: maybeAmount,
  priceChangePercent: numeric.nullish(),
  closeTime: numeric.nullish(),
  count: Count.nullish(),
});

function quoteOf(ticker: z.output<typeof Ticker>, asked: AskedPair) {
  const pair = namedPair(ticker.symbol, asked);
  return {
    kind: "quote" as const,
    ...pairFields(pair),
    url: `https://www.binance.com/en/trade/${pair.base}_${pair.quote}?type=spot`,
    snippet: `${ticker.lastPrice} ${pair.quote}`,
    symbol: ticker.symbol,
    time: unixMillis(ticker.closeTime),
    price: ticker.lastPrice,
    bid: ticker.bidPrice,
    ask: ticker.askPrice,
    open24h: ticker.openPrice,
    high24h: ticker.highPrice,
    low24h: ticker.lowPrice,
    volume24h: ticker.volume,
    quoteVolume24h: ticker.quoteVolume,
    vwap24h: ticker.weightedAvgPrice,
    trades24h: ticker.count,
    changePercent24h: ticker.priceChangePercent,
  };
}

const quote = json({
  request: (pair: AskedPair) => get(`${API}/ticker/24hr`, { symbol: symbolOf(pair) }),
  judge,
  body: listOf(Ticker),
  items: (tickers, asked) => tickers.map((ticker) => quoteOf(ticker, asked)),
});

/** Opening time in milliseconds, open, high, low, close, volume, and more. */
const Kline = z.tuple([numeric, amount, amount, amount, amount, amount]).rest(z.unknown());

const candles = json({
  request: (pair: AskedPair) => get(`${API}/klines`, { symbol: symbolOf(pair), interval: "1d", limit: pair.days }),
  judge,
  body: z.array(Kline),
  items: (rows, pair, _response, context) => {
    const item = candleOf(pair, symbolOf(pair), context);
    return rows.map(([millis, open, high, low, close, volume]) =>
      item({ seconds: millis / 1000, open, high, low, close, volume }),
    );
  },
});

export const binance = defineSource({
  id: "binance",
  title: "Binance",
  docs: "https://developers.binance.com/docs/binance-spot-api-docs/rest-api/market-data-endpoints",
  terms: "no key; 6,000 request weight a minute",
  query: pairQuery("USDT"),
  item: CryptoItem,
  polite: { concurrency: 4 },
  read: priced(quote, candles),
});
