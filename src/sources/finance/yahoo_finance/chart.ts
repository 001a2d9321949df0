import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { timed } from "../../kit/compose/timed.ts";
import { json } from "../../kit/readers/json.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import type { Verdict } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { unixSeconds } from "../../kit/values/dates.ts";
import { decimalOf, percentAbove } from "../../kit/values/decimal.ts";
import { unitOf } from "../../kit/values/minor-units.ts";

const DAY_SECONDS = 86_400;

/** What is asked, and how many days of history are wanted. */
export interface Asked {
  readonly text: string;
  readonly days: number;
}

const Figure = z.number().nullish();
const Figures = z.array(z.number().nullable()).nullish();
const Text = z.string().nullish();
const Span = z.object({ start: z.number(), end: z.number() });

const Chart = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: Text,
    longName: Text,
    shortName: Text,
    exchangeName: Text,
    fullExchangeName: Text,
    instrumentType: Text,
    exchangeTimezoneName: Text,
    regularMarketPrice: z.number(),
    regularMarketTime: Figure,
    regularMarketDayHigh: Figure,
    regularMarketDayLow: Figure,
    regularMarketVolume: Figure,
    fiftyTwoWeekHigh: Figure,
    fiftyTwoWeekLow: Figure,
    chartPreviousClose: Figure,
    previousClose: Figure,
    currentTradingPeriod: z.object({ regular: Span.nullish() }).nullish(),
  }),
  timestamp: z.array(z.number()).nullish(),
  indicators: z.object({
    quote: z.array(z.object({ open: Figures, high: Figures, low: Figures, close: Figures, volume: Figures })).nullish(),
    adjclose: z.array(z.object({ adjclose: Figures })).nullish(),
  }),
});

/** The quote, then a candle of each day; a day without a close is a day without trade. */
function itemsOf({ meta, timestamp, indicators }: z.output<typeof Chart>, now: number) {
  const unit = unitOf(meta.currency);
  const { currency } = unit;
  const price = (figure: number | null | undefined): string | undefined => unit.of(decimalOf(figure));
  const name = meta.longName || meta.shortName || undefined;
  const open = meta.currentTradingPeriod?.regular;
  const prices = indicators.quote?.[0];
  const days = (timestamp ?? []).flatMap((seconds, place) => {
    const close = price(prices?.close?.[place]);
    if (close === undefined) return [];
    return {
      kind: "candle" as const,
      title: `${meta.symbol} ${unixSeconds(seconds)?.slice(0, 10)}: ${close} ${currency ?? ""}`,
      symbol: meta.symbol,
      currency,
      time: unixSeconds(seconds),
      open: price(prices?.open?.[place]),
      high: price(prices?.high?.[place]),
      low: price(prices?.low?.[place]),
      close,
      volume: decimalOf(prices?.volume?.[place]),
      adjustedClose: price(indicators.adjclose?.[0]?.adjclose?.[place]),
      complete: !(open && seconds >= open.start && now < open.end * 1000),
    };
  });
  const current = price(meta.regularMarketPrice);
  const previousClose = price(meta.previousClose) ?? closeBefore(days, meta.regularMarketTime, open?.start);
  const exchange = meta.fullExchangeName || meta.exchangeName;
  return [
    {
      kind: "quote" as const,
      title: name ?? meta.symbol,
      url: `https://finance.yahoo.com/quote/${encodeURIComponent(meta.symbol)}`,
      snippet: [`${current} ${currency ?? ""}`.trim(), exchange].filter(Boolean).join(", "),
      symbol: meta.symbol,
      name,
      currency,
      exchange,
      type: meta.instrumentType,
      timeZone: meta.exchangeTimezoneName,
      time: unixSeconds(meta.regularMarketTime),
      price: current,
      high: price(meta.regularMarketDayHigh),
      low: price(meta.regularMarketDayLow),
      volume: decimalOf(meta.regularMarketVolume),
      previousClose,
      changePercent: percentAbove(current, previousClose),
      closeBeforeHistory: price(meta.chartPreviousClose),
      high52w: price(meta.fiftyTwoWeekHigh),
      low52w: price(meta.fiftyTwoWeekLow),
    },
    ...days,
  ];
}

/** The close of the last day before that of the quote, which is the last one of all where it has traded at all. */
function closeBefore(
  days: readonly { readonly time: string | undefined; readonly close: string }[],
  quoted: number | null | undefined,
  start: number | undefined,
): string | undefined {
  const from = unixSeconds(start && quoted && quoted >= start ? start : quoted ? quoted - DAY_SECONDS / 2 : undefined);
  return from && days.findLast(({ time }) => time !== undefined && time < from)?.close;
}

const Failure = z.object({
  chart: z.object({ result: z.null(), error: z.object({ code: z.string(), description: Text }) }),
});

function refused(body: unknown): Verdict {
  const error = Failure.safeParse(body).data?.chart.error;
  if (!error) return undefined;
  if (error.code === "Not Found") return "empty";
  const kind = /Bad Request|Unprocessable/i.test(error.code) ? "bad-query" : "unreachable";
  return new SourceError(kind, `Yahoo Finance says: ${quotedSaying(error.description || error.code)}.`);
}

/** A symbol's price and its days; nothing for one that is unknown. */
export const chart = timed(
  json({
    request: ({ text, days, now }: Asked & { readonly now: number }) => {
      const today = Math.floor(now / 1000 / DAY_SECONDS) * DAY_SECONDS;
      return get(`https://query1.finance.yahoo.com/v8/finance/chart/${encodeURIComponent(text)}`, {
        period1: today - days * DAY_SECONDS,
        period2: today + DAY_SECONDS,
        interval: "1d",
        events: "div|split",
      });
    },
    refused,
    judge: emptyOn(404),
    body: z.object({ chart: z.object({ result: z.array(Chart) }) }),
    items: (body, _input, _response, context) => body.chart.result.flatMap((one) => itemsOf(one, context.now())),
  }),
);
