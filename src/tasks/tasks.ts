import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  of,
  retry,
  Subject,
  type Subscription,
  takeUntil,
  tap,
  timer,
} from "rxjs";
import { toSourceError } from "../errors.ts";
import { placed } from "../pipelines/crawl/discovery.ts";
import { type Arrival, explore } from "../pipelines/crawl/frontier.ts";
import { crawlOptions } from "../pipelines/crawl/options.ts";
import type { VisitDeps } from "../pipelines/crawl/visitor.ts";
import { parseUrl } from "../sources/kit/ask/query.ts";
import { type Crawling, crawlingOf } from "./crawling.ts";
import { placeOf, storeFrontier, type TaskEntry, type TaskVisit } from "./frontier.ts";
import { heartbeat } from "./heartbeat.ts";
import { ORDER_VERSION, type State, type TaskRow } from "./order.ts";
import { sqliteStore } from "./sqlite/client.ts";
import type { TaskStore } from "./store.ts";

export interface TasksOptions extends VisitDeps {
  /** Where `tasks.sqlite` is; without it tasks live as long as the process. */
  readonly dataDir: string | undefined;
  /** Visits under way at once in this process. */
  readonly visits: number;
  /** Milliseconds that an ended task is kept. */
  readonly keepMs: number;
  /** Open tasks of one owner at most. */
  readonly maxOpen: number;
  /** Told of what keeps the engine from working; it tries again. */
  readonly onBroken: (error: unknown) => void;
}

/** Crawls that outlive the request that ordered them, and the process. */
export interface Tasks {
  /** Takes an order; `undefined` where its owner has too many open. Fails with `bad-query` where the address is none. */
  order(owner: string, url: string, options: Readonly<Record<string, unknown>>): Observable<TaskRow | undefined>;
  find(owner: string, id: string): Observable<TaskRow | undefined>;
  list(owner: string, state: State | undefined, before: number, most: number): Observable<readonly TaskRow[]>;
  /** Ends an open task; what is under way is left at once. */
  cancel(id: string): Observable<void>;
  forget(id: string): Observable<void>;
  documents(id: string, from: number, most: number): Observable<readonly string[]>;
  notes(id: string, from: number, most: number): Observable<readonly string[]>;
  /** Goes on with what a former process left, where there is a store. */
  resume(): void;
  /** Gives back what is under way, and closes the store. */
  close(): Observable<void>;
}

/** Visits of one task at one host under way at once. */
const PER_HOST = 12;
/** Other processes may have added something. */
const LOOK_MS = 1_000;
const AGAIN_MS = 5_000;
const CONTEXTS = 2_000;
/** An order that names no `timeout` has a day. */
const DAY_MS = 86_400_000;

/** Opens nothing before the first order. */
export function createTasks(options: TasksOptions): Tasks {
  const { dataDir, visits, keepMs, maxOpen, onBroken } = options;
  const wake$ = new Subject<void>();
  const over$ = new Subject<string>();
  const contexts = new LRUCache<string, Crawling>({ max: CONTEXTS });
  let opened: TaskStore | undefined;
  let working: Subscription | undefined;
  const store = (): TaskStore => {
    opened ??= sqliteStore(dataDir);
    return opened;
  };

  function visit(tasks: TaskStore, entry: TaskEntry): Observable<Arrival<TaskEntry, TaskVisit>> {
    const known = contexts.get(entry.task);
    const crawling$ = known
      ? of(known)
      : tasks.byId(entry.task).pipe(
          filter((row) => row !== undefined),
          map((row) => {
            const crawling = contexts.get(entry.task) ?? crawlingOf(row, tasks, options);
            contexts.set(entry.task, crawling);
            return crawling;
          }),
        );
    return crawling$.pipe(
      concatMap((crawling) => crawling.visit(entry)),
      // What a crawl fails with as a whole: its first address may not be reached, or its order cannot be read.
      catchError((thrown: unknown) =>
        tasks.end(entry.task, "failed", toSourceError(thrown).message).pipe(ignoreElements()),
      ),
      takeUntil(over$.pipe(filter((id) => id === entry.task))),
    );
  }

  const work$ = defer(() => {
    const tasks = store();
    const self = { id: randomUUID(), machine: hostname(), pid: process.pid };
    const frontier = storeFrontier(tasks, {
      process: self.id,
      perHost: PER_HOST,
      wake$: merge(wake$, interval(LOOK_MS).pipe(map(() => undefined))),
      onKept: (task, found) => contexts.get(task)?.known(found.map(({ key }) => key)),
    });
    return merge(
      heartbeat(tasks, self, { keepMs, isAlive }).pipe(tap((id) => over$.next(id))),
      explore(frontier, { concurrency: visits, visit: (entry) => visit(tasks, entry) }),
    ).pipe(finalize(() => tasks.leave(self.id).subscribe({ error: () => undefined })));
  }).pipe(
    retry({
      delay: (error) => {
        onBroken(error);
        return timer(AGAIN_MS);
      },
    }),
  );

  function start(): void {
    working ??= work$.subscribe();
  }

  return {
    order: (owner, url, given) =>
      defer(() => {
        const read = crawlOptions.parse(given);
        const address = parseUrl(url.trim());
        address.hash = "";
        const id = randomUUID();
        const deadlineAt = Date.now() + (given["timeout"] === undefined ? DAY_MS : read.timeout * 1000);
        start();
        return store()
          .order({
            id,
            owner,
            order: { v: ORDER_VERSION, kind: "crawl", url, options: { ...given } },
            deadlineAt,
            limit: read.limit,
            maxBreadth: read.max_breadth ?? null,
            seed: placeOf(placed(address, 0)),
            maxOpen,
          })
          .pipe(
            tap(() => wake$.next()),
            concatMap((taken) => (taken ? store().byId(id) : of(undefined))),
          );
      }),
    find: (owner, id) => (isThere() ? store().find(owner, id) : of(undefined)),
    list: (owner, state, before, most) => (isThere() ? store().list(owner, state ?? null, before, most) : of([])),
    cancel: (id) =>
      store()
        .end(id, "cancelled", null)
        .pipe(tap(() => over$.next(id))),
    forget: (id) => store().forget(id),
    documents: (id, from, most) => store().documents(id, from, most),
    notes: (id, from, most) => store().notes(id, from, most),
    resume() {
      if (isThere()) start();
    },
    close: () =>
      defer(() => {
        working?.unsubscribe();
        if (!opened) return of(undefined);
        const closing = opened;
        // Asked after the claims were given back: the store answers in turn.
        return closing.pids("").pipe(
          map(() => undefined),
          catchError(() => EMPTY),
          finalize(() => closing.close()),
        );
      }),
  };

  function isThere(): boolean {
    return opened !== undefined || (dataDir !== undefined && existsSync(join(dataDir, "tasks.sqlite")));
  }
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
