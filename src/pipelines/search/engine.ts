import { forkJoin, type Observable } from "rxjs";
import type { EngineRef } from "../../operators/dedupeByUrl.ts";
import { type Ask, missingKey, type RunEnv, runSource } from "../../sources/run.ts";
import type { Item, ListedSource, Notice, Runnable } from "../../sources/source.ts";

/** Something that can be searched: a source that is ready to run, as far as a search needs it. */
export interface Engine extends EngineRef {
  /** Its items in its own order: cold, cancelled by unsubscribing. What it has to say besides goes to `onNotice`. */
  run(ask: Ask, onNotice: (notice: Notice) => void): Observable<Item>;
  /** Emits once the code that it needs is loaded; undefined: it is there. */
  loading?(): Observable<unknown> | undefined;
}

/** A source as an engine. */
export function engineOf(source: Runnable & Partial<Pick<ListedSource, "code" | "loaded">>, env: RunEnv): Engine {
  const { id, weight, backedBy } = source;
  return {
    id,
    weight,
    backedBy,
    loading: () => {
      // Without its key a source fails at once, before anything is sent: nothing needs loading for that.
      if (missingKey(source, env) !== undefined) return undefined;
      const missing = [source.loaded?.() ? undefined : source.code, env.upstream.loading()].filter(
        (one$) => one$ !== undefined,
      );
      return missing.length > 0 ? forkJoin(missing) : undefined;
    },
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
