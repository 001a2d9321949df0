import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { json, key } from "./api.ts";
import type { Fields } from "./shape.ts";

export interface Answered {
  readonly answer: Signal<Fields | undefined>;
  readonly failure: Signal<unknown>;
  again(): void;
}

/** What a REST path answers, asked anew each `everyMs` while the page is looked at; without it once. */
export function useAnswer(path: string, everyMs?: number): Answered {
  const answer = useSignal<Fields | undefined>(undefined);
  const failure = useSignal<unknown>(undefined);
  const count = useSignal(0);
  useEffect(() => {
    let wanted = true;
    const look = (): void => {
      if (document.hidden) return;
      json(path).then(
        (given) => {
          if (!wanted) return;
          answer.value = given;
          failure.value = undefined;
        },
        (error: unknown) => {
          if (wanted) failure.value = error;
        },
      );
    };
    look();
    const timer = everyMs === undefined ? undefined : setInterval(look, everyMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [path, count.value, key.value]);
  return {
    answer,
    failure,
    again: () => {
      count.value += 1;
    },
  };
}
