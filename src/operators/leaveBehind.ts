import { asyncScheduler, identity, type MonoTypeOperatorFunction, type SchedulerLike, type Subscriber } from "rxjs";
import { relay } from "../relay.ts";
import { type EngineRef, type Hit, pageOf } from "./dedupeByUrl.ts";
import type { SourceStep } from "./outcome.ts";

export interface Leaving {
  /**
   * The steps end when the engines that are still open can hardly change the first so many results: each of so many pages
   * was found by more families of engines (`backedBy`) than are still open. A page that only those know then scores less,
   * since fused ranks differ little; the order of the first results may still have changed. Absent: all are waited for.
   */
  readonly settledResults?: number | undefined;
  /** They end with the hit that makes it so many distinct pages. */
  readonly pages?: number | undefined;
  /** They end after so many milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds from any fixed point. */
  readonly now: () => number;
  readonly scheduler?: SchedulerLike | undefined;
}

/**
 * Ends the steps of `engines`, all asked at once, before the last engine ends. Engines that are still open are
 * unsubscribed and their outcome is `timeout`; the hits they gave before stay.
 *
 *     a:                         s-1-2-o|                 s: started, o: outcome
 *     b:                         s-1--------
 *     c:                         s-----------
 *     settledResults 1:          s-1-2-o------            (one page by two families, two open: c could still matter)
 *     the same without c:        s-1-2-(oo|)
 *     timeoutMs 8:               s-1-2-o-(oo|)
 */
export function leaveBehind(
  engines: readonly EngineRef[],
  { settledResults, pages, timeoutMs, now, scheduler = asyncScheduler }: Leaving,
): MonoTypeOperatorFunction<SourceStep<Hit>> {
  if (settledResults === undefined && pages === undefined && timeoutMs === undefined) return identity;
  return relay((steps: Subscriber<SourceStep<Hit>>) => {
    const begin = now();
    const open = new Map(engines.map(({ id, backedBy }) => [id, { family: backedBy ?? id, items: 0 }]));
    const found = new Map<string, Set<string>>();

    function leave(): void {
      const time_ms = Math.round(now() - begin);
      const left = [...open];
      open.clear();
      for (const [id, { items }] of left) {
        const error = `${id} had not finished when the answer left, after ${time_ms / 1000} s.`;
        steps.next({ event: "source", data: { id, status: "timeout", items, time_ms, error } });
      }
      steps.complete();
    }

    function isSettled(results: number): boolean {
      const openFamilies = new Set([...open.values()].map(({ family }) => family)).size;
      let settled = 0;
      for (const families of found.values()) if (families.size > openFamilies) settled += 1;
      return settled >= results;
    }

    if (timeoutMs !== undefined) steps.add(scheduler.schedule(leave, timeoutMs));
    return {
      next(step) {
        steps.next(step);
        if (step.event === "item") {
          const { id, backedBy } = step.data.engine;
          const engine = open.get(id);
          if (engine) engine.items += 1;
          const page = pageOf(step.data);
          found.set(page, (found.get(page) ?? new Set()).add(backedBy ?? id));
          if (pages !== undefined && found.size >= pages) leave();
        } else if (step.data.status !== "started") {
          open.delete(step.data.id);
          if (settledResults !== undefined && open.size > 0 && isSettled(settledResults)) leave();
        }
      },
    };
  });
}
