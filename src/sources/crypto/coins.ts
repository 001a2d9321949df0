import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { query } from "../kit/requests/query.ts";
import { type Candle, candleItem, DAYS, daysOption } from "../kit/values/market.ts";

/* Coins by symbol or name, for services that know each coin by an id of their own. */

const MOST = 10;

/** Coins to look up, and how many days of history are wanted. */
export interface AskedCoins {
  readonly terms: readonly string[];
  readonly days: number;
}

export const coinsQuery = (describe: string, example: string) =>
  query({
    describe: `${describe}; several are separated by commas, ${MOST} at most`,
    example,
    options: z.object({ days: daysOption() }),
    parse: (q, { days = DAYS }): AskedCoins => {
      const terms = [...new Set(q.split(",").flatMap((term) => term.trim() || []))];
      if (terms.length === 0) throw new SourceError("bad-query", "q: name a coin.");
      if (terms.length > MOST) throw new SourceError("bad-query", `q: ${terms.length} coins; at most ${MOST}.`);
      return { terms, days };
    },
  });

/** A coin as a search finds it; many share a symbol. */
export interface FoundCoin {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  /** By market capitalisation; 0 or none: it has no rank. */
  readonly rank?: number | null | undefined;
}

/** The coin that a term means: the largest of exactly that symbol, else the one of that id or name, else the first. */
export function meant<Coin extends FoundCoin>(coins: readonly Coin[], term: string): Coin | undefined {
  const asked = term.toLowerCase();
  const [largest] = coins
    .filter(({ symbol }) => symbol.toLowerCase() === asked)
    .sort((one, other) => (one.rank || Number.MAX_SAFE_INTEGER) - (other.rank || Number.MAX_SAFE_INTEGER));
  return largest ?? coins.find(({ id, name }) => id === asked || name.toLowerCase() === asked) ?? coins[0];
}

/** A coin's price in dollars at an instant of its history. One at midnight stands; any other is still moving. */
export const pointOf = (symbol: string, point: Candle, now: number) => ({
  ...candleItem(point, symbol, "USD", now),
  complete: point.seconds % 86_400 === 0,
  symbol,
  base: symbol,
});
