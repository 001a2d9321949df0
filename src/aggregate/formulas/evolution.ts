import { mean } from "./shares.ts";

/** A mention at a moment (milliseconds since 1970), and its polarity where it was scored. */
export interface TimedMention {
  readonly at: number;
  readonly compound?: number;
}

export type Bucket = "hour" | "day" | "week";

export interface Point {
  /** When the bucket begins, in UTC; weeks begin on Monday. */
  readonly start: string;
  readonly mentions: number;
  /** Scored mentions. */
  readonly n: number;
  /** Their mean; absent where none was scored. */
  readonly score?: number;
}

export interface Change {
  readonly direction: "improving" | "stable" | "worsening";
  /** The last third's mean less the first third's. */
  readonly change: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LENGTH: Readonly<Record<Bucket, number>> = { hour: HOUR, day: DAY, week: 7 * DAY };

/** 1970 began on a Thursday: Mondays lie four days after whole weeks. */
const OFFSET: Readonly<Record<Bucket, number>> = { hour: 0, day: 0, week: 4 * DAY };

/** A third of fewer scored mentions says nothing. */
const ENOUGH = 5;
const CLEAR = 0.1;

const startOf = (at: number, bucket: Bucket): number =>
  Math.floor((at - OFFSET[bucket]) / LENGTH[bucket]) * LENGTH[bucket] + OFFSET[bucket];

/** Mentions from one moment to another by hour, day or week, empty buckets too. */
export function pointsOf(
  mentions: readonly TimedMention[],
  bucket: Bucket,
  from: number,
  to: number,
): readonly Point[] {
  const groups = Map.groupBy(mentions, ({ at }) => startOf(at, bucket));
  const points: Point[] = [];
  for (let start = startOf(from, bucket); start <= to; start += LENGTH[bucket]) {
    const own = groups.get(start) ?? [];
    const scores = own.flatMap(({ compound }) => compound ?? []);
    const score = mean(scores);
    points.push({
      start: new Date(start).toISOString(),
      mentions: own.length,
      n: scores.length,
      ...(score !== undefined && { score }),
    });
  }
  return points;
}

/**
 * Whether the mood of the last third of a time differs by more than 0.1 from that of its first third; undefined where one of
 * the two has fewer than five scored mentions.
 */
export function changeOf(mentions: readonly TimedMention[], from: number, to: number): Change | undefined {
  const third = (to - from) / 3;
  const scores = (begin: number, end: number) =>
    mentions.flatMap(({ at, compound }) => (at >= begin && at <= end ? (compound ?? []) : []));
  const [first, last] = [scores(from, from + third), scores(to - third, to)];
  const [before, after] = [mean(first), mean(last)];
  if (before === undefined || after === undefined || Math.min(first.length, last.length) < ENOUGH) return undefined;
  const change = after - before;
  return { direction: change > CLEAR ? "improving" : change < -CLEAR ? "worsening" : "stable", change };
}
