import type { SourceOutcome } from "../events.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** The last so many times of a source are kept. */
const TIMES = 64;
/** More sources are not told apart: 333, and some of one's own. */
const MOST_SOURCES = 1_000;
/** Characters of a failure's sentence. */
const MOST_SAID = 300;

/** What a source said to the question is an answer, also where it says that there is nothing. */
const ANSWERED: ReadonlySet<SourceOutcome["status"]> = new Set(["ok", "empty", "not-found", "bad-query"]);
/** The source was not asked at all. */
const UNASKED: ReadonlySet<SourceOutcome["status"]> = new Set(["missing-key", "stopping"]);

interface LastFailure {
  readonly code: string;
  readonly error: string;
  /** ISO 8601. */
  readonly at: string;
}

/** How a source fared in the last 24 hours. */
export interface SourceDay {
  readonly asked: number;
  readonly answered: number;
  /** Milliseconds of the last 64 answers within the 24 hours: the median and the 95th percentile (nearest rank). */
  readonly p50_ms?: number | undefined;
  readonly p95_ms?: number | undefined;
  /** The last failure within the 24 hours. */
  readonly lastFailure?: LastFailure | undefined;
  /** By hour, the oldest first, the present one last. */
  readonly by_hour: readonly { readonly answered: number; readonly failed: number }[];
}

interface Kept {
  /** The hour, counted from 1970, that a place of the ring is of. */
  readonly hours: Uint32Array;
  readonly answered: Uint32Array;
  readonly failed: Uint32Array;
  readonly times: Float32Array;
  readonly ends: Float64Array;
  timed: number;
  lastFailure: LastFailure | undefined;
}

export interface SourceDays {
  add(outcome: SourceOutcome): void;
  /** Every source that was asked within the last 24 hours. */
  read(): ReadonlyMap<string, SourceDay>;
}

/** Counts by source and hour in rings of a fixed size: some 1.5 kB a source, 1.5 MB at most. */
export function createSourceDays(now: () => number = Date.now): SourceDays {
  const sources = new Map<string, Kept>();

  function keptOf(id: string): Kept | undefined {
    const known = sources.get(id);
    if (known || sources.size >= MOST_SOURCES) return known;
    const made: Kept = {
      hours: new Uint32Array(HOURS),
      answered: new Uint32Array(HOURS),
      failed: new Uint32Array(HOURS),
      times: new Float32Array(TIMES),
      ends: new Float64Array(TIMES),
      timed: 0,
      lastFailure: undefined,
    };
    sources.set(id, made);
    return made;
  }

  return {
    add({ id, status, time_ms, error = "" }) {
      if (UNASKED.has(status)) return;
      const kept = keptOf(id);
      if (!kept) return;
      const hour = Math.floor(now() / HOUR_MS);
      const place = hour % HOURS;
      if (kept.hours[place] !== hour) {
        kept.hours[place] = hour;
        kept.answered[place] = 0;
        kept.failed[place] = 0;
      }
      const counts = ANSWERED.has(status) ? kept.answered : kept.failed;
      counts[place] = (counts[place] ?? 0) + 1;
      if (!ANSWERED.has(status)) {
        const said = error.slice(0, MOST_SAID);
        kept.lastFailure = { code: status, error: said, at: new Date(now()).toISOString() };
        return;
      }
      kept.times[kept.timed % TIMES] = time_ms;
      kept.ends[kept.timed % TIMES] = now();
      kept.timed += 1;
    },
    read() {
      const present = Math.floor(now() / HOUR_MS);
      const days = [...sources].map(([id, kept]) => [id, dayOf(kept, present, now())] as const);
      return new Map(days.filter(([, { asked }]) => asked > 0));
    },
  };
}

function dayOf(kept: Kept, present: number, at: number): SourceDay {
  const by_hour = Array.from({ length: HOURS }, (_, index) => {
    const hour = present - HOURS + 1 + index;
    const place = hour % HOURS;
    if (kept.hours[place] !== hour) return { answered: 0, failed: 0 };
    return { answered: kept.answered[place] ?? 0, failed: kept.failed[place] ?? 0 };
  });
  const sum = (name: "answered" | "failed"): number => by_hour.reduce((total, hour) => total + hour[name], 0);
  const since = at - HOURS * HOUR_MS;
  const times = [...kept.times.subarray(0, kept.timed)]
    .filter((_, index) => (kept.ends[index] ?? 0) > since)
    .toSorted((a, b) => a - b);
  const rank = (share: number): number | undefined => times[Math.ceil(times.length * share) - 1];
  return {
    asked: sum("answered") + sum("failed"),
    answered: sum("answered"),
    p50_ms: rank(0.5),
    p95_ms: rank(0.95),
    lastFailure: kept.lastFailure && Date.parse(kept.lastFailure.at) > since ? kept.lastFailure : undefined,
    by_hour,
  };
}
