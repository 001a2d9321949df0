import { Worker } from "node:worker_threads";
import { Observable } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { StoreOperations, TaskStore } from "../store.ts";
import type { Answered, Asked } from "./thread.ts";

const THREAD = new URL(import.meta.url.replace(/client\.(ts|js)$/, "thread.$1"));

interface Waiting {
  next(value: unknown): void;
  error(error: SourceError): void;
}

/**
 * The store in `<dataDir>/tasks.sqlite`, or in memory where there is no folder; its thread starts with the first question.
 * Every answer fails with `internal` where the file cannot be used or the thread has ended.
 */
export function sqliteStore(dataDir: string | undefined): TaskStore {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;

  function fail(why: string): void {
    thread = undefined;
    for (const one of waiting.values()) one.error(new SourceError("internal", why));
    waiting.clear();
  }

  function started(): Worker {
    const worker = new Worker(THREAD, { workerData: { dataDir } });
    worker.on("message", (answered: Answered) => {
      for (const [index, id] of answered.ids.entries()) {
        const one = waiting.get(id);
        waiting.delete(id);
        if ("error" in answered) one?.error(new SourceError("internal", answered.error));
        else one?.next(answered.values[index]);
      }
    });
    worker.on("error", (error) => fail(`The store of tasks has ended: ${String(error)}`));
    worker.unref();
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
    close() {
      void thread?.terminate();
      fail("The service is being stopped.");
    },
  };
}
