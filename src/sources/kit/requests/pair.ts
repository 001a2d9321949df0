import { SourceError } from "../../../errors.ts";
import { clip } from "../values/text.ts";

/* Assets and pairs of assets, which every exchange writes in its own way: BTC, BTCUSDT, BTC-USD, XBT/USD, XXBTZUSD. */

/** What is priced, and in what. */
export interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** Codes that are another one's: ISO 4217 keeps X for what is of no country, and Kraken keeps to that. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["XBT", "BTC"],
  ["XDG", "DOGE"],
]);

/** What assets are priced in, the longer first; a base before it has so many letters at least. */
const QUOTES: readonly (readonly [quote: string, base: number])[] = [
  ...["FDUSD", "USDT", "USDC", "TUSD", "BUSD", "USDE", "USD1"].map((quote) => [quote, 2] as const),
  ...["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "SGD", "KRW", "TRY", "BRL", "MXN", "PLN", "ZAR"].map(
    (quote) => [quote, 3] as const,
  ),
  ...["BTC", "XBT", "ETH", "BNB", "DAI"].map((quote) => [quote, 3] as const),
];

const plain = (code: string): string => SAME.get(code) ?? code;

/**
 * The pair or the lone asset that a text names, in upper case, with the names that most exchanges use: "BTC-USD",
 * "xbt/usd", "BTCUSD" and "XXBTZUSD" are BTC in USD; "BTC" has no quote. Undefined where it is neither.
 */
export function pairIn(text: string): { readonly base: string; readonly quote?: string } | undefined {
  const written = text.trim().toUpperCase().replace(/^\$/, "");
  const [, base, quote] = /^([A-Z\d]{1,20})(?:\s{0,3}[-/_:\s]\s{0,3}([A-Z\d]{2,20}))?(?:-SWAP)?$/.exec(written) ?? [];
  if (!base) return undefined;
  if (quote) return { base: plain(base), quote: plain(quote) };
  const [, longBase, longQuote] = /^X([A-Z]{3})[XZ]([A-Z]{3})$/.exec(base) ?? [];
  if (longBase && longQuote) return { base: plain(longBase), quote: plain(longQuote) };
  const end = QUOTES.find(([code, letters]) => base.endsWith(code) && base.length >= code.length + letters)?.[0];
  return end ? { base: plain(base.slice(0, -end.length)), quote: plain(end) } : { base: plain(base) };
}

/** The pair of a query; a lone asset is priced in `quote`. Throws `bad-query`. */
export function pairOf(q: string, quote: string): Pair {
  const pair = pairIn(q);
  if (!pair) throw new SourceError("bad-query", `q: “${clip(q)}” is no asset (BTC) and no pair of two (BTC-${quote}).`);
  return { quote: pair.base === quote ? "USD" : quote, ...pair };
}
