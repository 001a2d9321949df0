/** How long something took, each time: a histogram of fixed size. */
export interface DurationCounts {
  /** How many took so many seconds at most, the shortest first. */
  readonly buckets: readonly { readonly atMost: number; readonly count: number }[];
  readonly count: number;
  /** Seconds of all together. */
  readonly sum: number;
}

export interface Durations {
  add(seconds: number): void;
  read(): DurationCounts;
}

const SECONDS = [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createDurations(): Durations {
  const counts = SECONDS.map(() => 0);
  let [count, sum] = [0, 0];
  return {
    add(seconds) {
      count += 1;
      sum += seconds;
      const first = SECONDS.findIndex((atMost) => seconds <= atMost);
      if (first >= 0) counts[first] = (counts[first] ?? 0) + 1;
    },
    read() {
      let below = 0;
      const buckets = SECONDS.map((atMost, index) => {
        below += counts[index] ?? 0;
        return { atMost, count: below };
      });
      return { buckets, count, sum };
    },
  };
}
