import { catchError, defaultIfEmpty, map, type Observable, of } from "rxjs";
import { type SourceError, toSourceError } from "../../../errors.ts";
import { type Coin, coinHistory, coinOf } from "./coins.ts";
import { type Desk, daysOf, type History, isRecent, type Market, type Price } from "./market.ts";
import { plausible } from "./plausible.ts";
import { security } from "./securities.ts";
import { type AskedAsset, mayBeCoin } from "./symbols.ts";

/** What an asset was taken for. */
export interface Meant {
  readonly asked: AskedAsset;
  /** Absent: a security, an index, a currency. */
  readonly coin?: Coin | undefined;
  /** How to ask for the other thing that the symbol may mean. */
  readonly also?: string | undefined;
}

/** What an asset came to: its market, a failure, or neither where nobody knows it. */
export type Outcome = { readonly asked: AskedAsset; readonly symbol: string } & (
  | { readonly market: Market }
  | { readonly error: SourceError }
  | { readonly unknown: true }
);

/** Whether an asset is a coin. One value. */
export function meantBy(asked: AskedAsset, desk: Desk): Observable<Meant> {
  if (!mayBeCoin(asked)) return of({ asked });
  const plain = asked.forced === undefined;
  return coinOf(asked, desk).pipe(
    map((coin) => ({
      asked,
      coin: coin ?? (asked.forced === "crypto" ? { by: "the request" } : undefined),
      also: plain ? `${coin ? "stock" : "crypto"}:${asked.symbol}` : undefined,
    })),
  );
}

const venue = ({ source, price }: Price) => ({ source, price });

function marketOf(asked: AskedAsset, price: Price, history: History | undefined, { window, now }: Desk): Market {
  const venues = [price, ...(history?.quote ? [history.quote] : [])].map(venue);
  const { days, ticks, splitOn } = plausible(daysOf(history?.days ?? [], window, now()), price.kind);
  return {
    ...price,
    change24h: isRecent(price, now()) ? (price.change24h ?? history?.quote?.change24h) : undefined,
    symbol: asked.symbol,
    weight: asked.weight,
    days,
    ticks,
    splitOn,
    historySource: days.length > 0 ? history?.source : undefined,
    venues: venues.filter(({ source }, place) => venues.findIndex((other) => other.source === source) === place),
  };
}

/** An asset's market. One value, which never fails. */
export function outcomeOf({ asked, coin }: Meant, desk: Desk): Observable<Outcome> {
  const { symbol } = asked;
  const failed = (error: unknown) => of<Outcome>({ asked, symbol, error: toSourceError(error) });
  if (!coin)
    return security(symbol, desk).pipe(
      map((history): Outcome => {
        const { quote } = history;
        return quote
          ? { asked, symbol, market: marketOf(asked, quote, history, desk) }
          : { asked, symbol, unknown: true };
      }),
      defaultIfEmpty<Outcome, Outcome>({ asked, symbol, unknown: true }),
      catchError(failed),
    );
  const { price } = coin;
  const priced = (history: History | undefined): Outcome => {
    const known = price ?? history?.quote;
    return known ? { asked, symbol, market: marketOf(asked, known, history, desk) } : { asked, symbol, unknown: true };
  };
  return coinHistory(symbol, desk, price).pipe(
    // Every exchange that knows the ticker trades another coin by it.
    defaultIfEmpty(undefined),
    map(priced),
    // Without its days it still has its price.
    catchError((error: unknown) => (price ? of(priced(undefined)) : failed(error))),
  );
}
