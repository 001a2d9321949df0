import { firstValueFrom } from "rxjs";
import { SourceError } from "../../errors.ts";
import { threadClient } from "../../thread-client.ts";
import type { FeedMarks } from "./marks.ts";
import type { PriceMemory } from "./prices.ts";
import type { StateReply, StateRequest } from "./worker.ts";

const WORKER = new URL(import.meta.url.replace(/thread\.(ts|js)$/, "worker.$1"));

type Memories = { readonly marks: Omit<FeedMarks, "close">; readonly prices: Omit<PriceMemory, "close"> };

/** The memories of a folder, whose files a thread of its own reads and writes. It starts when one of them is taken to hand. */
export interface StateThread extends Memories {
  /** Closes the files; the next operation opens them again. */
  close(): Promise<void>;
}

export function stateThread(dataDir: string): StateThread {
  const thread = threadClient<StateRequest, StateReply>({
    file: WORKER,
    workerData: dataDir,
    outcomesOf: (reply) => [
      "kind" in reply
        ? { id: reply.id, error: new SourceError(reply.kind, reply.message, { cause: reply.cause }) }
        : { id: reply.id, value: reply.value },
    ],
    failure: (cause) => new SourceError("internal", "The service's own memory has ended.", { cause }),
  });
  const { ask } = thread;

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
      thread.start();
      return marks;
    },
    get prices() {
      thread.start();
      return prices;
    },
    async close() {
      if (thread.isRunning()) await firstValueFrom(ask<void>({ memory: "all", name: "close" }));
    },
  };
}
