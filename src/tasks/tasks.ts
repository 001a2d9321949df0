/*
 * The interface of tasks for every face: REST, MCP, the CLI, the library, and the faces of other services.
 *
 *     create    tasks.order(owner, { order, urls?, timeoutS?, idempotencyKey?, webhook? })
 *                 order: { kind: "crawl", url, options, form? } · { kind: "scrape", form } with `urls` ·
 *                        { kind: "map" | "research" | …, request: { method, path, body? } }; `told` comes back with the task.
 *                 A `form` names pages of another making (`PageForm`, given as `forms` to `createTasks`).
 *               → { row, again } or { refused: "too-many" | "full" | "other-request" }
 *     more      tasks.append(id, urls): further addresses for a `scrape`
 *     status    tasks.find(owner, id) → TaskRow | undefined; tasks.list(…); readOrder(row.body) gives the order
 *     results   tasks.documents(id, from, most) → JSON texts 0…n−1 in the order in which they were kept
 *     errors    tasks.notes(id, from, most) → { body, at }: { url, error, code } · { url, disallowed } · { url, duplicate_of, depth }
 *     events    tasks.news(id, position) → what came after a position, once there is any: ask again with `news.position`
 *               tasks.events(id, position) → the same as one stream, to the task's end
 *     pause     tasks.pause(id), tasks.unpause(id)
 *     end       tasks.cancel(id), tasks.forget(id), tasks.untilOver(row)
 *
 * All answers are cold Observables that emit once, `events` but for it. Owners are `ownerOf(request, keys)`.
 */
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  catchError,
  concatMap,
  defer,
  EMPTY,
  finalize,
  map,
  type Observable,
  of,
  Subject,
  type Subscription,
  tap,
  throwError,
  timeout,
} from "rxjs";
import { SourceError } from "../errors.ts";
import { addressKey, placed } from "../pipelines/crawl/discovery.ts";
import { parseUrl } from "../sources/kit/requests/query.ts";
import type { Dependency } from "../upstream/stats.ts";
import { type EngineOptions, work } from "./engine.ts";
import { BEGINNING, endOf, eventsAfter, type Position, sharedNews, type TaskEvent, type TaskNews } from "./events.ts";
import { placeOf } from "./frontier.ts";
import { DEFAULT_TIMEOUT_S, taskCrawlOptions } from "./limits.ts";
import { ORDER_VERSION, readOrder, type State, type TaskRow } from "./order.ts";
import type { NewOrder, Placed } from "./placing.ts";
import { away } from "./redis/failures.ts";
import { type RedisStoreOptions, redisStore } from "./redis/store.ts";
import { ran, Schedule } from "./schedule.ts";
import { sqliteStore } from "./sqlite/client.ts";
import type { Item, NewTask, StoredNote, StoreStats, TaskStore } from "./store.ts";
import { unitPlace } from "./units.ts";
import { Webhook } from "./webhook.ts";

export type { NewOrder, Placed } from "./placing.ts";

export interface TasksOptions extends EngineOptions {
  /** Where `tasks.sqlite` is; without it tasks live as long as the process. */
  readonly dataDir: string | undefined;
  /** A Redis that several processes share, instead of `dataDir`. */
  readonly redis?: Omit<RedisStoreOptions, "maxBytes"> & { readonly url: string };
  /** Open tasks of one owner at most. */
  readonly maxOpen: number;
  /** Pages of one task at most. */
  readonly maxPages: number;
  /** Bytes of the store at most. */
  readonly maxBytes: number;
}

/** Orders that are placed again and again; `body` of each is a `Schedule`. */
interface Schedules {
  add(item: Item): Observable<boolean>;
  find(owner: string, id: string): Observable<Item | undefined>;
  list(owner: string, most: number): Observable<readonly Item[]>;
  replace(item: Item): Observable<boolean>;
  remove(owner: string, id: string): Observable<boolean>;
  /** Runs one at once, whenever it is due; the schedule after that. */
  runNow(item: Item): Observable<Item>;
}

/** Work that outlives the request that ordered it, and the process. */
export interface Tasks {
  /** Fails with `bad-query` where an address is none, or an option cannot be read. */
  order(owner: string, given: NewOrder): Observable<Placed>;
  /** False: it is none of addresses by themselves, or it failed or was cancelled. */
  append(id: string, urls: readonly string[]): Observable<boolean>;
  find(owner: string, id: string): Observable<TaskRow | undefined>;
  /** Newest first, those ordered before `before` (milliseconds since 1970). */
  list(owner: string, state: State | undefined, before: number, most: number): Observable<readonly TaskRow[]>;
  /** Begins nothing more of a task; what is under way ends. False: it is over. */
  pause(id: string): Observable<boolean>;
  /** Lets a paused task go on. False: it is over. */
  unpause(id: string): Observable<boolean>;
  /** Ends an open task; what is under way is left at once. */
  cancel(id: string): Observable<void>;
  forget(id: string): Observable<void>;
  documents(id: string, from: number, most: number): Observable<readonly string[]>;
  notes(id: string, from: number, most: number): Observable<readonly StoredNote[]>;
  news(id: string, position?: Position): Observable<TaskNews>;
  events(id: string, position?: Position): Observable<TaskEvent>;
  /** Emits the task once it is over. */
  untilOver(row: TaskRow): Observable<TaskRow>;
  /** How far a task's webhook is; undefined where it has none. */
  webhook(row: TaskRow): Observable<Webhook | undefined>;
  readonly schedules: Schedules;
  /** Whether the store answers; absent where it is a file of our own. */
  readonly dependency?: Dependency;
  /** Undefined where nothing was ever ordered. */
  stats(): Observable<StoreStats | undefined>;
  /** Goes on with what a former process left, where there is a store. */
  resume(): void;
  /** Stops working, and gives back at once what is under way; tasks can still be read. */
  stop(): void;
  /** Stops, and closes the store. */
  close(): Observable<void>;
}

/** Who asks whether the store answers waits no longer, nor who closes it. */
const CHECK_MS = 2_000;

/** Opens nothing before the first order. */
export function createTasks(options: TasksOptions): Tasks {
  const { dataDir, redis, maxOpen, maxPages, maxBytes } = options;
  const wake$ = new Subject<void>();
  const over$ = new Subject<string>();
  let opened: TaskStore | undefined;
  let news: ReturnType<typeof sharedNews> | undefined;
  let working: Subscription | undefined;
  const store = (): TaskStore => {
    opened ??= redis ? redisStore(redis.url, { ...redis, maxBytes }) : sqliteStore(dataDir, maxBytes);
    return opened;
  };

  function start(): void {
    working ??= work(store(), randomUUID(), { wake$, over$, place }, options).subscribe();
  }

  function isThere(): boolean {
    return (
      opened !== undefined ||
      redis !== undefined ||
      (dataDir !== undefined && existsSync(join(dataDir, "tasks.sqlite")))
    );
  }

  function newTask(
    owner: string,
    { order, urls = [], timeoutS, visits, keepMs, idempotencyKey, webhook }: NewOrder,
  ): NewTask {
    const versioned = readOrder(JSON.stringify({ ...order, v: ORDER_VERSION }));
    const beside = {
      id: randomUUID(),
      owner,
      order: versioned,
      maxOpen,
      ...(visits !== undefined && { visits }),
      ...(keepMs !== undefined && { keepMs }),
      ...(webhook && { webhook: JSON.stringify(Webhook.parse({ target: webhook })) }),
      ...(idempotencyKey !== undefined && {
        idempotency: { key: idempotencyKey, hash: hashOf(JSON.stringify([versioned, urls])) },
      }),
    };
    const deadlineAt = Date.now() + (timeoutS ?? DEFAULT_TIMEOUT_S) * 1000;
    if (versioned.kind === "crawl") {
      const { limit, max_breadth, timeout, exact } = taskCrawlOptions.parse(versioned.options);
      const address = parseUrl(versioned.url.trim());
      address.hash = "";
      return {
        ...beside,
        deadlineAt: timeoutS === undefined ? Date.now() + timeout * 1000 : deadlineAt,
        limit: Math.min(limit, maxPages),
        maxBreadth: max_breadth ?? null,
        pool: "visit",
        seeds: [placeOf(placed(address, 0, addressKey(address, exact)))],
      };
    }
    if (versioned.kind === "scrape") {
      const seeds = seedsOf(urls);
      if (seeds.length > maxPages) throw new SourceError("bad-query", `A task has at most ${maxPages} pages.`);
      return { ...beside, deadlineAt, limit: seeds.length, maxBreadth: null, pool: "visit", seeds };
    }
    return { ...beside, deadlineAt, limit: 1, maxBreadth: null, pool: "unit", seeds: [unitPlace(versioned)] };
  }

  function place(owner: string, given: NewOrder): Observable<Placed> {
    return defer(() => {
      const task = newTask(owner, given);
      start();
      return store().order(task);
    }).pipe(
      tap(() => wake$.next()),
      concatMap((ordered): Observable<Placed> => {
        if ("refused" in ordered) return of(ordered);
        return store()
          .byId(ordered.id)
          .pipe(
            map((row) => {
              if (!row) throw new SourceError("not-found", "The task of this idempotency key was forgotten.");
              return { row, again: ordered.again };
            }),
          );
      }),
    );
  }

  return {
    order: place,
    append: (id, urls) => defer(() => store().append(id, seedsOf(urls), urls.length)).pipe(tap(() => wake$.next())),
    find: (owner, id) => (isThere() ? store().find(owner, id) : of(undefined)),
    list: (owner, state, before, most) => (isThere() ? store().list(owner, state ?? null, before, most) : of([])),
    pause: (id) => store().pause(id),
    unpause: (id) =>
      store()
        .resume(id)
        .pipe(tap(() => wake$.next())),
    cancel: (id) =>
      store()
        .end(id, "cancelled", null)
        .pipe(tap(() => over$.next(id))),
    forget: (id) => store().forget(id),
    documents: (id, from, most) => store().documents(id, from, most),
    notes: (id, from, most) => store().notes(id, from, most),
    news: (id, position = BEGINNING) => {
      news ??= sharedNews(store());
      return news(id, position);
    },
    events: (id, position = BEGINNING) => eventsAfter(store(), id, position),
    untilOver: (row) => endOf(store(), row),
    webhook: ({ owner, id }) =>
      store()
        .findItem("webhook", owner, id)
        .pipe(map((item) => item && Webhook.safeParse(JSON.parse(item.body)).data)),
    schedules: {
      add: (item) =>
        defer(() => {
          start();
          return store().addItem(item);
        }),
      find: (owner, id) => (isThere() ? store().findItem("schedule", owner, id) : of(undefined)),
      list: (owner, most) => (isThere() ? store().listItems("schedule", owner, most) : of([])),
      replace: (item) => store().replaceItem(item),
      remove: (owner, id) => store().removeItem("schedule", owner, id),
      runNow: (item) =>
        defer(() =>
          ran(
            store(),
            { ...item, schedule: Schedule.parse(JSON.parse(item.body)) },
            randomUUID(),
            place,
            options.counting?.run,
          ),
        ).pipe(
          map((schedule) => ({ ...item, body: JSON.stringify(schedule) })),
          concatMap((changed) =>
            store()
              .replaceItem(changed)
              .pipe(map(() => changed)),
          ),
        ),
    },
    ...(redis && {
      dependency: {
        name: "tasks",
        check$: defer(() => store().find("", "")).pipe(timeout({ first: CHECK_MS, with: () => throwError(away) })),
      },
    }),
    stats: () => (isThere() ? store().stats() : of(undefined)),
    resume() {
      if (isThere()) start();
    },
    stop: () => working?.unsubscribe(),
    close: () =>
      defer(() => {
        working?.unsubscribe();
        if (!opened) return of(undefined);
        const closing = opened;
        // Asked after the claims were given back: the store answers in turn. One that is away is not waited for.
        return closing.pids("").pipe(
          timeout({ first: CHECK_MS, with: () => EMPTY }),
          map(() => undefined),
          catchError(() => EMPTY),
          finalize(() => closing.close()),
        );
      }),
  };
}

const seedsOf = (urls: readonly string[]) =>
  urls.map((url) => {
    const address = parseUrl(url.trim());
    address.hash = "";
    return placeOf(placed(address, 0));
  });

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
