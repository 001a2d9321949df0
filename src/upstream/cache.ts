import { catchError, defer, isObservable, mergeMap, type Observable, of, ReplaySubject, share, throwError } from "rxjs";
import { type ErrorKind, toSourceError } from "../errors.ts";
import { relay } from "../relay.ts";
import type { CacheEntry, CacheStore } from "./cache-store.ts";
import type { CacheCounts } from "./stats.ts";
import type { CachePolicy, ResultCache } from "./types.ts";

/** A value past its time still covers a failure of its upstream for a day. */
export const STALE_MS = 86_400_000;

/** By so much the clocks of several machines may differ. */
const SKEW_MS = 60_000;

/** Failures that say nothing about what was asked for, so that an older value is the better answer. */
const COVERED: ReadonlySet<ErrorKind> = new Set([
  "blocked",
  "rate-limited",
  "busy",
  "unreachable",
  "timeout",
  "changed",
  "too-large",
  "unsupported-type",
]);

/**
 * Results over a store, with single flight: subscribers that ask for the same key at the same time share one
 * subscription of the upstream, which is cancelled when the last of them leaves. `refresh` joins only other refreshes, and
 * its failure is its answer; a flight of a merged search is joined by such alone, for its deadlines are shorter.
 *
 *     value$:  ----v|
 *     first:   ^---v|
 *     second:    ^-v|       (joins)
 *     third:        ^v|     (fresh value, no upstream)
 */
export function createCache(store: CacheStore, now: () => number = Date.now): ResultCache {
  // A flight carries JSON-serialisable values only; who joins it asked for the same key, hence for the same type. A map that
  // keeps changing leaves tables behind which outlive what they name: what a flight is made of must not hang on them.
  const flights = new Map<string, { value$: Observable<unknown> | undefined }>();
  const kinds = new Map<string, CacheCounts>();
  const count = (key: string, what: keyof CacheCounts): void => {
    const kind = kindOf(key);
    const counts = kinds.get(kind) ?? { hit: 0, joined: 0, stale: 0, miss: 0 };
    counts[what] += 1;
    kinds.set(kind, counts);
  };
  const sum = (...of: readonly (keyof CacheCounts)[]): number =>
    [...kinds.values()].reduce((total, counts) => of.reduce((part, what) => part + counts[what], total), 0);

  function flight<T>({ key, ttlMs, refresh, merged }: CachePolicy, value$: Observable<T>): Observable<T> {
    const name = `${refresh ? "refresh" : "plain"} ${merged ? "merged" : "single"} ${key}`;
    const joined = flights.get(name)?.value$;
    if (joined) {
      count(key, "joined");
      return joined as Observable<T>;
    }
    const started: { value$: Observable<T> | undefined } = { value$: undefined };
    count(key, "miss");
    const shared$ = value$.pipe(
      relay<T, T>((values) => {
        values.add(() => {
          started.value$ = undefined;
          if (flights.get(name) === started) flights.delete(name);
        });
        return {
          next(value) {
            const text = JSON.stringify(value);
            if (text !== undefined && ttlMs > 0) store.set(key, { text, at: now(), ttlMs }, ttlMs + STALE_MS);
            values.next(value);
          },
        };
      }),
      share({ connector: () => new ReplaySubject<T>(1), resetOnComplete: false, resetOnError: false }),
    );
    started.value$ = shared$;
    flights.set(name, started);
    return shared$;
  }

  /** What comes from later than now was written before the clock was set back: nobody knows how old it is. */
  const ageOf = ({ at }: CacheEntry): number => (at - now() > SKEW_MS ? STALE_MS : Math.max(0, now() - at));
  const covers = (entry: CacheEntry, error: unknown): boolean =>
    ageOf(entry) <= entry.ttlMs + STALE_MS && COVERED.has(toSourceError(error).kind);
  const isFresh = (entry: CacheEntry, maxAgeMs = entry.ttlMs): boolean =>
    ageOf(entry) < Math.min(entry.ttlMs, maxAgeMs);

  return {
    through: <T>(policy: CachePolicy, value$: Observable<T>): Observable<T> =>
      defer(() => {
        const entry = store.get(policy.key);
        return isObservable(entry) ? entry.pipe(mergeMap(answer)) : answer(entry);

        function answer(entry: CacheEntry | undefined): Observable<T> {
          const held = entry && readable<T>(entry);
          if (held && !policy.refresh && isFresh(held.entry, policy.maxAgeMs)) {
            count(policy.key, "hit");
            policy.onHit?.(ageOf(held.entry));
            return of(held.value);
          }
          const flight$ = flight(policy, value$);
          if (!held || policy.refresh || policy.uncovered) return flight$;
          return flight$.pipe(
            catchError((error) => {
              if (!covers(held.entry, error)) return throwError(() => error);
              count(policy.key, "stale");
              policy.onStale?.(error, ageOf(held.entry));
              return of(held.value);
            }),
          );
        }
      }),
    stats: () => ({ ...store.stats(), hits: sum("hit", "joined"), misses: sum("miss"), kinds }),
  };
}

/** Keys begin with the category of their source. */
const kindOf = (key: string): string => /^[a-z][a-z_-]{0,30}(?=[/ ])/.exec(key)?.[0] ?? "other";

interface Held<T> {
  readonly entry: CacheEntry;
  readonly value: T;
}

/**
 * What was written under a key is what is read under it: the key names the source, and with it the type. What cannot be
 * read any more is absent.
 */
function readable<T>(entry: CacheEntry): Held<T> | undefined {
  try {
    return { entry, value: JSON.parse(entry.text) as T };
  } catch {
    return undefined;
  }
}
