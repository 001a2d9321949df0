import { concatMap, filter, map, type Observable, toArray } from "rxjs";
import type { alphavantage } from "../../../sources/finance/alphavantage.ts";
import type { ecb } from "../../../sources/finance/ecb.ts";
import type { finnhub } from "../../../sources/finance/finnhub.ts";
import type { frankfurter } from "../../../sources/finance/frankfurter.ts";
import type { twelvedata } from "../../../sources/finance/twelvedata/index.ts";
import type { yahooFinance } from "../../../sources/finance/yahoo_finance/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import {
  type AssetKind,
  DAY_MS,
  type Day,
  type Desk,
  type History,
  MOST_DAYS,
  numberOf,
  type Price,
  priceIn,
} from "./market.ts";

type Provider = typeof yahooFinance | typeof twelvedata | typeof alphavantage | typeof finnhub;
type Told = ItemOf<Provider>;

const PROVIDERS = ["yahoo_finance", "twelvedata", "alphavantage", "finnhub"] as const;

/** What the providers call kinds of securities. */
const KINDS: readonly (readonly [words: RegExp, kind: AssetKind])[] = [
  [/^(?:equity|common stock|stock|depositary receipt|preferred stock|reit)$/i, "stock"],
  [/\betf\b|exchange.traded/i, "etf"],
  [/\bindex\b/i, "index"],
  [/currency$|^forex/i, "fx"],
  [/crypto/i, "crypto"],
];

/** Without a word from the provider the symbol says it, as Yahoo writes symbols; else it is a share of a company. */
function kindOf(type: string | undefined, symbol: string): AssetKind {
  if (type !== undefined) return KINDS.find(([words]) => words.test(type))?.[1] ?? "other";
  if (symbol.startsWith("^")) return "index";
  return symbol.endsWith("=X") ? "fx" : "stock";
}

/** The day on which an exchange's day began, in its own time zone where that is known. */
const dateIn = (time: string, zone: string | undefined): string => {
  if (!zone || time.length === 10) return time.slice(0, 10);
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" }).format(Date.parse(time));
  } catch (error) {
    if (error instanceof RangeError) return time.slice(0, 10);
    throw error;
  }
};

const zoneOf = (item: Told | undefined): string | undefined =>
  item && "timeZone" in item && typeof item.timeZone === "string" ? item.timeZone : undefined;

function dayOf({ time, close, adjustedClose, high, low }: Told, zone: string | undefined): readonly Day[] {
  const price = numberOf(close);
  if (time === undefined || price === undefined) return [];
  const date = dateIn(time, zone);
  return [
    {
      date,
      // An exchange's day is over at its end, whenever it closes.
      at: Date.parse(date) + DAY_MS - 1,
      close: price,
      adjusted: numberOf(adjustedClose),
      high: numberOf(high),
      low: numberOf(low),
    },
  ];
}

/** Whether a provider's symbol is the one asked for: AAPL.MX is another listing, of perhaps another company. */
function isOf(told: string | undefined, symbol: string): boolean {
  if (told === undefined) return true;
  const [one, other] = [told.toUpperCase(), symbol.toUpperCase()];
  // Without its exchange a symbol is written by those who tell the exchange apart; EUR/USD is EURUSD=X.
  return (
    one === other || one === other.replace(/[.:][A-Z\d]+$/, "") || one.replace("/", "") === other.replace("=X", "")
  );
}

/** What a provider tells of a security; undefined where it does not know it. */
function historyIn(items: readonly Told[], symbol: string, source: string): History | undefined {
  const quote = items.find(({ kind }) => kind === "quote");
  const price = priceIn(quote?.price);
  if (!quote || price === undefined || quote.time === undefined) return undefined;
  if (!isOf(quote.symbol, symbol)) return undefined;
  const candles = items.filter(({ kind, complete }) => kind === "candle" && complete !== false);
  const told: Price = {
    name: quote.name ?? quote.title,
    kind: kindOf((quote.type ?? candles[0]?.type) || undefined, symbol),
    // Alpha Vantage tells none.
    currency: quote.currency ?? candles[0]?.currency,
    price,
    asOf: quote.time,
    previous: numberOf(quote.previousClose),
    change24h: quote.changePercent,
    source,
    url: quote.url,
  };
  return { source, quote: told, days: candles.flatMap((candle) => dayOf(candle, zoneOf(quote))) };
}

/** A security's price and days by the first provider that knows it; nothing where none does. */
export function security(symbol: string, desk: Desk): Observable<History> {
  const { ask, window } = desk;
  const days = Math.min(MOST_DAYS, window + 1);
  const told = PROVIDERS.map((id) => {
    const options = id === "finnhub" ? {} : { days: id === "alphavantage" ? Math.min(100, days) : days };
    return ask.items<Provider>(id, written(symbol, id), { options }).pipe(
      toArray(),
      map((items) => historyIn(items, symbol, id)),
      filter((history) => history !== undefined),
    );
  });
  const all = symbol.endsWith("=X") ? [...told, ...reference(symbol, desk)] : told;
  return all.reduceRight((rest$, one$) => ask.withFallback(one$, rest$));
}

/** "EURUSD=X" is EUR/USD for others than Yahoo. */
const written = (symbol: string, id: (typeof PROVIDERS)[number]): string => {
  const [base, quote] = currenciesIn(symbol);
  return id === "twelvedata" && base && quote ? `${base}/${quote}` : symbol;
};

const currenciesIn = (symbol: string): readonly (string | undefined)[] =>
  /^([A-Z]{3})([A-Z]{3})=X$/.exec(symbol)?.slice(1) ?? [];

type Bank = typeof frankfurter | typeof ecb;

/** The reference rates of the European Central Bank, for a pair of currencies. */
function reference(symbol: string, { ask, window }: Desk): readonly Observable<History>[] {
  const [base, quote] = currenciesIn(symbol);
  if (!base || !quote) return [];
  const rates = (id: Bank["id"], q: string): Observable<History> =>
    ask.items<Bank>(id, q, { options: { days: Math.min(MOST_DAYS, window + 1) } }).pipe(
      concatMap(({ history, title, url }) => {
        const days = (history ?? []).flatMap(({ date, value }) => dayOfRate(date, value));
        const last = days.at(-1);
        if (!last) return [];
        const told: Price = {
          name: title,
          kind: "fx",
          currency: quote,
          price: last.close,
          asOf: last.date,
          previous: days.at(-2)?.close,
          source: id,
          url,
        };
        return [{ source: id, days, quote: told }];
      }),
    );
  // The bank itself tells what one euro is worth.
  return [rates("frankfurter", `${base}/${quote}`), ...(base === "EUR" ? [rates("ecb", quote)] : [])];
}

function dayOfRate(date: string, value: string): readonly Day[] {
  const close = numberOf(value);
  return close === undefined || !/^\d{4}-\d\d-\d\d$/.test(date)
    ? []
    : [{ date, at: Date.parse(date) + DAY_MS - 1, close }];
}
