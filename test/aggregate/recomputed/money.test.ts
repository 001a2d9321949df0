import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type World } from "../support.ts";
import * as portfolio from "../worlds/portfolio.ts";
import * as product from "../worlds/product.ts";
import { DAY_MS, near, random, under } from "./reckoning.ts";

/*
 * Figures of assets and prices, reckoned once more over drawn worlds by code that shares nothing with the formulas.
 */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};

describe.each([1, 2, 3])("world %i", (seed) => {
  test("/finance/portfolio: volatility, drawdown, correlation, effective bets", async () => {
    const draw = random(seed + 100);
    const walk = (first: number): ReadonlyMap<number, number> => {
      let price = first;
      return new Map(
        Array.from({ length: 60 }, (_, place) => {
          price *= 1 + (draw() - 0.5) * 0.06;
          return [portfolio.dayAgo(59 - place), Number(price.toFixed(4))];
        }),
      );
    };
    const closes = { BTC: walk(100), ETH: walk(1_000), AAPL: walk(200) };
    const last = (name: keyof typeof closes): number => closes[name].get(portfolio.dayAgo(1)) ?? 0;
    const candles = (name: "BTC" | "ETH", days: number) =>
      Array.from({ length: days }, (_, place) => {
        const begun = portfolio.dayAgo(days - 1 - place);
        const close = closes[name].get(begun) ?? 0;
        return [begun, `${close}`, `${close}`, `${close}`, `${close}`, "5", begun + DAY_MS - 1];
      });
    const shares = portfolio.WORKING.map((ms) => closes.AAPL.get(ms) ?? 0);
    const { json } = await over({
      ...portfolio.WORLD,
      hosts: {
        ...portfolio.HOSTS,
        "api.coingecko.com": () => ({
          body: [portfolio.coin("btc", "Bitcoin", 1, last("BTC")), portfolio.coin("eth", "Ethereum", 2, last("ETH"))],
        }),
        "data-api.binance.vision": (url) => {
          const name = url.searchParams.get("symbol") === "BTCUSDT" ? ("BTC" as const) : ("ETH" as const);
          if (!/^(?:BTC|ETH)USDT$/.test(url.searchParams.get("symbol") ?? ""))
            return { body: { code: -1121 }, status: 400 };
          return url.pathname.endsWith("/klines")
            ? { body: candles(name, Number(url.searchParams.get("limit"))) }
            : {
                body: {
                  symbol: `${name}USDT`,
                  lastPrice: `${last(name)}`,
                  priceChangePercent: "1",
                  closeTime: portfolio.NOW,
                },
              };
        },
        "query1.finance.yahoo.com": (url) =>
          url.pathname.endsWith("/AAPL")
            ? {
                body: {
                  chart: {
                    result: [
                      {
                        meta: {
                          symbol: "AAPL",
                          currency: "USD",
                          longName: "Apple Inc.",
                          instrumentType: "EQUITY",
                          exchangeTimezoneName: "America/New_York",
                          regularMarketPrice: shares.at(-1),
                          regularMarketTime: (portfolio.WORKING.at(-1) ?? 0) / 1000 + 21 * 3600,
                        },
                        timestamp: portfolio.WORKING.map((ms) => ms / 1000 + 14.5 * 3600),
                        indicators: { quote: [{ close: shares }], adjclose: [{ adjclose: shares }] },
                      },
                    ],
                  },
                },
              }
            : { body: { chart: { result: null, error: { code: "Not Found", description: "none" } } }, status: 404 },
      },
    });
    const answer = await json(portfolio.PATH, portfolio.Q);

    // Closes of the 31 days that are over; a share's on its exchange's days.
    const days = Array.from({ length: 31 }, (_, place) => portfolio.dayAgo(31 - place));
    const daysOf = { BTC: days, ETH: days, AAPL: days.filter((ms) => portfolio.WORKING.includes(ms)) };
    const returns = (name: keyof typeof closes, on: readonly number[]): readonly number[] =>
      on.slice(1).map((ms, place) => Math.log((closes[name].get(ms) ?? 0) / (closes[name].get(on[place] ?? 0) ?? 0)));
    const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
    const moment = (a: readonly number[], b: readonly number[]): number => {
      const [ma, mb] = [mean(a), mean(b)];
      return a.reduce((sum, one, place) => sum + (one - ma) * ((b[place] ?? 0) - mb), 0) / (a.length - 1);
    };
    const names = ["BTC", "ETH", "AAPL"] as const;
    const sigma = { BTC: 0, ETH: 0, AAPL: 0 };
    const assets = new Map((answer["assets"] as (Json & { symbol: string })[]).map((one) => [one.symbol, one]));
    for (const name of names) {
      const its = returns(name, daysOf[name]);
      sigma[name] = Math.sqrt(moment(its, its) * (name === "AAPL" ? 252 : 365));
      expect(assets.get(name)?.["volatility_n"]).toBe(its.length);
      near(assets.get(name)?.["volatility_pct"], sigma[name] * 100, 1);
      const path = daysOf[name].map((ms) => closes[name].get(ms) ?? 0);
      const deepest = Math.min(...path.map((close, place) => close / Math.max(...path.slice(0, place + 1)) - 1));
      near(assets.get(name)?.["max_drawdown_pct"], deepest * 100, 1);
    }
    const rho = (a: keyof typeof closes, b: keyof typeof closes): number => {
      const common = daysOf[a].filter((ms) => daysOf[b].includes(ms));
      const [x, y] = [returns(a, common), returns(b, common)];
      return moment(x, y) / Math.sqrt(moment(x, x) * moment(y, y));
    };
    const pairs = (answer["correlation"] as { pairs: { a: keyof typeof closes; b: keyof typeof closes; r: number }[] })
      .pairs;
    expect(pairs).toHaveLength(3);
    for (const { a, b, r } of pairs) near(r, rho(a, b), 2);
    let [weighed, whole] = [0, 0];
    for (const a of names) {
      weighed += sigma[a] / 3;
      for (const b of names) whole += (sigma[a] * sigma[b] * (a === b ? 1 : rho(a, b))) / 9;
    }
    const told = answer["diversification"] as Json;
    // No more than there are assets.
    near(told["effective_bets"], Math.min(3, weighed ** 2 / whole), 2);
    near(told["effective_assets"], 3, 2);
    near((answer["performance"] as Json)["volatility_pct"], Math.sqrt(whole) * 100, 1);
  });

  test("/product/intelligence: lowest, highest, mean and median price", async () => {
    const draw = random(seed + 300);
    const prices = Array.from({ length: 5 + Math.floor(draw() * 6) }, () => 90 + Math.floor(draw() * 3_000) / 100);
    const { json } = await over({
      ...product.WORLD,
      hosts: {
        "www.amazon.com": () =>
          product.amazon(
            prices.map((price, place) => ({
              asin: `B00000000${place}`,
              title: "Sony WH-1000XM5 Wireless Headphones, Black",
              price: `$${price.toFixed(2)}`,
            })),
          ),
      },
    });
    const told = (await json(product.PATH, product.Q))["price"] as Json;
    expect([told["n"], told["outliers"]]).toEqual([prices.length, 0]);
    near(told["min"], Math.min(...prices), 2);
    near(told["max"], Math.max(...prices), 2);
    near(told["mean"], prices.reduce((sum, one) => sum + one, 0) / prices.length, 2);
    near(told["median"], under(prices, 0.5), 2);
  });
});
