import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { key } from "./api.ts";
import { begin, ended } from "./running.ts";

export interface Run {
  readonly busy: Signal<boolean>;
  readonly failure: Signal<unknown>;
  readonly stopped: Signal<boolean>;
  /** Runs it once more. */
  again(): void;
}

/** Runs what can be stopped whenever `asked` changes and is not empty; a new run stops the one before. */
export function useRun(asked: string, work: (signal: AbortSignal) => Promise<void>): Run {
  const [busy, stopped, count] = [useSignal(false), useSignal(false), useSignal(0)];
  const failure = useSignal<unknown>(undefined);
  useEffect(() => {
    failure.value = undefined;
    stopped.value = false;
    if (!asked) return;
    const mine = begin();
    busy.value = true;
    work(mine.signal)
      .catch((error: unknown) => {
        if (mine.signal.aborted) stopped.value = true;
        else failure.value = error;
      })
      .finally(() => {
        ended(mine);
        busy.value = false;
      });
    return () => mine.abort();
  }, [asked, count.value, key.value]);
  return {
    busy,
    failure,
    stopped,
    again: () => {
      count.value += 1;
    },
  };
}
