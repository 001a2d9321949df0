import {
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
import { latest } from "../../shared.ts";
import { entryOf, tenThousandth } from "./figures.ts";
import { type Desk, type Market, MOST_DAYS, SOURCES } from "./market.ts";
import { type Meant, meantBy, type Outcome, outcomeOf } from "./meaning.ts";
import { moodOf } from "./mood.ts";
import { DISCLAIMER, prompt } from "./prompt.ts";
import { Answer, Understood } from "./schema.ts";
import { symbols } from "./symbols.ts";
import { correlationOf, diversificationOf, performanceOf, weighed, wholeOf } from "./whole.ts";

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
    const { days, symbol } = outcome.market;
    return days.length < 6 ? [`${symbol} has fewer than five daily returns: no volatility and no correlations.`] : [];
  });
}

/** What an asset was taken for, as the answer tells it. */
const toldOf = ({ asked, coin, also }: Meant) => ({
  symbol: asked.symbol,
  kind: coin ? ("crypto" as const) : ("security" as const),
  weight: tenThousandth(asked.weight),
  also,
  by: coin?.by,
});

const historyOf = ({ symbol, days }: Market) => ({ symbol, points: days.map(({ date, close }) => ({ date, close })) });

/** What is known once every asset is; without any, the first failure. */
function foldOf(outcomes: readonly Outcome[]) {
  const markets = weighed(marketsIn(outcomes));
  if (markets.length > 0) return wholeOf(markets);
  throw outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : []))[0] ?? unknownOf(outcomes);
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
      .describe("the risk that is wished for, of which the prompt tells"),
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
  limits: [
    "Prices are delayed or of one venue; USDT and USDC are counted as USD.",
    "Performance is without dividends (stocks), fees, taxes and currency effects.",
  ],
  csv: "assets",
  run: ({ input, parameters: { window, risk, horizon }, ask, now, section, understood, limit }) => {
    const desk: Desk = { ask, window, now };
    const meant$ = forkJoin(input.map((asset) => meantBy(asset, desk))).pipe(latest());
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
      map((outcomes) => input.flatMap((asset) => outcomes.filter(({ asked }) => asked === asset))),
      latest(),
    );
    const whole$ = all$.pipe(map(foldOf));
    return merge(
      understood(meant$.pipe(map((assets) => ({ assets: assets.map(toldOf), window, risk, horizon })))),
      section("disclaimer", of(DISCLAIMER)),
      section("market_mood", moodOf(meant$, desk)),
      concat(
        section(
          "assets",
          concat(growing$, whole$.pipe(map(({ markets }) => markets))).pipe(map((markets) => markets.map(entryOf))),
        ),
        all$.pipe(mergeMap(refuted)),
        section("history", whole$.pipe(map(({ markets }) => markets.map(historyOf)))),
        section("performance", whole$.pipe(map(performanceOf))),
        section("correlation", whole$.pipe(map(correlationOf))),
        section("diversification", whole$.pipe(map(diversificationOf))),
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
