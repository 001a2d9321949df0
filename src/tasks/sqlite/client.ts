import { Worker } from "node:worker_threads";
import { NEVER, Observable, Subject } from "rxjs";
import { SourceError } from "../../errors.ts";
import { StoreFullError, type StoreOperations, type TaskStore } from "../store.ts";
import type { Answered, Asked } from "./thread.ts";

const THREAD = new URL(import.meta.url.replace(/client\.(ts|js)$/, "thread.$1"));

interface Waiting {
  next(value: unknown): void;
  error(error: SourceError): void;
}

/**
 * The store in `<dataDir>/tasks.sqlite`, or in memory where there is no folder; its thread starts with the first question.
 * Past `maxBytes` it takes no order, and a task that has more to keep fails.
 * Every answer fails with `internal` where the file cannot be used or the thread has ended.
 */
export function sqliteStore(dataDir: string | undefined, maxBytes = Number.POSITIVE_INFINITY): TaskStore {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  const changed$ = new Subject<string>();
  let last = 0;

  function fail(why: string): void {
    thread = undefined;
    for (const one of waiting.values()) one.error(new SourceError("internal", why));
    waiting.clear();
  }

  function started(): Worker {
    const worker = new Worker(THREAD, { workerData: { dataDir, maxBytes } });
    worker.on("message", (answered: Answered) => {
      for (const [index, id] of answered.ids.entries()) {
        const one = waiting.get(id);
        waiting.delete(id);
        // Only while somebody waits for it does the thread keep the process from ending.
        if (waiting.size === 0) worker.unref();
        if ("error" in answered)
          one?.error(answered.full ? new StoreFullError() : new SourceError("internal", answered.error));
        else one?.next(answered.values[index]);
      }
      if ("values" in answered) for (const task of answered.changed) changed$.next(task);
    });
    worker.on("error", (error) => fail(`The store of tasks has ended: ${String(error)}`));
    return worker;
  }

  const ask =
    <Name extends keyof StoreOperations>(name: Name) =>
    (...given: Parameters<StoreOperations[Name]>): Observable<ReturnType<StoreOperations[Name]>> =>
      new Observable((subscriber) => {
        thread ??= started();
        last += 1;
        const id = last;
        waiting.set(id, {
          next(value) {
            // The thread runs the operation of this name, whose type the port states.
            subscriber.next(value as ReturnType<StoreOperations[Name]>);
            subscriber.complete();
          },
          error: (error) => subscriber.error(error),
        });
        thread.ref();
        thread.postMessage({ id, name, given } satisfies Asked);
        // Without `waiting.delete`: what was asked is done, and its answer is let fall.
      });

  return {
    order: ask("order"),
    find: ask("find"),
    byId: ask("byId"),
    list: ask("list"),
    end: ask("end"),
    forget: ask("forget"),
    documents: ask("documents"),
    notes: ask("notes"),
    take: ask("take"),
    settle: ask("settle"),
    admit: ask("admit"),
    release: ask("release"),
    beat: ask("beat"),
    reclaim: ask("reclaim"),
    leave: ask("leave"),
    sweep: ask("sweep"),
    pids: ask("pids"),
    append: ask("append"),
    stats: ask("stats"),
    addItem: ask("addItem"),
    takeItems: ask("takeItems"),
    saveItem: ask("saveItem"),
    replaceItem: ask("replaceItem"),
    removeItem: ask("removeItem"),
    findItem: ask("findItem"),
    listItems: ask("listItems"),
    changed$: changed$.asObservable(),
    // Processes that share the file look into it every second.
    wake$: NEVER,
    over$: NEVER,
    close() {
      void thread?.terminate();
      fail("The service is being stopped.");
    },
  };
}
