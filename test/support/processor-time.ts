/*
 * How long this thread works, by its own processor time: what others do on the same cores meanwhile lengthens the clock on
 * the wall, and not this.
 */

/** The processor time that this thread has taken so far, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const TURN_MS = 5;

/**
 * Something done, and what this thread worked meanwhile from turn to turn, in milliseconds: no turn let others in before its
 * end. By the clock on the wall (`performance.now`), a turn is longer by up to TURN_MS of waiting.
 */
export async function inTurns<T>(
  work: () => Promise<T>,
  clock = processorMs,
): Promise<{ readonly outcome: T; readonly turnsMs: readonly number[] }> {
  const turnsMs: number[] = [];
  let before = clock();
  const turn = (): void => {
    const now = clock();
    turnsMs.push(now - before);
    before = now;
  };
  const timer = setInterval(turn, TURN_MS);
  try {
    return { outcome: await work(), turnsMs };
  } finally {
    clearInterval(timer);
    turn();
  }
}

/** The value that this share of them does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0;
