import {
  catchError,
  concatMap,
  EMPTY,
  filter,
  from,
  map,
  type Observable,
  of,
  reduce,
  takeWhile,
  throwError,
  throwIfEmpty,
  toArray,
} from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { binance } from "../../../sources/crypto/binance.ts";
import type { bitstamp } from "../../../sources/crypto/bitstamp.ts";
import type { coinbase } from "../../../sources/crypto/coinbase.ts";
import type { coingecko } from "../../../sources/crypto/coingecko.ts";
import type { coinpaprika } from "../../../sources/crypto/coinpaprika.ts";
import type { defillama } from "../../../sources/crypto/defillama/index.ts";
import type { kraken } from "../../../sources/crypto/kraken.ts";
import type { okx } from "../../../sources/crypto/okx.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { About } from "../../about.ts";
import type { Alternative } from "../../senses.ts";
import { DAY_MS, type Day, type Desk, type History, MOST_DAYS, numberOf, type Price, priceIn } from "./market.ts";
import { isOfSameCoin } from "./plausible.ts";
import type { AskedAsset } from "./symbols.ts";

/** Where coins' days come from, in the order in which they are asked. */
const EXCHANGES = ["binance", "coinbase", "kraken", "okx", "bitstamp"] as const;

/** A plain symbol means a coin that is at least so large. */
const LARGEST = 200;

/** The best known coins, for when nobody says which are the largest. */
const KNOWN = new Set(
  "BTC ETH USDT XRP BNB SOL USDC DOGE TRX ADA TON AVAX LINK DOT LTC BCH SHIB XLM UNI XMR ATOM ETC NEAR APT FIL ARB OP AAVE ALGO HBAR".split(
    " ",
  ),
);

type Quote = ItemOf<typeof coingecko> | ItemOf<typeof coinpaprika> | ItemOf<typeof defillama>;

/** A stable coin is counted as the dollar that it stands for. */
const DOLLARS = new Set(["USD", "USDT", "USDC"]);
const currencyOf = (currency: string | undefined): string =>
  currency === undefined || DOLLARS.has(currency) ? "USD" : currency;

function priceOf(quote: Quote, source: string): Price | undefined {
  const price = priceIn(quote.price);
  if (price === undefined || quote.time === undefined) return undefined;
  return {
    name: quote.title,
    kind: "crypto",
    currency: currencyOf(quote.currency),
    price,
    asOf: quote.time,
    change24h: quote.changePercent24h,
    marketCap: numberOf(quote.marketCap),
    source,
    url: quote.url,
  };
}

const isThis = (quote: Quote, { symbol, forced }: AskedAsset): boolean =>
  quote.kind === "quote" &&
  quote.base?.toUpperCase() === symbol &&
  (forced === "crypto" || (quote.rank !== undefined && quote.rank > 0 && quote.rank <= LARGEST));

/** The other coins that bear a coin's ticker. */
const namesakes = (own: Quote, quotes: readonly Quote[]): readonly Alternative[] =>
  quotes.flatMap(({ kind, base, title, url, source }) =>
    kind === "quote" && base?.toUpperCase() === own.base?.toUpperCase() && title !== own.title && url !== undefined
      ? [{ name: title, url, source }]
      : [],
  );

/** Days that are asked for: beside the window the close before it, and the day that is still open; a year at most. */
const daysFor = (window: number): number => Math.min(MOST_DAYS, window + 2);

/** What is known of a coin: that it is one, and its price where a service told it. */
export interface Coin {
  readonly price?: Price | undefined;
  /** Other coins of the same ticker. */
  readonly others?: readonly Alternative[] | undefined;
  readonly by: string;
}

/** The coin that is meant among those that a service lists; undefined where it is none of them. */
function coinAmong(quotes: readonly Quote[], asset: AskedAsset, source: string): Coin | undefined {
  const quote = quotes.find((one) => isThis(one, asset));
  return quote && { price: priceOf(quote, source), by: source, others: namesakes(quote, quotes) };
}

/** The coin of a symbol; undefined where it is none. One value. */
export function coinOf(asset: AskedAsset, { ask, window }: Desk): Observable<Coin | undefined> {
  const listed$ = ask.items<typeof coingecko>("coingecko", "*").pipe(
    toArray(),
    map((quotes) => coinAmong(quotes, asset, "coingecko")),
    concatMap((coin) => (coin || asset.forced !== "crypto" ? of(coin) : searched(asset, ask))),
  );
  const second$ = ask
    .items<typeof coinpaprika>("coinpaprika", asset.symbol, { options: { days: daysFor(window) } })
    .pipe(
      toArray(),
      map((quotes) => coinAmong(quotes, asset, "coinpaprika")),
    );
  const known = asset.forced === "crypto" || KNOWN.has(asset.symbol);
  const third$ = from(known ? [asset.symbol] : []).pipe(
    concatMap((symbol) => ask.items<typeof defillama>("defillama", symbol)),
    filter(({ kind }) => kind === "quote"),
    map((quote): Coin => ({ price: priceOf(quote, "defillama"), by: "defillama" })),
  );
  return ask.withFallback(listed$, ask.withFallback(second$, third$)).pipe(
    // Nobody tells: what is well known stays a coin, whose price an exchange may have.
    catchError(() => of(known ? { by: "the best known coins" } : undefined)),
    reduce((first: Coin | undefined, coin) => first ?? coin, undefined),
  );
}

/** A coin that is not among the largest, by a search for its symbol. */
const searched = (asset: AskedAsset, ask: Desk["ask"]): Observable<Coin | undefined> =>
  ask.items<typeof coingecko>("coingecko", asset.symbol).pipe(
    // The history that follows comes from exchanges.
    takeWhile(({ kind }) => kind === "quote"),
    toArray(),
    map((quotes) => coinAmong(quotes, asset, "coingecko")),
  );

type Exchange = typeof binance | typeof coinbase | typeof kraken | typeof okx | typeof bitstamp | typeof coinpaprika;
type Traded = ItemOf<Exchange>;

/** Some services tell a price at each midnight: the close of the day before. */
function dayOf({ time, open, close, high, low }: Traded): readonly Day[] {
  const [begun, price] = [Date.parse(time ?? ""), numberOf(close)];
  if (!Number.isFinite(begun) || price === undefined) return [];
  const from = open === undefined ? begun - DAY_MS : begun;
  return [
    {
      date: new Date(from).toISOString().slice(0, 10),
      at: from + DAY_MS,
      close: price,
      high: numberOf(high),
      low: numberOf(low),
    },
  ];
}

function historyIn(items: readonly Traded[], source: string, name: string, now: number): History {
  const quote = items.find(({ kind }) => kind === "quote");
  const price = priceIn(quote?.price);
  const currency = (quote ?? items[0])?.currency;
  return {
    source,
    currency,
    days: items.filter(({ kind, complete }) => kind === "candle" && complete === true).flatMap(dayOf),
    quote:
      price === undefined
        ? undefined
        : {
            name,
            kind: "crypto",
            currency: currencyOf(currency),
            price,
            // Kraken tells no time: its price is that of the moment.
            asOf: quote?.time ?? new Date(now).toISOString(),
            change24h: quote?.changePercent24h,
            source,
            url: quote?.url,
          },
  };
}

/** Prices of the coin itself, where they say whose they are. */
const aboutCoin = (symbol: string): About => ({
  name: symbol,
  is: ({ base }) => typeof base !== "string" || base.toUpperCase() === symbol,
});

/**
 * A coin's days by the first exchange that trades it (at a price near the one known) and has the whole window, else by the one that has most. One value; fails where all
 * of them fail.
 */
export function coinHistory(symbol: string, { ask, window, now }: Desk, price?: Price): Observable<History> {
  const days = daysFor(window);
  const enough = Math.min(MOST_DAYS - 1, window);
  const knowing = [...EXCHANGES, "coinpaprika" as const];
  if (!knowing.some((id) => ask.has(id)))
    return throwError(
      () => new SourceError("bad-query", `None of the sources of coins' prices is asked for ${symbol}.`),
    );
  const asked = knowing.map((id) =>
    ask.items<Exchange>(id, symbol, { options: { days }, about: aboutCoin(symbol) }).pipe(
      toArray(),
      map((items) => historyIn(items, id, symbol, now())),
      filter((history) => isOfSameCoin(history, price)),
    ),
  );
  const whole = asked.map((history$) => history$.pipe(filter((history) => history.days.length >= enough)));
  const first$ = whole.reduceRight((rest$, one$) => ask.withFallback(one$, rest$));
  const longest$ = from(asked).pipe(
    concatMap((history$) => history$.pipe(catchError(() => EMPTY))),
    reduce((most, history) => (history.days.length > most.days.length ? history : most)),
    throwIfEmpty(() => new SourceError("unreachable", `No exchange told the prices of ${symbol}.`)),
  );
  return ask.withFallback(first$, longest$);
}
