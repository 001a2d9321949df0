import { NEVER, type Observable, Subject } from "rxjs";
import { SourceError } from "../../errors.ts";
import { threadClient } from "../../thread-client.ts";
import { StoreFullError, type StoreOperations, type TaskStore } from "../store.ts";
import type { Answered, Asked } from "./thread.ts";

const THREAD = new URL(import.meta.url.replace(/client\.(ts|js)$/, "thread.$1"));

/**
 * The store in `<dataDir>/tasks.sqlite`, or in memory where there is no folder; its thread starts with the first question.
 * Past `maxBytes` it takes no order, and a task that has more to keep fails.
 * Every answer fails with `internal` where the file cannot be used or the thread has ended.
 */
export function sqliteStore(dataDir: string | undefined, maxBytes = Number.POSITIVE_INFINITY): TaskStore {
  const changed$ = new Subject<string>();
  const thread = threadClient<Asked, Answered>({
    file: THREAD,
    workerData: { dataDir, maxBytes },
    outcomesOf: (answered) =>
      answered.ids.map((id, index) => {
        if ("values" in answered) return { id, value: answered.values[index] };
        return { id, error: answered.full ? new StoreFullError() : new SourceError("internal", answered.error) };
      }),
    afterReply: (answered) => {
      if ("values" in answered) for (const task of answered.changed) changed$.next(task);
    },
    failure: (error) => new SourceError("internal", `The store of tasks has ended: ${String(error)}`),
  });
  const ask =
    <Name extends keyof StoreOperations>(name: Name) =>
    (...given: Parameters<StoreOperations[Name]>): Observable<ReturnType<StoreOperations[Name]>> =>
      thread.ask({ name, given });

  return {
    order: ask("order"),
    find: ask("find"),
    byId: ask("byId"),
    list: ask("list"),
    pause: ask("pause"),
    resume: ask("resume"),
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
      thread.terminate(new SourceError("internal", "The service is being stopped."));
    },
  };
}
