import { inTurns, processorMs } from "../support/processor-time.ts";

/** Something done, and the longest that this thread gave no turn to others meanwhile, in milliseconds of that clock. */
export async function stalls<T>(
  work: () => Promise<T>,
  clock = processorMs,
): Promise<{ readonly outcome: T; readonly longestMs: number }> {
  const { outcome, turnsMs } = await inTurns(work, clock);
  return { outcome, longestMs: Math.max(...turnsMs) };
}

/**
 * Some 50 ms; what is read elsewhere would take a second here. `npm run bench stalls` holds 200 by the clock. A machine that
 * builds for everybody once took 510 for what takes 62: there, what is read elsewhere takes seconds.
 */
export const STALL_MS = process.env.CI === undefined ? 500 : 1000;
