import { fileThread } from "./file-thread.ts";
import type { FeedMarks } from "./marks.ts";
import type { PriceMemory } from "./prices.ts";

const WORKER = new URL(import.meta.url.replace(/thread\.(ts|js)$/, "worker.$1"));

type Memories = { readonly marks: Omit<FeedMarks, "close">; readonly prices: Omit<PriceMemory, "close"> };

/** The memories of a folder, whose files a thread of its own reads and writes. It starts when one of them is taken to hand. */
export interface StateThread extends Memories {
  /** Closes the files; the next operation opens them again. */
  close(): Promise<void>;
}

export function stateThread(dataDir: string): StateThread {
  const client = fileThread(WORKER, dataDir);
  const marks: Memories["marks"] = {
    claim: (...given) => client.ask("marks", "claim", given),
    peek: (...given) => client.ask("marks", "peek", given),
    confirm: (...given) => client.ask("marks", "confirm", given),
    release: (...given) => client.ask("marks", "release", given),
  };
  const prices: Memories["prices"] = {
    keep: (...given) => client.ask("prices", "keep", given),
    days: (...given) => client.ask("prices", "days", given),
  };
  return {
    get marks() {
      client.start();
      return marks;
    },
    get prices() {
      client.start();
      return prices;
    },
    close: client.close,
  };
}
