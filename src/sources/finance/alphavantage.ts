import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { inSequence } from "../kit/compose/partial-failures.ts";
import { branch } from "../kit/compose/steps.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { amount, maybeAmount } from "../kit/values/decimal.ts";
import { Ratio } from "../kit/values/fields.ts";
import { DAYS, daysOption, localTime, todayIn } from "../kit/values/market.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { FinanceItem, isSymbol } from "./item.ts";

interface Asked {
  readonly text: string;
  readonly days: number;
}

type Ask = Asked & PageRequest;

const MARKET_API = "https://www.alphavantage.co/query";
const pageOf = (symbol: string): string => `${MARKET_API}?function=GLOBAL_QUOTE&symbol=${encodeURIComponent(symbol)}`;

const Failure = z.union([
  z.object({ "Error Message": z.string() }).transform((body) => ({ error: body["Error Message"], limit: undefined })),
  z.object({ Information: z.string() }).transform((body) => ({ error: undefined, limit: body.Information })),
  z.object({ Note: z.string() }).transform((body) => ({ error: undefined, limit: body.Note })),
]);

/** Failures and spent allowances come with status 200. A symbol that it does not know is an invalid call. */
function refused(body: unknown): Verdict {
  const { error, limit } = Failure.safeParse(body).data ?? {};
  if (limit) {
    const kind = /premium endpoint|premium feature/i.test(limit) ? "missing-key" : "rate-limited";
    return new SourceError(kind, `Alpha Vantage says: ${quotedSaying(limit)}.`);
  }
  if (!error) return undefined;
  if (/apikey is invalid|apikey.{0,40}missing/i.test(error))
    return new SourceError("missing-key", `Alpha Vantage says: ${quotedSaying(error)}.`);
  return /Invalid API call/i.test(error)
    ? "empty"
    : new SourceError("unreachable", `Alpha Vantage says: ${quotedSaying(error)}.`);
}

/** No recording was found: written against https://www.alphavantage.co/documentation/#latestprice */
const Quote = z.object({
  "01. symbol": z.string(),
  "02. open": maybeAmount,
  "03. high": maybeAmount,
  "04. low": maybeAmount,
  "05. price": amount,
  "06. volume": maybeAmount,
  "07. latest trading day": z.string().nullish(),
  "08. previous close": maybeAmount,
  "09. change": maybeAmount,
  "10. change percent": z.string().nullish(),
});

const quote = json({
  request: ({ text, key }: Ask) => get(MARKET_API, { function: "GLOBAL_QUOTE", symbol: text, apikey: key }),
  refused,
  // An unknown symbol has an empty quote.
  body: z.object({ "Global Quote": z.union([Quote, z.strictObject({})]) }),
  items: ({ "Global Quote": found }) => {
    if (!("01. symbol" in found)) return [];
    return [
      {
        kind: "quote" as const,
        title: found["01. symbol"],
        url: pageOf(found["01. symbol"]),
        snippet: `${found["05. price"]} on ${found["07. latest trading day"] ?? "an unknown day"}`,
        symbol: found["01. symbol"],
        time: isoDate(found["07. latest trading day"]),
        price: found["05. price"],
        open: found["02. open"],
        high: found["03. high"],
        low: found["04. low"],
        volume: found["06. volume"],
        previousClose: found["08. previous close"],
        change: found["09. change"],
        changePercent: numberIn(found["10. change percent"]),
      },
    ];
  },
});

const Bar = z.object({
  "1. open": maybeAmount,
  "2. high": maybeAmount,
  "3. low": maybeAmount,
  "4. close": amount,
  "5. volume": maybeAmount,
});

const Meta = z.object({ "2. Symbol": z.string() }).catchall(z.string());

/**
 * "Time Series (Daily)", whatever stands in the brackets. A recording has minutes; that days are alike says
 * https://www.alphavantage.co/documentation/#daily
 */
const Series = z
  .object({ "Meta Data": Meta })
  .catchall(z.unknown())
  .transform(({ "Meta Data": meta, ...rest }, context) => {
    const name = Object.keys(rest).find((key) => key.startsWith("Time Series"));
    const bars = z.record(z.string(), Bar).safeParse(name && rest[name]);
    if (bars.success) return { meta, bars: bars.data };
    context.addIssue("no time series that we can read");
    return z.NEVER;
  });

const candles = json({
  request: ({ text, key }: Ask) =>
    get(MARKET_API, { function: "TIME_SERIES_DAILY", symbol: text, outputsize: "compact", apikey: key }),
  refused,
  body: Series,
  items: ({ meta, bars }, { days }, _response, { now }) => {
    const symbol = meta["2. Symbol"];
    const zone = Object.entries(meta).find(([name]) => name.endsWith("Time Zone"))?.[1];
    const today = todayIn(zone, now());
    return Object.entries(bars)
      .slice(0, days)
      .map(([date, bar]) => ({
        kind: "candle" as const,
        title: `${symbol} ${date}: ${bar["4. close"]}`,
        symbol,
        time: localTime(date, zone),
        open: bar["1. open"],
        high: bar["2. high"],
        low: bar["3. low"],
        close: bar["4. close"],
        volume: bar["5. volume"],
        complete: date.slice(0, 10) < today,
      }));
  },
});

const search = json({
  request: ({ text, key }: Ask) => get(MARKET_API, { function: "SYMBOL_SEARCH", keywords: text, apikey: key }),
  refused,
  body: z.object({
    bestMatches: z.array(
      z.object({
        "1. symbol": z.string(),
        "2. name": z.string(),
        "3. type": z.string().nullish(),
        "4. region": z.string().nullish(),
        "8. currency": z.string().nullish(),
        "9. matchScore": numeric.nullish(),
      }),
    ),
  }),
  items: ({ bestMatches }) =>
    bestMatches.map((match) => ({
      kind: "listing" as const,
      title: match["2. name"],
      url: pageOf(match["1. symbol"]),
      snippet: [match["1. symbol"], match["3. type"], match["4. region"]].filter(Boolean).join(", "),
      symbol: match["1. symbol"],
      name: match["2. name"],
      type: match["3. type"],
      region: match["4. region"],
      currency: match["8. currency"],
      match: match["9. matchScore"],
    })),
});

export const alphavantage = defineSource({
  id: "alphavantage",
  title: "Alpha Vantage",
  docs: "https://www.alphavantage.co/documentation/",
  terms: "with a free key 25 requests a day, one a second",
  key: { env: ["ALPHAVANTAGE_API_KEY"], required: true, from: "https://www.alphavantage.co/support/#api-key" },
  query: query({
    describe: "a symbol in capital letters (IBM, TSCO.LON), or a name to look for",
    example: "IBM",
    options: z.object({ days: daysOption(100) }),
    parse: (text, { days = DAYS }): Asked => ({ text, days }),
  }),
  item: FinanceItem.extend({
    region: z.string().optional().describe("where it is traded"),
    match: Ratio.optional().describe("how well it fits what was looked for"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1100 },
  read: branch(({ text }: Asked) => isSymbol(text), inSequence(quote, candles), search),
});
