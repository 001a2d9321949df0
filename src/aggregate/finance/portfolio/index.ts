import {
  catchError,
  combineLatest,
  concat,
  EMPTY,
  filter,
  forkJoin,
  from,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  scan,
  shareReplay,
  throwError,
  toArray,
} from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { whole } from "../../../pipelines/parameters.ts";
import { defineAnalysis } from "../../define.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { entryOf, tenThousandth } from "./figures.ts";
import { type Desk, type Market, MOST_DAYS, SOURCES } from "./market.ts";
import { type Meant, meantBy, type Outcome, outcomeOf } from "./meaning.ts";
import { moodOf } from "./mood.ts";
import { DISCLAIMER, prompt } from "./prompt.ts";
import { Answer, Understood } from "./schema.ts";
import { symbols } from "./symbols.ts";
import { correlationOf, diversificationOf, performanceOf, type Whole, weighed, wholeOf } from "./whole.ts";

const PRICED = [
  "coingecko",
  "binance",
  "yahoo_finance",
  "coinpaprika",
  "defillama",
  "coinbase",
  "kraken",
  "okx",
  "bitstamp",
  "twelvedata",
  "alphavantage",
  "finnhub",
  "frankfurter",
  "ecb",
] as const;

const marketsIn = (outcomes: readonly Outcome[]): readonly Market[] =>
  outcomes.flatMap((outcome) => ("market" in outcome ? [outcome.market] : []));

/** What is said of assets without figures, or with few. */
function sentences(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap((outcome): readonly string[] => {
    if ("error" in outcome) return [`${outcome.symbol} is left out: ${outcome.error.message}`];
    if (!("market" in outcome)) return [`No asset is known by the name of “${outcome.symbol}”: it is left out.`];
    const { days, symbol, ticks, splitOn } = outcome.market;
    return [
      ...(ticks > 0 ? [`${symbol}: ${ticks} days are left out, as their closes are no prices.`] : []),
      ...(splitOn
        ? [`${symbol}: its closes are raw; those before the jump of ${splitOn}, likely a split, are left out.`]
        : []),
      ...(days.length < 6 ? [`${symbol} has fewer than five daily returns: no volatility and no correlations.`] : []),
    ];
  });
}

/** Assets that mean the same thing ("BTC" and "crypto:BTC") as one, with their weights together. */
function onceEach(all: readonly Meant[]): readonly Meant[] {
  const same = Map.groupBy(all, ({ asked, coin }) => `${coin ? "coin" : "security"} ${asked.symbol}`);
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const weight = others.reduce((sum, { asked }) => sum + asked.weight, first.asked.weight);
    return [{ ...first, asked: { ...first.asked, weight } }];
  });
}

/** Why nothing is said of how the assets move together; nothing where it is said. */
function unreckoned({ markets, effectiveBets }: Whole): readonly string[] {
  if (markets.length < 2 || effectiveBets !== undefined) return [];
  const flat = markets.filter(({ days }) => days.length > 1 && days.every(({ close }) => close === days[0]?.close));
  const few = markets.filter(({ days }) => days.length <= FEW_DAYS);
  const named = (some: readonly Market[]): string => some.map(({ symbol }) => symbol).join(", ");
  return [
    flat.length > 0
      ? `The price of ${named(flat)} does not move: no correlation, effective bets or volatility of the whole.`
      : few.length > 0
        ? `Too few days of ${named(few)} are known: no effective bets, rating or volatility of the whole.`
        : "Not every correlation is known: no effective bets, rating or volatility of the whole.",
  ];
}

/** Days of history up to which returns are fewer than 20. */
const FEW_DAYS = 20;

/** What an asset was taken for, as the answer tells it. */
const toldOf = ({ asked, coin, also }: Meant) => ({
  symbol: asked.symbol,
  kind: coin ? ("crypto" as const) : ("security" as const),
  weight: tenThousandth(asked.weight),
  also,
  alternatives: coin?.others && coin.others.length > 0 ? [...coin.others] : undefined,
  by: coin?.by,
});

const historyOf = ({ symbol, days }: Market) => ({ symbol, points: days.map(({ date, close }) => ({ date, close })) });

/** What is known once every asset is; without any, the first failure. */
function foldOf(outcomes: readonly Outcome[]) {
  const markets = weighed(marketsIn(outcomes));
  if (markets.length > 0) return wholeOf(markets);
  throw outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []))[0] ?? unknownOf(outcomes);
}

/** How a portfolio spreads; of what failed nothing is known, and so nothing of the whole: that failure. */
function spreadOf(whole: Whole, outcomes: readonly Outcome[]) {
  const failed = outcomes.find((outcome) => "error" in outcome);
  if (failed) throw failed.error;
  return diversificationOf(whole);
}

const unknownOf = (outcomes: readonly Outcome[]): SourceError =>
  new SourceError("not-found", `No asset is known by the name of ${outcomes.map(({ symbol }) => symbol).join(", ")}.`);

/** Fails where those who were asked know none of the assets. */
const refuted = (outcomes: readonly Outcome[]): Observable<never> =>
  outcomes.every((outcome) => "unknown" in outcome) ? throwError(() => unknownOf(outcomes)) : EMPTY;

export const portfolio = defineAnalysis({
  path: "/finance/portfolio",
  title: "Portfolio",
  describe:
    "Prices of now and of the past, performance, volatility, correlations and diversification of coins, shares, funds, indices and currencies. Ask it when several assets are to be judged together.",
  q: {
    describe:
      "1 to 20 symbols, separated by commas, each perhaps with its weight: BTC:50; crypto:SOL or stock:SOL say which one is meant",
    example: "BTC,ETH,AAPL",
    schema: symbols,
  },
  parameters: {
    window: whole(30, MOST_DAYS).default(90).describe("days of history"),
    risk: z
      .enum(["low", "medium", "high"], { error: "must be low, medium or high" })
      .optional()
      .describe("the risk that is wanted, of which the prompt tells"),
    horizon: z
      .enum(["short", "medium", "long"], { error: "must be short, medium or long" })
      .optional()
      .describe("how long the money stays, of which the prompt tells"),
  },
  sources: SOURCES,
  budgetMs: 25_000,
  understood: Understood,
  answer: Answer,
  from: {
    assets: PRICED,
    history: PRICED,
    performance: PRICED,
    correlation: PRICED,
    diversification: PRICED,
    market_mood: ["fear_greed", "fred"],
    disclaimer: [],
  },
  fields: { "market_mood.fear_greed": ["fear_greed"] },
  limits: [
    "Prices are delayed or of one venue; USDT and USDC are counted as USD.",
    "Performance is without dividends (stocks), fees, taxes and currency effects.",
  ],
  csv: "assets",
  run: ({ input, parameters: { window, risk, horizon }, ask, now, section, understood, limit }) => {
    const desk: Desk = { ask, window, now };
    const meant$ = forkJoin(input.map((asset) => meantBy(asset, desk))).pipe(map(onceEach), shareReplayLatest());
    const outcomes$ = meant$.pipe(
      mergeMap((all) => from(all)),
      mergeMap((meant) => outcomeOf(meant, desk)),
      shareReplay({ refCount: true, bufferSize: input.length }),
    );
    // As they come; at the end all of them, in the order in which they were asked for.
    const growing$ = outcomes$.pipe(
      scan((so: readonly Outcome[], outcome) => [...so, outcome], []),
      map(marketsIn),
      filter(({ length }) => length > 0),
    );
    const all$ = outcomes$.pipe(
      toArray(),
      map((outcomes) =>
        input.flatMap((asset) =>
          outcomes.filter(({ asked }) => asked.symbol === asset.symbol && asked.forced === asset.forced),
        ),
      ),
      shareReplayLatest(),
    );
    const whole$ = all$.pipe(map(foldOf));
    return merge(
      understood(meant$.pipe(map((assets) => ({ assets: assets.map(toldOf), window, risk, horizon })))),
      section("disclaimer", of(DISCLAIMER)),
      section("market_mood", moodOf(meant$, desk)),
      concat(
        section(
          "assets",
          concat(growing$, whole$.pipe(map(({ markets }) => markets))).pipe(
            map((markets) => markets.map((market) => entryOf(market, window))),
          ),
        ),
        all$.pipe(mergeMap(refuted)),
        section(
          "history",
          whole$.pipe(
            map(({ markets }) => markets.filter(({ days }) => days.length > 0).map(historyOf)),
            filter((history) => history.length > 0),
          ),
        ),
        section("performance", whole$.pipe(map(performanceOf))),
        section("correlation", whole$.pipe(map(correlationOf))),
        // Of a part of the portfolio it would be said of another.
        section("diversification", combineLatest([whole$, all$]).pipe(map(([whole, all]) => spreadOf(whole, all)))),
        whole$.pipe(
          mergeMap((whole) => unreckoned(whole).map(limit)),
          catchError(() => EMPTY),
        ),
        all$.pipe(
          mergeMap((outcomes) =>
            [...sentences(outcomes), `The past ${window} days say little of the next.`].map(limit),
          ),
        ),
      ),
    );
  },
  prompt,
});
