import {
  concat,
  concatMap,
  defer,
  EMPTY,
  expand,
  from,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  takeWhile,
  tap,
  timer,
} from "rxjs";
import type { Process, TaskStore } from "./store.ts";

export interface HeartbeatOptions {
  readonly everyMs?: number;
  /** Milliseconds that an ended task is kept. */
  readonly keepMs: number;
  /** Whether a process of this machine runs. */
  readonly isAlive: (pid: number) => boolean;
  readonly now?: () => number;
  /** Told of claims that were given back. */
  readonly onReclaimed?: (claims: number) => void;
}

/** Well within the ten seconds after which a silent process counts as dead. */
const BEAT_MS = 1_000;
/** Claims given back in one step. */
const SLICE = 100;

/**
 * Says at once and then again and again that a process lives, gives back what dead ones held, and ends and deletes what is
 * past its time. Emits the ids of tasks that are over and of which the process still holds claims.
 *
 *     beats:  b---b---b
 *     over:   ----t----        another process cancelled t
 *
 * Fails as the store fails.
 */
export function heartbeat(
  store: Pick<TaskStore, "beat" | "pids" | "reclaim" | "sweep">,
  self: Process,
  { everyMs = BEAT_MS, keepMs, isAlive, now = Date.now, onReclaimed }: HeartbeatOptions,
): Observable<string> {
  const reclaimed$ = reclaiming(store, self, isAlive, onReclaimed);
  const beat$ = defer(() =>
    concat(
      store.beat(self).pipe(concatMap((over) => from(over))),
      reclaimed$,
      defer(() => store.sweep(now() - keepMs)).pipe(ignoreElements()),
    ),
  );
  return timer(0, everyMs).pipe(concatMap(() => beat$));
}

/** Gives back what dead processes held. Completes when nothing is left to give back. */
export const reclaiming = (
  store: Pick<TaskStore, "pids" | "reclaim">,
  self: Process,
  isAlive: HeartbeatOptions["isAlive"],
  onReclaimed: (claims: number) => void = () => undefined,
): Observable<never> =>
  store.pids(self.machine).pipe(
    map((pids) => pids.filter(isAlive)),
    mergeMap((alive) => {
      const slice$ = store.reclaim(self, alive, SLICE);
      return slice$.pipe(
        expand((given) => (given >= SLICE ? slice$ : EMPTY)),
        takeWhile((given) => given > 0),
        tap(onReclaimed),
      );
    }),
    ignoreElements(),
  );
