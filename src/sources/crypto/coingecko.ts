import { concatMap, EMPTY, from, reduce } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { inSequence } from "../kit/compose/partial-failures.ts";
import { branch } from "../kit/compose/steps.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn, keyHelps } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { amount, Decimal, maybeAmount } from "../kit/values/decimal.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { type AskedCoins, coinsQuery, type FoundCoin, meant, pointOf } from "./coins.ts";
import { CoinItem } from "./item.ts";

const API = "https://api.coingecko.com/api/v3";
const KEY = "COINGECKO_API_KEY";
/** Coins that `*` lists. */
const LARGEST = 250;

const withKey = (key: string) => (key ? { headers: { "x-cg-demo-api-key": key } } : {});

const Percent = z.number().nullish();

/** No recording of a search was found: written against https://docs.coingecko.com/reference/search-data */
const search = json({
  request: ({ term, key }: { readonly term: string } & PageRequest) =>
    get(`${API}/search`, { query: term }, withKey(key)),
  judge: keyHelps(KEY),
  body: z.object({
    coins: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        symbol: z.string(),
        market_cap_rank: z.int().nullish(),
      }),
    ),
  }),
  items: ({ coins }, { term }) => {
    const coin = meant(
      coins.map(({ market_cap_rank, ...rest }) => ({ ...rest, rank: market_cap_rank })),
      term,
    );
    return coin ? [coin] : [];
  },
});

/** https://docs.coingecko.com/reference/coins-markets */
const Market = z.object({
  id: z.string(),
  symbol: z.string(),
  name: z.string(),
  image: z.string().nullish(),
  current_price: maybeAmount,
  market_cap: maybeAmount,
  market_cap_rank: z.int().nullish(),
  fully_diluted_valuation: maybeAmount,
  total_volume: maybeAmount,
  high_24h: maybeAmount,
  low_24h: maybeAmount,
  price_change_percentage_24h: Percent,
  price_change_percentage_7d_in_currency: Percent,
  price_change_percentage_30d_in_currency: Percent,
  circulating_supply: maybeAmount,
  total_supply: maybeAmount,
  max_supply: maybeAmount,
  ath: maybeAmount,
  ath_date: z.string().nullish(),
  last_updated: z.string().nullish(),
});

function quoteOf(coin: z.output<typeof Market>) {
  const rank = coin.market_cap_rank;
  return {
    kind: "quote" as const,
    title: coin.name,
    url: `https://www.coingecko.com/en/coins/${coin.id}`,
    snippet: `${coin.current_price ?? "no price"} USD, rank ${rank ?? "unknown"}`,
    coinId: coin.id,
    symbol: coin.symbol.toUpperCase(),
    base: coin.symbol.toUpperCase(),
    currency: "USD",
    time: isoDate(coin.last_updated),
    price: coin.current_price,
    rank,
    marketCap: coin.market_cap,
    fullyDilutedValuation: coin.fully_diluted_valuation,
    quoteVolume24h: coin.total_volume,
    high24h: coin.high_24h,
    low24h: coin.low_24h,
    changePercent24h: coin.price_change_percentage_24h,
    changePercent7d: coin.price_change_percentage_7d_in_currency,
    changePercent30d: coin.price_change_percentage_30d_in_currency,
    allTimeHigh: coin.ath,
    allTimeHighAt: isoDate(coin.ath_date),
    circulatingSupply: coin.circulating_supply,
    totalSupply: coin.total_supply,
    maxSupply: coin.max_supply,
    image: webUrl(coin.image),
  };
}

const markets = json({
  request: ({ ids, key }: { readonly ids: readonly string[] } & PageRequest) =>
    get(
      `${API}/coins/markets`,
      { vs_currency: "usd", ids: ids.join(","), price_change_percentage: "24h,7d,30d" },
      withKey(key),
    ),
  judge: keyHelps(KEY),
  body: z.array(Market),
  items: (coins) => coins.map(quoteOf),
});

/** The largest coins by capitalisation, as many as one answer may hold: https://docs.coingecko.com/reference/coins-markets */
const largest = json({
  request: ({ key }: PageRequest) =>
    get(
      `${API}/coins/markets`,
      { vs_currency: "usd", order: "market_cap_desc", per_page: LARGEST, price_change_percentage: "24h,7d,30d" },
      withKey(key),
    ),
  judge: keyHelps(KEY),
  body: z.array(Market),
  items: (coins) => coins.map(quoteOf),
});

const Points = z.array(z.tuple([numeric, maybeAmount]).rest(z.unknown()));

/**
 * Prices at midnight (UTC) of each day, then the price of now. No recording was found: written against
 * https://docs.coingecko.com/reference/coins-id-market-chart
 */
const chart = json({
  request: ({ coin, days, key }: { readonly coin: FoundCoin; readonly days: number } & PageRequest) =>
    get(
      `${API}/coins/${encodeURIComponent(coin.id)}/market_chart`,
      { vs_currency: "usd", days, interval: "daily" },
      withKey(key),
    ),
  judge: (response) => keyHelps(KEY)(response) ?? emptyOn(404)(response),
  body: z.object({
    prices: z.array(z.tuple([numeric, amount]).rest(z.unknown())),
    market_caps: Points.nullish(),
    total_volumes: Points.nullish(),
  }),
  items: ({ prices, market_caps, total_volumes }, { coin }, _response, context) =>
    prices.map(([millis, close], place) => ({
      ...pointOf(coin.symbol.toUpperCase(), { seconds: millis / 1000, close }, context.now()),
      coinId: coin.id,
      marketCap: market_caps?.[place]?.[1],
      quoteVolume24h: total_volumes?.[place]?.[1],
    })),
});

/** Looks every coin up, asks for all their prices at once, then for the history of each. */
const named = ({ terms, days }: AskedCoins, context: ReadContext) =>
  from(terms).pipe(
    concatMap((term) => search({ term }, context)),
    reduce((coins: readonly FoundCoin[], coin) => [...coins, coin], []),
    concatMap((coins) => {
      if (coins.length === 0) return EMPTY;
      const ids = coins.map(({ id }) => id);
      context.notice({ kind: "note", text: `understood as ${ids.join(", ")}`, once: true });
      const histories = coins.map((coin) => (_asked: unknown, its: ReadContext) => chart({ coin, days }, its));
      return inSequence(markets, ...histories)({ ids }, context);
    }),
  );

export const coingecko = defineSource({
  id: "coingecko",
  title: "CoinGecko",
  docs: "https://docs.coingecko.com/reference/introduction",
  terms: "5 to 15 requests a minute without a key, 30 with a free one (10,000 a month)",
  key: { env: [KEY], required: false, from: "https://www.coingecko.com/en/api/pricing" },
  query: coinsQuery(`a coin's symbol or name, * for the ${LARGEST} largest without their history`, "BTC"),
  item: CoinItem.extend({
    fullyDilutedValuation: Decimal.optional().describe("in the currency"),
    circulatingSupply: Decimal.optional(),
    image: HttpUrl.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ terms }: AskedCoins) => terms.length === 1 && terms[0] === "*", largest, named),
});
