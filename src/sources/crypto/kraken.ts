import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { amount, Decimal } from "../kit/values/decimal.ts";
import { Count } from "../kit/values/fields.ts";
import {
  type AskedPair,
  candleOf,
  DAY_SECONDS,
  midnight,
  namedPair,
  pairFields,
  pairQuery,
  priced,
} from "./exchange.ts";
import { CryptoItem } from "./item.ts";

const API = "https://api.kraken.com/0/public";

/** Kraken's own names of coins. */
const OWN: ReadonlyMap<string, string> = new Map([
  ["BTC", "XBT"],
  ["DOGE", "XDG"],
]);

const symbolOf = ({ base, quote }: AskedPair): string => `${OWN.get(base) ?? base}${OWN.get(quote) ?? quote}`;

const Failure = z.object({ error: z.array(z.string()).min(1) });

/** Failures come with status 200: https://docs.kraken.com/api/docs/guides/spot-errors */
function refused(body: unknown): Verdict {
  const said = Failure.safeParse(body).data?.error.join(", ");
  if (said === undefined) return undefined;
  if (/Unknown asset/.test(said)) return "empty";
  if (/Rate limit|Too many requests|Temporary lockout/i.test(said))
    return new SourceError("rate-limited", `Kraken says: ${quotedSaying(said)}.`);
  if (/^EGeneral:Invalid arguments/.test(said))
    return new SourceError("bad-query", `Kraken says: ${quotedSaying(said)}.`);
  return new SourceError("unreachable", `Kraken says: ${quotedSaying(said)}.`);
}

const Today = z.tuple([amount, amount]).rest(z.unknown());
const First = z.tuple([amount]).rest(z.unknown());

/** A pair's figures: of today and of 24 hours, or the price first. */
const Ticker = z.object({
  a: First.nullish(),
  b: First.nullish(),
  c: First,
  v: Today.nullish(),
  p: Today.nullish(),
  t: z.tuple([Count, Count]).nullish(),
  l: Today.nullish(),
  h: Today.nullish(),
  o: amount.nullish(),
});

const quote = json({
  request: (pair: AskedPair) => get(`${API}/Ticker`, { pair: symbolOf(pair) }),
  refused,
  body: z.object({ result: z.record(z.string(), Ticker) }),
  items: ({ result }, asked) =>
    Object.entries(result).map(([symbol, ticker]) => {
      const pair = namedPair(symbol, asked);
      return {
        kind: "quote" as const,
        ...pairFields(pair),
        url: `https://pro.kraken.com/app/trade/${pair.base}-${pair.quote}`.toLowerCase(),
        snippet: `${ticker.c[0]} ${pair.quote}`,
        symbol,
        price: ticker.c[0],
        bid: ticker.b?.[0],
        ask: ticker.a?.[0],
        open: ticker.o,
        high24h: ticker.h?.[1],
        low24h: ticker.l?.[1],
        volume24h: ticker.v?.[1],
        vwap24h: ticker.p?.[1],
        trades24h: ticker.t?.[1],
      };
    }),
});

/** Seconds, open, high, low, close, average by volume, volume, trades: the oldest first. */
const Row = z.tuple([numeric, amount, amount, amount, amount, amount, amount, Count]).rest(z.unknown());

const candles = timed(
  json({
    request: ({ now, ...pair }: AskedPair & { readonly now: number }) =>
      get(`${API}/OHLC`, {
        pair: symbolOf(pair),
        interval: 1440,
        since: midnight(now) - pair.days * DAY_SECONDS,
      }),
    refused,
    // Beside the pair stands `last`, a number.
    body: z.object({ result: z.record(z.string(), z.union([z.array(Row), z.number(), z.string()])) }),
    items: ({ result }, asked, _response, context) =>
      Object.entries(result).flatMap(([symbol, rows]) => {
        if (!Array.isArray(rows)) return [];
        const item = candleOf(namedPair(symbol, asked), symbol, context);
        return rows.map(([seconds, open, high, low, close, vwap, volume, trades]) => ({
          ...item({ seconds, open, high, low, close, volume }),
          vwap,
          trades,
        }));
      }),
  }),
);

export const kraken = defineSource({
  id: "kraken",
  title: "Kraken",
  docs: "https://docs.kraken.com/api/docs/rest-api/get-ticker-information",
  terms: "no key; about one request a second",
  query: pairQuery("USD"),
  item: CryptoItem.extend({
    vwap: Decimal.optional().describe("average price of the day, weighted by volume"),
    trades: Count.optional().describe("trades of the day"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: priced(quote, candles),
});
