import type { Observable } from "rxjs";
import type { EngineRef } from "../../operators/dedupeByUrl.ts";
import { type Ask, type RunEnv, runSource } from "../../sources/run.ts";
import type { Item, Notice, Runnable } from "../../sources/source.ts";

/** Something that can be searched: a source that is ready to run, as far as a search needs it. */
export interface Engine extends EngineRef {
  /** Its items in its own order: cold, cancelled by unsubscribing. What it has to say besides goes to `onNotice`. */
  run(ask: Ask, onNotice: (notice: Notice) => void): Observable<Item>;
}

/** A source as an engine. */
export function engineOf(source: Runnable, env: RunEnv): Engine {
  const { id, weight, backedBy } = source;
  return {
    id,
    weight,
    backedBy,
    run: (ask, onNotice) =>
      runSource(source, ask, {
        ...env,
        onNotice: (from, notice) => {
          env.onNotice?.(from, notice);
          onNotice(notice);
        },
      }),
  };
}
