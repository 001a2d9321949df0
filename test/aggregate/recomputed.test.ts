import { afterEach, describe, expect, test } from "vitest";
import { type Bench, bench, type Json, type World } from "./support.ts";
import * as portfolio from "./worlds/portfolio.ts";
import * as product from "./worlds/product.ts";
import * as sentiment from "./worlds/sentiment.ts";
import * as trends from "./worlds/trends.ts";
import * as trip from "./worlds/trip.ts";
import { csv, NOW, sale, HOSTS as VALFLEURI } from "./worlds/valfleuri.ts";

/*
 * The figures of analyses reckoned once more from the raw answers of their sources, by code that shares nothing with the formulas:
 * the raw answers are drawn by a generator of random numbers, a few worlds of each.
 */

let at: Bench | undefined;
afterEach(() => at?.close());
const over = async (world: World): Promise<Bench> => {
  at = await bench(world);
  return at;
};
const SEEDS = [1, 2, 3];

/** Numbers from 0 to 1, the same for a seed: Marsaglia's xorshift. */
function random(seed: number): () => number {
  let x = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    x >>>= 0;
    return x / 2 ** 32;
  };
}

/** What a share of values lies under, between the two next to it: Hyndman and Fan's type 7. */
function under(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low = 0, high = low] = [sorted[Math.trunc(place)], sorted[Math.trunc(place) + 1]];
  return low + (place - Math.trunc(place)) * (high - low);
}

/** Within what rounding to so many decimals takes away. */
const near = (told: unknown, wanted: number, decimals: number): void => {
  expect(told).toBeTypeOf("number");
  expect(Math.abs(Number(told) - wanted), `${told} for ${wanted}`).toBeLessThanOrEqual(0.5 * 10 ** -decimals + 1e-9);
};

const DAY_MS = 86_400_000;

describe.each(SEEDS)("world %i", (seed) => {
  test("/realestate/estimate and /france/living: medians, quartiles, counts and trends of dwellings", async () => {
    const draw = random(seed);
    const sold = [2021, 2024, 2025].flatMap((year) =>
      Array.from({ length: 25 + Math.floor(draw() * 10) }, () => {
        const type = draw() < 0.7 ? ("Appartement" as const) : ("Maison" as const);
        const day = new Date(Date.UTC(year, 0, 1) + Math.floor(draw() * 364) * DAY_MS).toISOString().slice(0, 10);
        return { day, type, surface: 20 + Math.floor(draw() * 100), price: 2_000 + Math.floor(draw() * 4_000) };
      }),
    );
    const hosts: World["hosts"] = {
      ...VALFLEURI,
      "files.data.gouv.fr": ({ pathname }) => {
        const year = pathname.split("/")[4];
        if (!pathname.endsWith("/38999.csv")) return undefined;
        const rows = sold.filter(({ day }) => day.startsWith(String(year)));
        return rows.length > 0
          ? csv(
              rows.map(({ day, type, surface, price }, place) => ({
                ...sale(day, type, surface, price),
                id_mutation: `${year}-${place}`,
              })),
            )
          : undefined;
      },
    };
    const { json } = await over({ hosts, now: () => NOW });
    const answer = await json("/realestate/estimate", { q: "Valfleuri" });
    const told = answer["price_m2"] as Record<string, Json>;

    const through =
      sold
        .map(({ day }) => day)
        .sort()
        .at(-1) ?? "";
    const since = `${Number(through.slice(0, 4)) - 2}${through.slice(4)}`;
    expect([told["since"], told["through"]]).toEqual([since, through]);
    const recent = sold.filter(({ day }) => day > since);
    for (const [name, type] of [
      ["all", undefined],
      ["apartment", "Appartement"],
      ["house", "Maison"],
    ] as const) {
      const prices = recent.filter((one) => type === undefined || one.type === type).map(({ price }) => price);
      expect(told[name]?.["n"]).toBe(prices.length);
      near(told[name]?.["median"], under(prices, 0.5), 0);
      near(told[name]?.["q1"], under(prices, 0.25), 0);
      near(told[name]?.["q3"], under(prices, 0.75), 0);
    }

    const ofYear = (year: number) =>
      sold.filter(({ day, type }) => day.startsWith(String(year)) && type === "Appartement").map(({ price }) => price);
    const [old, before, newest] = [2021, 2024, 2025].map((year) => under(ofYear(year), 0.5)) as [
      number,
      number,
      number,
    ];
    const trends = answer["trends"] as Json;
    expect(trends["type"]).toBe("apartment");
    near(trends["one_year_pct"], (newest / before - 1) * 100, 1);
    near(trends["five_year_pct"], (newest / old - 1) * 100, 1);
    near(trends["annualised_pct"], ((newest / old) ** (1 / 4) - 1) * 100, 1);

    const living = (await json("/france/living", { q: "Valfleuri" }))["immobilier"] as Json;
    near(living["prix_m2"], newest, 0);
    near(living["evolution_1an"], (newest / before - 1) * 100, 1);
    near(living["evolution_5ans"], (newest / old - 1) * 100, 1);
    // The rent of a flat is 15 € a m²: what it is a year, by the price of the last 24 months.
    const flats = recent.filter(({ type }) => type === "Appartement").map(({ price }) => price);
    near((answer["rent"] as Json)["gross_yield_pct"], (15 * 12 * 100) / under(flats, 0.5), 1);
  });

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

  test("/travel/trip: weather's means, budget, distances", async () => {
    const draw = random(seed + 200);
    const rain = Array.from({ length: 20 }, () => Math.round(draw() * 40) / 10);
    const warm = rain.map(() => 10 + Math.round(draw() * 150) / 10);
    const [people, nights] = [1 + Math.floor(draw() * 5), 1 + Math.floor(draw() * 5)];
    const { json } = await over({
      ...trip.WORLD,
      hosts: {
        ...trip.HOSTS,
        "api.open-meteo.com": (url) => {
          const { body } = trip.weather(url) as { body: Json & { daily: Json & { time: string[] } } };
          const of = (values: readonly number[]) => body.daily.time.map((_, place) => values[place] ?? 0);
          return {
            body: {
              ...body,
              daily: {
                ...body.daily,
                temperature_2m_max: of(warm),
                temperature_2m_min: of(warm.map((one) => one - 6)),
                precipitation_sum: of(rain),
              },
            },
          };
        },
      },
    });
    const end = new Date(Date.parse("2026-11-25") + nights * DAY_MS).toISOString().slice(0, 10);
    const answer = await json(trip.PATH, { q: "Lisbon", start: "2026-11-25", end, people: String(people) });
    // The forecast begins on the 22nd.
    const its = (values: readonly number[]) => values.slice(3, 3 + nights + 1);
    const weather = answer["weather"] as Json;
    const mean = its(warm).reduce((sum, one) => sum + one, 0) / (nights + 1);
    near(weather["mean_max_c"], mean, 1);
    near(weather["mean_min_c"], mean - 6, 1);
    expect(weather["rainy_days"]).toBe(its(rain).filter((one) => one >= 1).length);

    const days = nights + 1;
    const wanted = {
      accommodation: 100 * Math.ceil(people / 2) * nights * 0.9,
      food: 45 * people * days * 0.9,
      local_transport: 10 * people * days * 0.85,
      activities: 25 * people * days * 0.85,
    };
    const budget = answer["budget"] as Json & { lines: (Json & { item: keyof typeof wanted })[] };
    for (const { item, low, high } of budget.lines) {
      near(low, wanted[item] * 0.75, 2);
      near(high, wanted[item] * 1.25, 2);
    }
    const all = Object.values(wanted).reduce((sum, one) => sum + one, 0);
    near(budget["total_low"], all * 0.75, 1);
    near(budget["per_person_high"], (all * 1.25) / people, 1);
    const [rossio] = (answer["accommodation"] as Json[]).filter(({ name }) => name === "Hotel Rossio");
    // Nine thousandths of a degree of a meridian of 40,030 km.
    near(rossio?.["distance_km"], (0.009 * 40_030.17) / 360, 1);
  });
});

describe.each(SEEDS)("market and mood %i", (seed) => {
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

  test("/social/sentiment: counts, shares and their intervals", async () => {
    const draw = random(seed + 400);
    const moods = ["good", "bad", "plain"] as const;
    const written = Array.from({ length: 12 + Math.floor(draw() * 25) }, (_, place) => ({
      id: String(place),
      mood: moods[Math.floor(draw() * 3)] ?? "plain",
      day: `2026-11-${String(1 + Math.floor(draw() * 18)).padStart(2, "0")}`,
    }));
    const TEXTS = {
      good: "Charging electric cars was good",
      bad: "Charging electric cars was bad",
      plain: "Charging electric cars at the station",
    };
    const { json } = await over({
      ...sentiment.WORLD,
      hosts: {
        "mastodon.social": () =>
          sentiment.statuses(
            written.map(({ id, mood, day }) => ({ id, text: `${TEXTS[mood]} at plug ${id}`, language: "en", day })),
          ),
      },
    });
    const answer = await json(sentiment.PATH, { ...sentiment.Q, sources: "mastodon" });
    expect((answer["volume"] as Json)["mentions"]).toBe(written.length);
    const told = answer["sentiment"] as Json;
    const n = written.length;
    expect(told["n"]).toBe(n);
    for (const [name, mood] of [
      ["positive", "good"],
      ["negative", "bad"],
      ["neutral", "plain"],
    ] as const) {
      const p = written.filter((one) => one.mood === mood).length / n;
      near(told[name], p, 4);
      if (name !== "positive") continue;
      // The two proportions of which the observed one is 1.96 standard errors off: roots of a quadratic equation.
      const z = 1.959964 ** 2;
      const [a, b, c] = [1 + z / n, -(2 * p + z / n), p * p];
      const root = Math.sqrt(b * b - 4 * a * c);
      near(told["positive_low"], (-b - root) / (2 * a), 3);
      near(told["positive_high"], (-b + root) / (2 * a), 3);
    }
    expect((answer["sources"] as Json[]).map(({ id, status }) => [id, status])).toEqual([["mastodon", "ok"]]);
  });

  test("/tech/trends: what is counted in a week, in the three before, and the ratio of both", async () => {
    const draw = random(seed + 500);
    const ages = Array.from({ length: 20 + Math.floor(draw() * 30) }, () => Math.floor(draw() * 270) / 10);
    const hits = ages.map((age, place) =>
      trends.hit(place + 1, `Story ${place} of webassembly`, age, 1 + place, place),
    );
    const { json } = await over({
      ...trends.WORLD,
      hosts: {
        "hn.algolia.com": (url) => ({
          body: { hits: url.searchParams.get("page") === "0" ? hits : [], page: 0, nbPages: 1 },
        }),
      },
    });
    const answer = await json(trends.PATH, { ...trends.Q, sources: "hackernews" });
    const week = ages.filter((age) => age < 7).length;
    const told = answer["trend"] as Json;
    expect([told["items_7d"], told["items_28d"]]).toEqual([week, ages.length]);
    const momentum = (week + 1) / ((ages.length - week) / 3 + 1);
    near(told["momentum"], momentum, 2);
    expect(told["direction"]).toBe(momentum >= 1.5 ? "rising" : momentum <= 0.67 ? "falling" : "steady");
    const best = ages
      .map((age, place) => Math.log10(1 + (1 + place) + 2 * place) * 2 ** (-age / 7))
      .sort((a, b) => b - a)[0];
    near((answer["discussions"] as Json[])[0]?.["score"], best ?? 0, 2);
  });
});
