/** What is told of one moment of the service; what is unknown is absent. */
export interface Figures {
  readonly requests_per_s?: number | undefined;
  readonly errors_per_s?: number | undefined;
  readonly cache_hits_per_s?: number | undefined;
  readonly cache_misses_per_s?: number | undefined;
  readonly memory_bytes?: number | undefined;
  readonly heap_bytes?: number | undefined;
  readonly event_loop_delay_ms?: number | undefined;
  readonly sockets?: number | undefined;
  readonly jobs?: number | undefined;
}

type Name = keyof Figures;

const NAMES = [
  "requests_per_s",
  "errors_per_s",
  "cache_hits_per_s",
  "cache_misses_per_s",
  "memory_bytes",
  "heap_bytes",
  "event_loop_delay_ms",
  "sockets",
  "jobs",
] as const satisfies readonly Name[];

/** Of a longer span the worst is told, not the mean. */
const WORST: ReadonlySet<Name> = new Set(["event_loop_delay_ms"]);

/** Milliseconds between two samples. */
export const SAMPLE_MS = 5_000;

/** How far back is told, and how finely. */
export const RANGES = {
  "15m": { samples: 1, points: 180 },
  "1h": { samples: 4, points: 180 },
  "24h": { samples: 60, points: 288 },
} as const;

export type Range = keyof typeof RANGES;

/** A moment with its figures. */
export interface Point extends Figures {
  /** ISO 8601: the end of the span that the figures are of. */
  readonly at: string;
}

/** The figures of the past, in memory that never grows. */
export interface Rings {
  add(at: number, figures: Figures): void;
  /** The oldest first; what was before the start is not there. */
  read(range: Range): readonly Point[];
  readonly bytes: number;
}

/** Rings of a fixed size for every range: together some 50 kB. */
export function createRings(): Rings {
  const rings = new Map(Object.entries(RANGES).map(([range, shape]) => [range, createRing(shape)]));
  return {
    add(at, figures) {
      for (const ring of rings.values()) ring.add(at, figures);
    },
    read: (range) => rings.get(range)?.read() ?? [],
    bytes: [...rings.values()].reduce((sum, ring) => sum + ring.bytes, 0),
  };
}

function createRing({ samples, points }: { readonly samples: number; readonly points: number }) {
  const width = NAMES.length;
  const times = new Float64Array(points);
  const values = new Float64Array(points * width);
  const gathered: Figures[] = [];
  let written = 0;
  return {
    bytes: times.byteLength + values.byteLength,
    add(at: number, figures: Figures): void {
      gathered.push(figures);
      if (gathered.length < samples) return;
      const row = written % points;
      times[row] = at;
      for (const [column, name] of NAMES.entries()) values[row * width + column] = folded(name, gathered);
      gathered.length = 0;
      written += 1;
    },
    read(): readonly Point[] {
      const kept = Math.min(written, points);
      return Array.from({ length: kept }, (_, index) => {
        const row = (written - kept + index) % points;
        const figures = NAMES.flatMap((name, column) => {
          const value = values[row * width + column] ?? Number.NaN;
          return Number.isNaN(value) ? [] : [[name, value] as const];
        });
        return { at: new Date(times[row] ?? 0).toISOString(), ...Object.fromEntries(figures) };
      });
    },
  };
}

/** One value of several samples; NaN where none has it. */
function folded(name: Name, samples: readonly Figures[]): number {
  const known = samples.flatMap((figures) => figures[name] ?? []);
  if (known.length === 0) return Number.NaN;
  if (WORST.has(name)) return Math.max(...known);
  return Math.round((known.reduce((sum, value) => sum + value, 0) / known.length) * 100) / 100;
}
