import { catchError, concat, count, defer, from, map, mergeMap, type Observable, of, take, tap, timeout } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { type RunEnv, runSource } from "../sources/run.ts";
import type { Runnable } from "../sources/source.ts";

/** What one source came to when it was asked its own example. */
export interface Diagnosis {
  readonly id: string;
  readonly category: string;
  readonly status: "ok" | "empty" | SourceError["kind"];
  readonly items: number;
  readonly time_ms: number;
  readonly error?: string;
}

/** A source with its own example. */
type Probed = Runnable & { readonly query: { readonly example: string } };

/** Probes under way at once; each source keeps its own politeness besides. */
const CONCURRENCY = 8;
const PROBE_MS = 30_000;
/** A probe is no harvest: so many items are proof enough. */
const ENOUGH_ITEMS = 5;

/** Milliseconds within which so many sources are asked, whatever they do. */
export const doctorMs = (sources: number): number => (Math.ceil(sources / CONCURRENCY) + 1) * PROBE_MS;

/**
 * Asks every source its own example, live, one page, past the cache: diagnoses in the order in which they are made.
 *
 *     sources:   abc|
 *     diagnoses: --b--a----c|
 */
export const diagnose = (sources: readonly Probed[], env: RunEnv): Observable<Diagnosis> =>
  from(sources).pipe(mergeMap((source) => probe(source, env), CONCURRENCY));

function probe(source: Probed, env: RunEnv): Observable<Diagnosis> {
  return defer(() => {
    const started = performance.now();
    const seen = (status: Diagnosis["status"], items: number, error?: string): Diagnosis => ({
      id: source.id,
      category: source.category,
      status,
      items,
      time_ms: Math.round(performance.now() - started),
      ...(error !== undefined && { error }),
    });
    const ask = { q: source.query.example, pagecount: 1, noCache: true, options: {}, probe: true };
    return runSource(source, ask, env).pipe(
      take(ENOUGH_ITEMS),
      count(),
      timeout({
        first: PROBE_MS,
        with: () => {
          throw new SourceError("timeout", `no end within ${PROBE_MS / 1000} s`);
        },
      }),
      map((items) => seen(items > 0 ? "ok" : "empty", items)),
      catchError((error) => {
        const failure = toSourceError(error);
        return of(seen(failure.kind, 0, failure.message));
      }),
    );
  });
}

export interface DoctorResponse {
  readonly success: true;
  /** In the order in which they were asked. */
  readonly items: readonly Diagnosis[];
  /** How many came to what. */
  readonly counts: Readonly<Record<string, number>>;
  readonly time_ms: number;
}

/**
 * The same as events: how many are asked, then each source as it is done, then all.
 *
 *     sources: abc|
 *     events:  n--b--a----(cD)|
 */
export const doctor = (sources: readonly Probed[], env: RunEnv): Observable<StreamEvent<DoctorResponse>> =>
  defer(() => {
    const started = performance.now();
    const made = new Map<string, Diagnosis>();
    return concat(
      of<StreamEvent<DoctorResponse>>({ event: "section", data: { name: "asked", value: sources.length } }),
      diagnose(sources, env).pipe(
        tap((one) => made.set(one.id, one)),
        map(({ category: _, ...data }): StreamEvent<DoctorResponse> => ({ event: "source", data })),
      ),
      defer(() => {
        const all = sources.flatMap(({ id }) => made.get(id) ?? []);
        const counts = Map.groupBy(all, ({ status }) => status);
        return of<StreamEvent<DoctorResponse>>({
          event: "done",
          data: {
            success: true,
            items: all,
            counts: Object.fromEntries([...counts].map(([status, some]) => [status, some.length])),
            time_ms: Math.round(performance.now() - started),
          },
        });
      }),
    );
  });
