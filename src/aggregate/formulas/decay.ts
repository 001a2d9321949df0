const DAY_MS = 86_400_000;

/** Days after which an item is worth half. */
const HALF_LIFE = 7;

/** What people made of an item. */
export interface Attention {
  readonly points?: number | undefined;
  readonly comments?: number | undefined;
}

/**
 * What an item is worth by its attention and age: log10(1 + points + 2 · comments) × 2^(−days / 7). The logarithm of the votes
 * and a loss by age as in the rankings of Reddit and Hacker News (Salihefendic, “How Reddit ranking algorithms work”, 2010),
 * with an exponential half-life in the stead of their constants. Votes below none count as none, the future as now.
 */
export function decayedScore({ points = 0, comments = 0 }: Attention, published: number, now: number): number {
  const attention = Math.log10(1 + Math.max(0, points + 2 * comments));
  return attention * 2 ** (-Math.max(0, now - published) / DAY_MS / HALF_LIFE);
}

/** Which way a subject goes. */
type Direction = "rising" | "steady" | "falling";

export interface Momentum {
  /** 1: as much as before. */
  readonly value: number;
  readonly direction: Direction;
  /** Items of the last 28 days. */
  readonly n: number;
}

/** Items of 28 days from which something can be said. */
const FEWEST = 5;
const RISING = 1.5;
const FALLING = 0.67;

/** How many of these instants lie in the days before now, from so many days ago on. */
export const countSince = (instants: readonly number[], days: number, now: number): number =>
  instants.filter((instant) => instant <= now && instant > now - days * DAY_MS).length;

/**
 * Items of the last week beside those of a week of the three before: (n₇ + 1) / (n₂₁ / 3 + 1), each plus one (Laplace), so that
 * few items do not leap. Undefined below five items in 28 days.
 */
export function momentum(instants: readonly number[], now: number): Momentum | undefined {
  const all = countSince(instants, 28, now);
  if (all < FEWEST) return undefined;
  const week = countSince(instants, 7, now);
  const value = (week + 1) / ((all - week) / 3 + 1);
  return { value, direction: value >= RISING ? "rising" : value <= FALLING ? "falling" : "steady", n: all };
}
