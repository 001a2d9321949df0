import { rounded } from "./rounding.ts";

/** In fewer inhabitants one facility more or less says nothing. */
const FEWEST = 500;

/**
 * How many there are to 1,000 inhabitants, with one decimal; undefined below 500 inhabitants. INSEE counts facilities so, by the
 * municipal population (Base permanente des équipements).
 */
export const perThousand = (count: number, inhabitants: number): number | undefined =>
  inhabitants >= FEWEST ? rounded((count * 1000) / inhabitants, 1) : undefined;
