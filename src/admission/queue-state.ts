/** A queue with places: what runs, what waits, and for how long the first in it has waited. */
export interface QueueState {
  readonly running: number;
  readonly waiting: number;
  /** Milliseconds; 0 where nothing waits. */
  readonly oldestMs: number;
}

/** The state of a queue whose waiters know since when they wait, on the clock that `now` is of. */
export function queueStateOf(
  running: number,
  waiters: { readonly size: number } & Iterable<{ readonly since: number }>,
  now: number,
): QueueState {
  let oldest = now;
  for (const { since } of waiters) oldest = Math.min(oldest, since);
  return { running, waiting: waiters.size, oldestMs: now - oldest };
}
