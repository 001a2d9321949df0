import { events, Refused } from "../../kit/api.ts";
import type { Fields } from "../../kit/shape.ts";

/** Milliseconds after which a connection that was lost is tried again. */
const RETRY_MS = 2_000;

interface Following {
  readonly signal: AbortSignal;
  /** An event of the task; of a page without its text. */
  take(event: string, data: Fields, id: string): void;
  /** The connection was lost; it is tried again from the last event on. */
  lost(error: unknown): void;
}

/** Follows the events of a task to its end, over lost connections too. */
export async function follow(task: string, { signal, take, lost }: Following): Promise<void> {
  let after = "";
  for (;;) {
    const words = new URLSearchParams({ brief: "true", ...(after && { after }) });
    try {
      for await (const { event, data, id } of events(`/tasks/${task}/events?${words}`, { signal })) {
        after = id || after;
        take(event, data, id);
        if (event === "done") return;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Refused) || error.code !== "unreachable") throw error;
      lost(error);
      await paused(signal);
      if (signal.aborted) return;
    }
  }
}

const paused = (signal: AbortSignal): Promise<void> =>
  new Promise((over) => {
    const timer = setTimeout(over, RETRY_MS);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      over();
    });
  });
