import { Worker } from "node:worker_threads";
import { firstValueFrom, Observable, type Subscriber } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { FeedMarks } from "./marks.ts";
import type { PriceMemory } from "./prices.ts";
import type { StateReply, StateRequest } from "./worker.ts";

const WORKER = new URL(import.meta.url.replace(/thread\.(ts|js)$/, "worker.$1"));

type Memories = { readonly marks: Omit<FeedMarks, "close">; readonly prices: Omit<PriceMemory, "close"> };
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** The memories of a folder, whose files a thread of its own reads and writes. It starts when one of them is taken to hand. */
export interface StateThread extends Memories {
  /** Closes the files; the next operation opens them again. */
  close(): Promise<void>;
}

export function stateThread(dataDir: string): StateThread {
  const waiting = new Map<number, Subscriber<unknown>>();
  let worker: Worker | undefined;
  let last = 0;

  /** Only while somebody waits for it does the thread keep the process from ending. */
  function answered(id: number): Subscriber<unknown> | undefined {
    const out = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) worker?.unref();
    return out;
  }

  function started(): Worker {
    const thread = new Worker(WORKER, { workerData: dataDir });
    thread.unref();
    thread.on("message", (reply: StateReply) => {
      const out = answered(reply.id);
      if ("kind" in reply) out?.error(new SourceError(reply.kind, reply.message, { cause: reply.cause }));
      else {
        out?.next(reply.value);
        out?.complete();
      }
    });
    thread.on("error", (cause) => {
      worker = undefined;
      for (const id of [...waiting.keys()])
        answered(id)?.error(new SourceError("internal", "The service's own memory has ended.", { cause }));
    });
    return thread;
  }

  /** Cold; what was asked is done also where nobody waits for it any more. */
  const ask = <T>(request: WithoutId<StateRequest>): Observable<T> =>
    new Observable((out) => {
      const thread = theWorker();
      last += 1;
      // The thread runs the operation of this name, whose type the memory states.
      waiting.set(last, out as Subscriber<unknown>);
      thread.ref();
      thread.postMessage({ ...request, id: last } satisfies StateRequest);
    });

  const theWorker = (): Worker => {
    worker ??= started();
    return worker;
  };

  const marks: Memories["marks"] = {
    claim: (...given) => ask({ memory: "marks", name: "claim", given }),
    peek: (...given) => ask({ memory: "marks", name: "peek", given }),
    confirm: (...given) => ask({ memory: "marks", name: "confirm", given }),
    release: (...given) => ask({ memory: "marks", name: "release", given }),
  };
  const prices: Memories["prices"] = {
    keep: (...given) => ask({ memory: "prices", name: "keep", given }),
    days: (...given) => ask({ memory: "prices", name: "days", given }),
  };

  return {
    get marks() {
      theWorker();
      return marks;
    },
    get prices() {
      theWorker();
      return prices;
    },
    async close() {
      if (worker) await firstValueFrom(ask<void>({ memory: "all", name: "close" }));
    },
  };
}
