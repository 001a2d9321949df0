import { concatMap, of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { enriched } from "../kit/compose/enriched.ts";
import { inSequence } from "../kit/compose/partial-failures.ts";
import { branch } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate, unixSeconds } from "../kit/values/dates.ts";
import { amount, Decimal, maybeAmount } from "../kit/values/decimal.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { FinanceItem, given, isSymbol } from "./item.ts";

const API = "https://finnhub.io/api/v1";

interface Asked {
  readonly text: string;
}

/** ISO 6166: US0378331005 */
const ISIN = /^[A-Z]{2}[A-Z\d]{9}\d$/;

/** What the key's plan does not include is no wall: other symbols are answered. */
const judge: Judge = (response) =>
  response.status === 403
    ? new SourceError("missing-key", `Finnhub says: ${quotedSaying(upstreamMessage(response) ?? "not with this key")}.`)
    : undefined;

const token = (key: string) => ({ headers: { "x-finnhub-token": key } });

/** No page of a symbol's own is promised: the address of its quote, without the key. */
const pageOf = (symbol: string): string => `${API}/quote?symbol=${encodeURIComponent(symbol)}`;

/** No recording was found: written against https://finnhub.io/docs/api/quote. Of an unknown symbol everything is 0 or null. */
const Quote = z.object({
  c: amount,
  d: maybeAmount,
  dp: z.number().nullish(),
  h: maybeAmount,
  l: maybeAmount,
  o: maybeAmount,
  pc: maybeAmount,
  t: z.number().nullish(),
});

const quote = json({
  request: ({ text, key }: Asked & PageRequest) => get(`${API}/quote`, { symbol: text }, token(key)),
  judge,
  body: Quote,
  items: (body) => (Number(body.c) === 0 && !body.t ? [] : [body]),
});

const Text = z.string().nullish();

/** https://finnhub.io/docs/api/company-profile2; empty for what is no company that it covers. */
const Profile = z.object({
  name: Text,
  ticker: Text,
  currency: Text,
  exchange: Text,
  country: Text,
  finnhubIndustry: Text,
  ipo: Text,
  weburl: Text,
  logo: Text,
  marketCapitalization: maybeAmount,
  shareOutstanding: maybeAmount,
});

const profile = json({
  request: ({ text, key }: Asked & PageRequest) => get(`${API}/stock/profile2`, { symbol: text }, token(key)),
  judge,
  body: Profile,
  items: (body) => [body],
});

const priced = enriched(quote, profile, (now, company, { text }: Asked) => {
  const currency = given(company?.currency);
  return {
    kind: "quote" as const,
    title: given(company?.name) ?? text,
    url: webUrl(given(company?.weburl)) ?? pageOf(text),
    snippet: [`${now.c} ${currency ?? ""}`.trim(), given(company?.exchange)].filter(Boolean).join(", "),
    symbol: given(company?.ticker) ?? text,
    name: given(company?.name),
    currency,
    exchange: given(company?.exchange),
    country: given(company?.country),
    industry: given(company?.finnhubIndustry),
    time: unixSeconds(now.t),
    price: now.c,
    open: now.o,
    high: now.h,
    low: now.l,
    previousClose: now.pc,
    change: now.d,
    changePercent: now.dp,
    marketCapMillions: company?.marketCapitalization,
    sharesMillions: company?.shareOutstanding,
    ipoDate: isoDate(given(company?.ipo))?.slice(0, 10),
    image: webUrl(given(company?.logo)),
  };
});

/** No recording was found: written against https://finnhub.io/docs/api/symbol-search. The one of that very symbol first. */
const search = json({
  request: ({ text, key }: Asked & PageRequest) => get(`${API}/search`, { q: text }, token(key)),
  judge,
  body: z.object({
    result: z.array(z.object({ symbol: z.string(), description: Text, displaySymbol: Text, type: Text })),
  }),
  items: ({ result }, { text }) =>
    [...result]
      .sort((one, other) => Number(other.symbol === text.toUpperCase()) - Number(one.symbol === text.toUpperCase()))
      .map(({ symbol, description, displaySymbol, type }) => ({
        kind: "listing" as const,
        title: description || symbol,
        url: pageOf(symbol),
        snippet: [displaySymbol || symbol, type].filter(Boolean).join(", "),
        symbol,
        displaySymbol,
        name: description,
        type,
      })),
});

/** What is found, and before it the price of the first. */
const found = (asked: Asked, context: ReadContext) =>
  search(asked, context).pipe(
    concatMap((hit, place) => {
      const listing = () => of(hit);
      return place === 0 ? inSequence(priced, listing)({ text: hit.symbol }, context) : of(hit);
    }),
  );

export const finnhub = defineSource({
  id: "finnhub",
  title: "Finnhub",
  docs: "https://finnhub.io/docs/api",
  terms: "with a free key 60 requests a minute; stocks of the USA, no price history",
  key: { env: ["FINNHUB_API_KEY"], required: true, from: "https://finnhub.io/register" },
  query: query({
    describe: "a symbol in capital letters (AAPL), or a company's name or ISIN to look for",
    example: "AAPL",
    parse: (text): Asked => ({ text }),
  }),
  item: FinanceItem.extend({
    displaySymbol: z.string().optional(),
    industry: z.string().optional(),
    marketCapMillions: Decimal.optional().describe("millions of the currency"),
    sharesMillions: Decimal.optional().describe("shares outstanding, in millions"),
    ipoDate: IsoDate.optional(),
    image: HttpUrl.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 50 },
  read: branch(({ text }: Asked) => isSymbol(text) && !ISIN.test(text), priced, found),
});
