import { LRUCache } from "lru-cache";
import {
  catchError,
  concat,
  concatMap,
  defer,
  exhaustMap,
  filter,
  finalize,
  from,
  ignoreElements,
  interval,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  retry,
  type Subject,
  takeUntil,
  tap,
  timer,
} from "rxjs";
import { toSourceError } from "../errors.ts";
import { type Arrival, explore } from "../pipelines/crawl/frontier.ts";
import { AGENT, sharedRobotsReader } from "../pipelines/crawl/robots.ts";
import { HOST_CONCURRENCY } from "../pipelines/crawl/visitor.ts";
import { traced } from "../tracing/traced.ts";
import { countedSettling, createTaskCounts, type TaskCounting } from "./counts.ts";
import { type Crawling, type CrawlingDeps, crawlingOf } from "./crawling.ts";
import { type DeliveringDeps, delivering } from "./delivering.ts";
import { storeFrontier, type TaskEntry } from "./frontier.ts";
import { heartbeat, reclaiming } from "./heartbeat.ts";
import { machineName } from "./machine.ts";
import type { Place } from "./placing.ts";
import { runDue } from "./schedule.ts";
import type { ClaimedItem, Item, Pool, StoredOutcome, TaskStore } from "./store.ts";

export interface EngineOptions extends CrawlingDeps {
  /** Visits under way at once in this process. */
  readonly visits: number;
  /** Whole units under way at once in this process. */
  readonly units: number;
  /** Milliseconds that an ended task is kept. */
  readonly keepMs: number;
  /** Told of what keeps the engine from working; it tries again. */
  readonly onBroken: (error: unknown) => void;
  readonly webhooks: Omit<DeliveringDeps, "upstream">;
  /** Counts what is done. */
  readonly counting?: TaskCounting;
}

/** Of a store, what the engine asks. */
export type EngineStore = Omit<
  TaskStore,
  | "order"
  | "append"
  | "find"
  | "list"
  | "pause"
  | "resume"
  | "stats"
  | "close"
  | "addItem"
  | "replaceItem"
  | "removeItem"
  | "findItem"
  | "listItems"
>;

export interface EngineSignals {
  /** There may be something to do. */
  readonly wake$: Observable<void>;
  /** Tasks that were ended here. */
  readonly over$: Subject<string>;
  /** Takes the orders of schedules. */
  readonly place: Place;
}

/**
 * Visits of one task at one host under way at once: those that its pace lets ask, as many that are read, and as many that the
 * store is asked about.
 */
const PER_HOST = 3 * HOST_CONCURRENCY;
/** Other processes may have added something. */
const LOOK_MS = 1_000;
const AGAIN_MS = 5_000;
const CONTEXTS = 2_000;
/** Webhooks, or schedules, that are taken up at once. */
const MOST_ITEMS = 50;

/**
 * Works on the tasks of a store, as the process `id`, until it is unsubscribed: then its claims are given back. Fails
 * never: what fails is told, and begun again.
 */
export function work(
  store: EngineStore,
  id: string,
  { wake$, over$, place }: EngineSignals,
  options: EngineOptions,
): Observable<never> {
  const contexts = new LRUCache<string, Crawling>({ max: CONTEXTS });
  const { counting = createTaskCounts() } = options;
  const self = { id, machine: machineName(), pid: process.pid };
  const robots = options.robots ?? sharedRobotsReader(options.upstream, AGENT, store.robots);
  const deps = { ...options, robots };

  function visit(entry: TaskEntry): Observable<Arrival<TaskEntry, StoredOutcome>> {
    const known = contexts.get(entry.task);
    const crawling$ = known
      ? of(known)
      : store.byId(entry.task).pipe(
          filter((row) => row !== undefined),
          map((row) => {
            const crawling = contexts.get(entry.task) ?? crawlingOf(row, store, deps);
            contexts.set(entry.task, crawling);
            return crawling;
          }),
        );
    return crawling$.pipe(
      concatMap((crawling) => crawling.visit(entry)),
      // What a crawl fails with as a whole: its first address may not be reached, or its order cannot be read.
      catchError((thrown: unknown) =>
        store.end(entry.task, "failed", toSourceError(thrown).message).pipe(ignoreElements()),
      ),
      takeUntil(over$.pipe(filter((ended) => ended === entry.task))),
      // Whoever ordered it has been answered long since: a trace of its own.
      traced("task visit", ({ nowhere, tellsQueries }) => ({
        kind: "consumer",
        parent: nowhere,
        attributes: { "tributary.task": entry.task, "url.full": tellsQueries ? entry.url : undefined },
      })),
    );
  }

  const pool = (name: Pool, concurrency: number): Observable<unknown> => {
    const { take, release } = store;
    const counted = { take, release, settle: countedSettling(store.settle, name, counting) };
    const frontier = storeFrontier(counted, {
      process: id,
      pool: name,
      perHost: PER_HOST,
      wake$: merge(wake$, store.wake$, interval(LOOK_MS).pipe(map(() => undefined))),
      onKept: (task, found) => contexts.get(task)?.known(found.map(({ key }) => key)),
    });
    return explore(frontier, { concurrency, visit });
  };

  const look$ = merge(wake$, interval(LOOK_MS));
  const items = (queue: Item["queue"], run: (item: ClaimedItem) => Observable<never>): Observable<never> =>
    look$.pipe(
      exhaustMap(() => store.takeItems(queue, id, MOST_ITEMS)),
      mergeMap((taken) => from(taken)),
      mergeMap(run),
    );
  const working$ = [
    ...(options.visits > 0 ? [pool("visit", options.visits)] : []),
    ...(options.units > 0 ? [pool("unit", options.units)] : []),
    ...(options.visits > 0 || options.units > 0
      ? [
          items("webhook", (item) =>
            delivering(store, item, { ...options.webhooks, upstream: options.upstream }).pipe(
              traced("task webhook", ({ nowhere }) => ({ kind: "consumer", parent: nowhere })),
            ),
          ),
          items("schedule", (item) => runDue(store, item, place, counting.run)),
        ]
      : []),
  ];

  return defer(() =>
    concat(
      // What a dead process of this machine held comes before what waits, and its suspects before all.
      reclaiming(store, self, isAlive, counting.reclaim),
      merge(
        merge(
          heartbeat(store, self, { keepMs: options.keepMs, isAlive, onReclaimed: counting.reclaim }),
          store.over$,
        ).pipe(tap((ended) => over$.next(ended))),
        ...working$,
      ),
    ),
  ).pipe(
    // Asked after each claim was given back by itself; nobody waits for it where the store is gone.
    finalize(() => store.leave(id).subscribe({ error: () => undefined })),
    retry({
      delay: (error) => {
        options.onBroken(error);
        return timer(AGAIN_MS);
      },
    }),
    ignoreElements(),
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, as somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
