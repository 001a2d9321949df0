import { z } from "zod";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import { BROWSER } from "../../kit/requests/as-browser.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Decimal } from "../../kit/values/decimal.ts";
import { DAYS, daysOption } from "../../kit/values/market.ts";
import { FinanceItem, isSymbol } from "../item.ts";
import { type Asked, chart } from "./chart.ts";

/*
 * Yahoo documents none of this. Of charts there are recordings; of the search none was found: it is written against what
 * https://github.com/ranaroussi/yfinance reads, which many rely on.
 */

const Text = z.string().nullish();

const search = json({
  request: ({ text }: Asked) =>
    get("https://query2.finance.yahoo.com/v1/finance/search", { q: text, quotesCount: 10, newsCount: 0 }),
  body: z.object({
    quotes: z.array(
      z.object({
        symbol: z.string(),
        longname: Text,
        shortname: Text,
        exchDisp: Text,
        exchange: Text,
        quoteType: Text,
        sector: Text,
        industry: Text,
      }),
    ),
  }),
  items: ({ quotes }) =>
    quotes.map(({ symbol, longname, shortname, exchDisp, exchange, quoteType, sector, industry }) => ({
      kind: "listing" as const,
      title: longname || shortname || symbol,
      url: `https://finance.yahoo.com/quote/${encodeURIComponent(symbol)}`,
      snippet: [symbol, exchDisp || exchange, quoteType].filter(Boolean).join(", "),
      symbol,
      name: longname || shortname,
      exchange: exchDisp || exchange,
      type: quoteType,
      sector,
      industry,
    })),
});

export const yahooFinance = defineSource({
  id: "yahoo_finance",
  title: "Yahoo Finance",
  docs: "https://finance.yahoo.com/",
  terms: "no key and no documentation; refuses who asks too often; for personal use",
  query: query({
    describe: "a symbol in capital letters, as Yahoo writes it (AAPL, MUV2.DE, ^FCHI, EURUSD=X), or a name to look for",
    example: "AAPL",
    options: z.object({ days: daysOption() }),
    parse: (text, { days = DAYS }): Asked => ({ text, days }),
  }),
  item: FinanceItem.extend({
    timeZone: z.string().optional().describe("of the exchange: Europe/Berlin"),
    closeBeforeHistory: Decimal.optional().describe("the close before the first day that was asked for"),
    sector: z.string().optional(),
    industry: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500, userAgent: BROWSER },
  read: branch(({ text }: Asked) => isSymbol(text), chart, search),
});
