import type { Latencies } from "./types.ts";

/** The last so many requests of a source count. */
const WINDOW = 32;
/** Fewer say nothing of a source's 95th percentile. */
const KNOWN_FROM = 5;
const FACTOR = 3;
const LEAST_MS = 1_500;
const MOST_MS = 6_000;
/** Where little is known. */
const UNKNOWN_MS = 3_500;

/**
 * Deadlines out of history: three times the 95th percentile (nearest rank) of a source's last 32 requests, between 1.5 and 6
 * seconds; before it has answered five times at least 3.5 seconds. A request that was cut off counts with its deadline, so that
 * a source that became slower gets more time, not less.
 */
export function createLatencies(): Latencies {
  const requests = new Map<string, number>();
  const windows = new Map<string, { readonly ms: number[]; next: number }>();
  return {
    observe(id, ms) {
      const window = windows.get(id) ?? { ms: [], next: 0 };
      windows.set(id, window);
      window.ms[window.next] = ms;
      window.next = (window.next + 1) % WINDOW;
    },
    deadlineMs(id) {
      const sorted = (windows.get(id)?.ms ?? []).toSorted((a, b) => a - b);
      const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
      const least = sorted.length < KNOWN_FROM ? UNKNOWN_MS : LEAST_MS;
      return Math.round(Math.min(Math.max(FACTOR * p95, least), MOST_MS));
    },
    asked: (id) => void requests.set(id, (requests.get(id) ?? 0) + 1),
    requests: () => requests,
  };
}
