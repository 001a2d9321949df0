import type { Item } from "../../sources/source.ts";

/** BAN's score below which its best answer is a guess. */
const LEAST_SCORE = 0.5;

/** Whether an answer of the register of addresses (BAN) is the address that was written, and not only the most alike. */
export const isSureAddress = ({ certainty }: Item): boolean =>
  typeof certainty !== "number" || certainty >= LEAST_SCORE;
