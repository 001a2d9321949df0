import { inTurns } from "../support/processor-time.ts";

/** Something done, and the longest that this thread worked without a turn for others meanwhile, in milliseconds. */
export async function stalls<T>(work: () => Promise<T>): Promise<{ readonly outcome: T; readonly longestMs: number }> {
  const { outcome, turnsMs } = await inTurns(work);
  return { outcome, longestMs: Math.max(...turnsMs) };
}

/** Some 50 ms; what is read elsewhere would take a second here. `npm run bench stalls` holds 200 by the clock. */
export const STALL_MS = 500;
