import { z } from "zod";
import { numeric } from "../kit/readers/json.ts";
import { Decimal } from "../kit/values/decimal.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { MarketItem } from "../kit/values/market.ts";

/** A security, a currency or a series of figures: its price of now, its days, its values. */
export const FinanceItem = MarketItem.extend({
  kind: z
    .enum(["quote", "candle", "listing", "rate", "series"])
    .describe(
      "quote: the price of now; candle: the prices of a day; listing: a security that a search found; rate: an exchange rate; series: a statistical series",
    ),
  name: z.string().optional().describe("of the company, the fund, the index"),
  exchange: z.string().optional(),
  country: z.string().optional(),
  type: z.string().optional().describe("in the source's words: EQUITY, ETF, Common Stock …"),
  change: Decimal.optional().describe("since the previous close"),
  changePercent: z.number().optional().describe("since the previous close"),
  high52w: Decimal.optional(),
  low52w: Decimal.optional(),
  adjustedClose: Decimal.optional().describe("with splits and dividends taken out"),
});

/** The values of a series, the oldest first. */
export const History = z.array(z.object({ date: IsoDate, value: Decimal }));

/** How many values of a series. */
export const observationsOption = (fallback: number) =>
  numeric
    .pipe(z.int().min(1).max(1000))
    .optional()
    .describe(`how many values, the newest, 1 to 1000, default ${fallback}; days goes before it`);

/** Whether words are a symbol rather than a name: capital letters and figures, with the marks that symbols have. */
export const isSymbol = (q: string): boolean => /^\^?[A-Z\d]{1,12}(?:[-.:/][A-Z\d][\w ]{0,19}|=[A-Z])?$/.test(q);

/** "-" and "N/A" are what some say where they know nothing. */
export const given = (text: string | null | undefined): string | undefined =>
  text && !/^\s{0,9}(?:-|n\/?a|none)\s{0,9}$/i.test(text) ? text : undefined;
