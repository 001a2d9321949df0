import type { Page, World } from "../support.ts";

export const PATH = "/finance/portfolio";
export const NOW = Date.parse("2026-11-22T12:00:00Z");
const DAY_MS = 86_400_000;
export const dayAgo = (days: number): number => Math.floor(NOW / DAY_MS) * DAY_MS - days * DAY_MS;

/** Days on which BTC closes at 110 instead of 100, ETH at 1100 instead of 1000 and AAPL at 200 instead of 220: every other one. */
export const isHigh = (ms: number): boolean => (ms / DAY_MS) % 2 === 0;

export const coin = (symbol: string, name: string, rank: number, price: number) => ({
  id: name.toLowerCase(),
  symbol,
  name,
  current_price: price,
  market_cap: price * 1e6,
  market_cap_rank: rank,
  price_change_percentage_24h: 1.25,
  last_updated: "2026-11-22T11:59:00Z",
});

/** Some days that are over and one that is not, as Binance writes them. */
export const klines = (low: number, high: number, days: number) =>
  Array.from({ length: days }, (_, place) => {
    const begun = dayAgo(days - 1 - place);
    const close = isHigh(begun) ? high : low;
    return [begun, `${close}`, `${close + 1}`, `${close - 1}`, `${close}`, "5", begun + DAY_MS - 1];
  });

const binance = (url: URL): Page | undefined => {
  const prices = { BTCUSDT: [100, 110], ETHUSDT: [1000, 1100] }[url.searchParams.get("symbol") ?? ""];
  const [low = 0, high = 0] = prices ?? [];
  if (!prices) return { body: { code: -1121, msg: "Invalid symbol." }, status: 400 };
  if (url.pathname.endsWith("/klines")) return { body: klines(low, high, Number(url.searchParams.get("limit"))) };
  return {
    body: {
      symbol: url.searchParams.get("symbol"),
      lastPrice: `${high}`,
      priceChangePercent: "2.5",
      closeTime: NOW - 60_000,
    },
  };
};

/** Working days from 30 days ago on, and the day that is open still left out: 22 November 2026 is a Sunday. */
export const WORKING = Array.from({ length: 32 }, (_, place) => dayAgo(31 - place)).filter(
  (ms) => ![0, 6].includes(new Date(ms).getUTCDay()),
);

const yahoo = (url: URL): Page | undefined => {
  const symbol = url.pathname.split("/").at(-1);
  if (symbol !== "AAPL")
    return {
      body: { chart: { result: null, error: { code: "Not Found", description: "No data found" } } },
      status: 404,
    };
  const closes = WORKING.map((ms) => (isHigh(ms) ? 200 : 220));
  return {
    body: {
      chart: {
        result: [
          {
            meta: {
              symbol,
              currency: "USD",
              longName: "Apple Inc.",
              instrumentType: "EQUITY",
              exchangeTimezoneName: "America/New_York",
              regularMarketPrice: closes.at(-1),
              regularMarketTime: (WORKING.at(-1) ?? 0) / 1000 + 21 * 3600,
            },
            timestamp: WORKING.map((ms) => ms / 1000 + 14.5 * 3600),
            indicators: { quote: [{ close: closes }], adjclose: [{ adjclose: closes }] },
          },
        ],
      },
    },
  };
};

export const HOSTS: NonNullable<World["hosts"]> = {
  "api.coingecko.com": (url) =>
    url.pathname.endsWith("/coins/markets")
      ? { body: [coin("btc", "Bitcoin", 1, 105), coin("eth", "Ethereum", 2, 1050), coin("aapl", "Apple Fan", 240, 1)] }
      : undefined,
  "data-api.binance.vision": binance,
  "query1.finance.yahoo.com": yahoo,
  "api.alternative.me": () => ({
    body: { data: [{ value: "20", value_classification: "Extreme Fear", timestamp: String(dayAgo(0) / 1000) }] },
  }),
  "fred.stlouisfed.org": () => ({
    body: "observation_date,DGS3MO\n2026-11-19,3.81\n2026-11-20,3.79\n",
    headers: { "content-type": "text/csv" },
  }),
};
export const WORLD: World = { hosts: HOSTS, now: () => NOW };
export const Q = { q: "BTC,ETH,AAPL", window: "30" };
