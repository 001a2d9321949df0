import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { timed } from "../kit/compose/timed.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { amount, Decimal, decimalOf, times } from "../kit/values/decimal.ts";
import { Currency } from "../kit/values/fields.ts";
import { DAYS, daysOption } from "../kit/values/market.ts";
import { clip } from "../kit/values/text.ts";
import { FinanceItem, History } from "./item.ts";

const DAY_MS = 86_400_000;
/** Rates are of working days: so many days hold one of them. */
const HOLIDAYS = 7;

interface Asked {
  readonly amount: string;
  readonly base: string;
  /** None: all that there are. */
  readonly quotes: readonly string[];
  readonly days: number;
}

/** "EUR/USD", "EUR USD,GBP", "100 EUR to USD"; a lone code is priced in all others. */
function askedIn(q: string): Omit<Asked, "days"> {
  const [, written = "1", rest = ""] = /^(?:(\d{1,15}(?:[.,]\d{1,12})?)\s*)?(.{3,400})$/.exec(q) ?? [];
  const codes = rest
    .toUpperCase()
    .replace(/^([A-Z]{3})([A-Z]{3})$/, "$1 $2")
    .split(/[\s/,+=:→-]|\b(?:TO|IN|EN)\b/)
    .filter(Boolean);
  const [base, ...quotes] = codes;
  if (!base || !codes.every((code) => /^[A-Z]{3}$/.test(code)))
    throw new SourceError("bad-query", `q: “${clip(q)}” is no pair or list of currencies, such as EUR/USD.`);
  return { amount: decimalOf(written.replace(",", ".")) ?? "1", base, quotes: [...new Set(quotes)] };
}

const Rates = z.record(z.string(), amount);

/**
 * The newest rates, or those of days, or (version 2) a list of rates. A recording has the newest alone; the others are written
 * against https://frankfurter.dev/
 */
const Body = z.union([
  z.array(z.object({ date: z.string(), base: z.string(), quote: z.string(), rate: amount })),
  z
    .object({ base: z.string(), date: z.string(), rates: Rates })
    .transform(({ base, date, rates }) => Object.entries(rates).map(([quote, rate]) => ({ date, base, quote, rate }))),
  z
    .object({ base: z.string(), rates: z.record(z.string(), Rates) })
    .transform(({ base, rates }) =>
      Object.entries(rates).flatMap(([date, day]) =>
        Object.entries(day).map(([quote, rate]) => ({ date, base, quote, rate })),
      ),
    ),
]);

type Rate = z.output<typeof Body>[number];

/** A target currency: its newest rate, and those of the days before. */
function itemOf(rates: readonly Rate[], asked: Asked) {
  const days = [...rates].sort((one, other) => one.date.localeCompare(other.date));
  const last = days.at(-1);
  if (!last) return [];
  const { base, quote, rate, date } = last;
  const converted = times(asked.amount, rate);
  return [
    {
      kind: "rate" as const,
      title: `1 ${base} = ${rate} ${quote}`,
      url: `https://frankfurter.dev/?from=${base}&to=${quote}`,
      snippet: `${asked.amount} ${base} = ${converted} ${quote} on ${date}`,
      symbol: `${base}/${quote}`,
      currency: quote,
      base,
      quote,
      rate,
      amount: asked.amount,
      converted,
      time: date,
      history: days.map((day) => ({ date: day.date, value: day.rate })),
    },
  ];
}

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const frankfurter = defineSource({
  id: "frankfurter",
  title: "Frankfurter exchange rates",
  docs: "https://frankfurter.dev/",
  terms: "no key, no quota; reference rates of the European Central Bank, of working days",
  key: { env: ["FRANKFURTER_URL"], required: false, from: "an instance of one's own" },
  query: query({
    describe: "two or more ISO 4217 codes, the first of which is priced in the others, or an amount to convert",
    example: "EUR/USD",
    options: z.object({ days: daysOption() }),
    parse: (q, { days = DAYS }): Asked => ({ ...askedIn(q), days }),
  }),
  item: FinanceItem.extend({
    base: Currency,
    quote: Currency,
    rate: Decimal.describe("units of `quote` for one of `base`"),
    amount: Decimal.describe("of `base`, as asked for"),
    converted: Decimal.describe("the amount in `quote`"),
    history: History.describe("the rates of working days, the oldest first"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: timed(
    json({
      request: ({ base, quotes, days, now, key }: Asked & PageRequest & { readonly now: number }) => {
        const from = day(now - Math.max(days, HOLIDAYS) * DAY_MS);
        const instance = operatorsInstance("FRANKFURTER_URL", key, "https://api.frankfurter.dev");
        return get(`${instance}/v1/${from}..${day(now)}`, { base, symbols: quotes.join(",") || undefined });
      },
      judge: emptyOn(404),
      body: Body,
      items: (rates, asked) =>
        [...new Set(rates.map(({ quote }) => quote))].flatMap((quote) =>
          itemOf(
            rates.filter((rate) => rate.quote === quote),
            asked,
          ),
        ),
    }),
  ),
});
