import { monitorEventLoopDelay } from "node:perf_hooks";

/** Something done, and the longest that the thread had no time for others meanwhile, in milliseconds. */
export async function stalls<T>(work: () => Promise<T>): Promise<{ readonly outcome: T; readonly longestMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  // A delay is counted from the tick before it: the work must not begin before the first.
  await new Promise((turn) => setTimeout(turn, 30));
  const outcome = await work();
  await new Promise((turn) => setTimeout(turn, 30));
  delay.disable();
  return { outcome, longestMs: delay.max / 1e6 };
}

/** Generous, for machines that are busy; on an idle one `npm run bench stalls` holds 200. */
export const STALL_MS = 1_500;
