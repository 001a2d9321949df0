import { defer } from "rxjs";
import { z } from "zod";
import { inSequence } from "../kit/compose/partial-failures.ts";
import { type Pair, pairIn, pairOf } from "../kit/requests/pair.ts";
import { query } from "../kit/requests/query.ts";
import { type Candle, candleItem, DAYS, daysOption } from "../kit/values/market.ts";
import type { ReadContext, Reader } from "../source.ts";

/* What the exchanges have in common: how they are asked, and that a price and its history are two answers. */

export const DAY_SECONDS = 86_400;

/** A pair, and how many days of history are wanted. */
export interface AskedPair extends Pair {
  readonly days: number;
}

/** An asset or a pair in any exchange's spelling; a lone asset is priced in `quote`. */
export const pairQuery = (quote: string) =>
  query({
    describe: `an asset, priced in ${quote}, or a pair, written BTC-EUR, BTC/EUR, BTCEUR or XBTEUR`,
    example: "BTC",
    options: z.object({ days: daysOption() }),
    parse: (q, { days = DAYS }): AskedPair => ({ ...pairOf(q, quote), days }),
  });

/** The price, then the days; where one of the readings fails the others go on. Says which pair was understood. */
export function priced<Input extends AskedPair, Quote, Day>(
  quote: Reader<Input, Quote>,
  ...histories: readonly Reader<Input, Day>[]
): Reader<Input, Quote | Day> {
  return (input, context) =>
    defer(() => {
      context.notice({ kind: "note", text: `understood as ${input.base}/${input.quote}`, once: true });
      return inSequence(quote, ...histories)(input, context);
    });
}

/** The pair that an answer is of: of its own symbol, where that says one, else the one that was asked for. */
export function namedPair(symbol: string | undefined, asked: Pair): Pair {
  const { base, quote } = pairIn(symbol ?? "") ?? {};
  return base && quote ? { base, quote } : { base: asked.base, quote: asked.quote };
}

/** How a pair's items begin. */
export const pairFields = ({ base, quote }: Pair) => ({ title: `${base}/${quote}`, base, currency: quote });

/** The midnight of UTC that began the day, in seconds since 1970. */
export const midnight = (now: number): number => Math.floor(now / 1000 / DAY_SECONDS) * DAY_SECONDS;

/** Makes items of a pair's days. */
export const candleOf =
  (pair: Pair, symbol: string, { now }: Pick<ReadContext, "now">) =>
  (candle: Candle) => ({
    ...candleItem(candle, pairFields(pair).title, pair.quote, now()),
    symbol,
    base: pair.base,
  });
