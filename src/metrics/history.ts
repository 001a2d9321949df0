import { ignoreElements, type Observable, type SchedulerLike, tap } from "rxjs";
import { loopLag } from "../admission/loop-lag.ts";
import type { SourceOutcome } from "../events.ts";
import type { Upstream } from "../upstream/types.ts";
import { createRings, type Point, type Range } from "./rings.ts";
import { sampling } from "./sampling.ts";
import { createSourceDays, type SourceDay } from "./source-days.ts";

/** How the service and its sources fared, in memory of a fixed size. */
export interface History {
  /** An operation was answered; `failed`: for a reason that is not the asker's. */
  operation(failed: boolean): void;
  source(outcome: SourceOutcome): void;
  /** Samples the service for as long as it is subscribed; emits nothing. */
  sampled(jobs$: Observable<number | undefined>, scheduler?: SchedulerLike): Observable<never>;
  read(range: Range): readonly Point[];
  sources(): ReadonlyMap<string, SourceDay>;
}

export function createHistory({ cache, stats }: Pick<Upstream, "cache" | "stats">): History {
  const rings = createRings();
  const days = createSourceDays();
  let [requests, errors] = [0, 0];
  return {
    operation(failed) {
      requests += 1;
      if (failed) errors += 1;
    },
    source: days.add,
    sampled: (jobs$, scheduler) =>
      sampling(
        {
          totals: () => {
            const { hits, misses } = cache.stats();
            return { requests, errors, hits, misses };
          },
          memory: () => process.memoryUsage(),
          sockets: () => stats().sockets.connected,
          jobs$,
          lag$: loopLag(scheduler),
        },
        scheduler,
      ).pipe(
        tap(({ at, figures }) => rings.add(at, figures)),
        ignoreElements(),
      ),
    read: rings.read,
    sources: days.read,
  };
}
