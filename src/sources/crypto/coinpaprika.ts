import { concatMap, from, of, tap } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { inSequence } from "../kit/compose/partial-failures.ts";
import { timed } from "../kit/compose/timed.ts";
import { json, listOf } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { amount, maybeAmount } from "../kit/values/decimal.ts";
import type { ReadContext } from "../source.ts";
import { type AskedCoins, coinsQuery, type FoundCoin, meant, pointOf } from "./coins.ts";
import { CoinItem } from "./item.ts";

const API = "https://api.coinpaprika.com/v1";
const DAY_MS = 86_400_000;

interface Asked {
  readonly coin: FoundCoin;
  readonly days: number;
}

/** "btc-bitcoin": the coin of an id. */
function coinOfId(term: string): FoundCoin | undefined {
  const [, symbol] = /^([a-z\d]{1,20})-[a-z\d-]{1,80}$/.exec(term) ?? [];
  return symbol ? { id: term, name: term, symbol: symbol.toUpperCase() } : undefined;
}

/** No recording of a search was found: written against https://docs.coinpaprika.com/api-reference/tools/search */
const search = json({
  request: ({ term }: { readonly term: string }) => get(`${API}/search`, { q: term, c: "currencies", limit: 10 }),
  body: z.object({
    currencies: z.array(z.object({ id: z.string(), name: z.string(), symbol: z.string(), rank: z.int().nullish() })),
  }),
  items: ({ currencies }, { term }) => {
    const coin = meant(currencies, term);
    return coin ? [coin] : [];
  },
});

const Percent = z.number().nullish();

/** https://api.coinpaprika.com/#tag/Tickers */
const Ticker = z.object({
  id: z.string(),
  name: z.string(),
  symbol: z.string(),
  rank: z.int().nullish(),
  total_supply: maybeAmount,
  max_supply: maybeAmount,
  beta_value: z.number().nullish(),
  last_updated: z.string().nullish(),
  quotes: z.object({
    USD: z.object({
      price: amount,
      volume_24h: maybeAmount,
      market_cap: maybeAmount,
      percent_change_24h: Percent,
      percent_change_7d: Percent,
      percent_change_30d: Percent,
      percent_change_1y: Percent,
      ath_price: maybeAmount,
      ath_date: z.string().nullish(),
    }),
  }),
});

const ticker = json({
  request: ({ coin }: Asked) => get(`${API}/tickers/${encodeURIComponent(coin.id)}`, { quotes: "USD" }),
  judge: emptyOn(404),
  body: listOf(Ticker),
  items: (tickers) =>
    tickers.map(({ quotes: { USD: quote }, ...coin }) => ({
      kind: "quote" as const,
      title: coin.name,
      url: `https://coinpaprika.com/coin/${coin.id}/`,
      snippet: `${quote.price} USD, rank ${coin.rank ?? "unknown"}`,
      coinId: coin.id,
      symbol: coin.symbol,
      base: coin.symbol,
      currency: "USD",
      time: isoDate(coin.last_updated),
      price: quote.price,
      rank: coin.rank,
      quoteVolume24h: quote.volume_24h,
      marketCap: quote.market_cap,
      changePercent24h: quote.percent_change_24h,
      changePercent7d: quote.percent_change_7d,
      changePercent30d: quote.percent_change_30d,
      changePercent1y: quote.percent_change_1y,
      allTimeHigh: quote.ath_price,
      allTimeHighAt: isoDate(quote.ath_date),
      maxSupply: coin.max_supply,
      totalSupply: coin.total_supply,
      beta: coin.beta_value,
    })),
});

/**
 * A day. No recording was found: written against
 * https://docs.coinpaprika.com/api-reference/tickers/get-historical-ticks-for-a-specific-coin
 */
const Point = z.object({
  timestamp: z.iso.datetime({ offset: true }),
  price: amount,
  volume_24h: maybeAmount,
  market_cap: maybeAmount,
});

const history = timed(
  json({
    request: ({ coin, days, now }: Asked & { readonly now: number }) =>
      get(`${API}/tickers/${encodeURIComponent(coin.id)}/historical`, {
        start: new Date(now - (days - 1) * DAY_MS).toISOString().slice(0, 10),
        interval: "1d",
        limit: days,
      }),
    judge: emptyOn(404),
    body: z.array(Point),
    items: (points, { coin }, _response, context) =>
      points.map(({ timestamp, price, volume_24h, market_cap }) => ({
        ...pointOf(coin.symbol, { seconds: Date.parse(timestamp) / 1000, close: price }, context.now()),
        coinId: coin.id,
        quoteVolume24h: volume_24h,
        marketCap: market_cap,
      })),
  }),
);

/** Looks a coin up unless it is named by its id, then asks for its price and its history. */
const read = ({ terms, days }: AskedCoins, context: ReadContext) =>
  from(terms).pipe(
    concatMap((term) => {
      const named = coinOfId(term);
      return named ? of(named) : search({ term }, context);
    }),
    tap(({ id }) => context.notice({ kind: "note", text: `understood as ${id}`, once: true })),
    concatMap((coin) => inSequence(ticker, history)({ coin, days }, context)),
  );

export const coinpaprika = defineSource({
  id: "coinpaprika",
  title: "CoinPaprika",
  docs: "https://api.coinpaprika.com/",
  terms: "no key for non-commercial use: 20,000 requests a month, ten a second; a year of daily history",
  query: coinsQuery("a coin's symbol or name, or its CoinPaprika id (btc-bitcoin)", "BTC"),
  item: CoinItem.extend({
    changePercent1y: z.number().optional(),
    beta: z.number().optional().describe("how it moves with the market: 1 as much as that"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read,
});
