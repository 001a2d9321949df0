import { z } from "zod";
import { defineSource } from "../../define.ts";
import { inSequence } from "../../kit/compose/partial-failures.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { isoDate, unixSeconds } from "../../kit/values/dates.ts";
import { amount, maybeAmount } from "../../kit/values/decimal.ts";
import { DAYS, daysOption, localTime, todayIn } from "../../kit/values/market.ts";
import { unitOf } from "../../kit/values/minor-units.ts";
import { FinanceItem, isSymbol } from "../item.ts";
import { API, authorization, refused } from "./api.ts";

/** No page of a symbol's own is promised. */
const PAGE = "https://twelvedata.com/markets";

interface Asked {
  readonly text: string;
  readonly days: number;
}

const Text = z.string().nullish();

/** No recording was found: written against https://twelvedata.com/docs#quote */
const Quote = z.object({
  symbol: z.string(),
  name: Text,
  exchange: Text,
  mic_code: Text,
  currency: Text,
  datetime: Text,
  timestamp: z.number().nullish(),
  last_quote_at: z.number().nullish(),
  open: maybeAmount,
  high: maybeAmount,
  low: maybeAmount,
  close: amount,
  volume: maybeAmount,
  previous_close: maybeAmount,
  change: maybeAmount,
  percent_change: numeric.nullish(),
  is_market_open: z.boolean().nullish(),
  fifty_two_week: z.object({ low: maybeAmount, high: maybeAmount }).nullish(),
});

const quote = json({
  request: ({ text, key }: Asked & PageRequest) => get(`${API}/quote`, { symbol: text }, authorization(key)),
  refused,
  body: Quote,
  items: (found) => {
    const unit = unitOf(currencyOf(found));
    const price = unit.of(found.close) ?? found.close;
    return [
      {
        kind: "quote" as const,
        title: found.name || found.symbol,
        url: PAGE,
        snippet: [`${price} ${unit.currency ?? ""}`.trim(), found.exchange].filter(Boolean).join(", "),
        symbol: found.symbol,
        name: found.name,
        currency: unit.currency,
        exchange: found.exchange,
        mic: found.mic_code,
        time: unixSeconds(found.last_quote_at ?? found.timestamp) ?? isoDate(found.datetime),
        price,
        open: unit.of(found.open),
        high: unit.of(found.high),
        low: unit.of(found.low),
        volume: found.volume,
        previousClose: unit.of(found.previous_close),
        change: unit.of(found.change),
        changePercent: found.percent_change,
        marketOpen: found.is_market_open,
        high52w: unit.of(found.fifty_two_week?.high),
        low52w: unit.of(found.fifty_two_week?.low),
      },
    ];
  },
});

/** A pair (EUR/USD) is priced in its second part. */
const currencyOf = ({ symbol, currency }: { readonly symbol: string; readonly currency?: string | null | undefined }) =>
  currency || /\/([A-Z\d]{2,20})$/.exec(symbol)?.[1];

/** https://twelvedata.com/docs#time-series; the newest first, times in the exchange's zone. */
const Series = z.object({
  meta: z.object({
    symbol: z.string(),
    currency: Text,
    exchange_timezone: Text,
    exchange: Text,
    mic_code: Text,
    type: Text,
  }),
  values: z.array(
    z.object({
      datetime: z.string(),
      open: maybeAmount,
      high: maybeAmount,
      low: maybeAmount,
      close: amount,
      volume: maybeAmount,
    }),
  ),
});

const candles = json({
  request: ({ text, days, key }: Asked & PageRequest) =>
    get(`${API}/time_series`, { symbol: text, interval: "1day", outputsize: days }, authorization(key)),
  refused,
  body: Series,
  items: ({ meta, values }, _input, _response, { now }) => {
    const unit = unitOf(currencyOf(meta));
    const { currency } = unit;
    const zone = meta.exchange_timezone;
    const today = todayIn(zone, now());
    return values.map(({ datetime, volume, ...told }) => {
      const prices = {
        volume,
        open: unit.of(told.open),
        high: unit.of(told.high),
        low: unit.of(told.low),
        close: unit.of(told.close) ?? told.close,
      };
      return {
        kind: "candle" as const,
        title: `${meta.symbol} ${datetime}: ${prices.close} ${currency ?? ""}`,
        symbol: meta.symbol,
        currency,
        exchange: meta.exchange,
        mic: meta.mic_code,
        type: meta.type,
        time: localTime(datetime, zone),
        ...prices,
        complete: datetime.slice(0, 10) < today,
      };
    });
  },
});

/** No recording was found: written against https://twelvedata.com/docs#symbol-search */
const search = json({
  request: ({ text }: Asked) => get(`${API}/symbol_search`, { symbol: text, outputsize: 20 }),
  refused,
  body: z.object({
    data: z.array(
      z.object({
        symbol: z.string(),
        instrument_name: Text,
        exchange: Text,
        mic_code: Text,
        instrument_type: Text,
        country: Text,
        currency: Text,
      }),
    ),
  }),
  items: ({ data }) =>
    data.map(({ symbol, instrument_name, exchange, mic_code, instrument_type, country, currency }) => ({
      kind: "listing" as const,
      title: instrument_name || symbol,
      url: PAGE,
      snippet: [symbol, exchange, country].filter(Boolean).join(", "),
      symbol,
      name: instrument_name,
      exchange,
      mic: mic_code,
      type: instrument_type,
      country,
      currency: currencyOf({ symbol, currency }),
    })),
});

export const twelvedata = defineSource({
  id: "twelvedata",
  title: "Twelve Data",
  docs: "https://twelvedata.com/docs",
  terms: "with a free key 8 credits a minute, 800 a day",
  key: { env: ["TWELVEDATA_API_KEY"], required: true, from: "https://twelvedata.com/pricing" },
  query: query({
    describe: "a symbol in capital letters (AAPL, AIR:Euronext, EUR/USD), or a name to look for",
    example: "AAPL",
    options: z.object({ days: daysOption() }),
    parse: (text, { days = DAYS }): Asked => ({ text, days }),
  }),
  item: FinanceItem.extend({
    mic: z.string().optional().describe("ISO 10383 code of the exchange"),
    marketOpen: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: branch(({ text }: Asked) => isSymbol(text), inSequence(quote, candles), search),
});
