import { shifted } from "./decimal.ts";

/**
 * Units of which prices are quoted in parts of a currency, and how many decimal places they are apart: pence of London, cents
 * of Johannesburg, agorot of Tel Aviv, fils of Kuwait. As Yahoo (GBp, ZAc, ILA, KWF), Twelve Data (GBp, ZAc, ILA), Finnhub and
 * the exchanges (GBX, ZAC) write them.
 */
const MINOR: ReadonlyMap<string, readonly [currency: string, places: number]> = new Map([
  ["GBp", ["GBP", 2]],
  ["GBX", ["GBP", 2]],
  ["GBx", ["GBP", 2]],
  ["ZAc", ["ZAR", 2]],
  ["ZAC", ["ZAR", 2]],
  ["ILA", ["ILS", 2]],
  ["ILa", ["ILS", 2]],
  ["KWF", ["KWD", 3]],
  ["KWf", ["KWD", 3]],
  ["EUc", ["EUR", 2]],
  ["USc", ["USD", 2]],
  ["USX", ["USD", 2]],
]);

/** A unit as the currency that it is a part of, and how its prices become amounts of that. */
export interface Unit {
  readonly currency: string | undefined;
  of<Price extends string | null | undefined>(price: Price): string | undefined;
}

export function unitOf(written: string | null | undefined): Unit {
  const [currency, places] = MINOR.get(written ?? "") ?? [written || undefined, 0];
  return {
    currency,
    of: (price) =>
      price === undefined || price === null || places === 0 ? (price ?? undefined) : shifted(price, -places),
  };
}
