import { defer, map, type OperatorFunction } from "rxjs";
import type { RankedResult } from "../events.ts";
import type { MergedItem } from "./dedupeByUrl.ts";
import { compareScored, type ScoredHit } from "./score.ts";

/** A merged item with its present place. */
export interface RankedHit extends RankedResult {
  readonly item: MergedItem;
}

/**
 * Gives each change its place among all results so far, at once: the changed result alone leaves, those it passes move
 * down by one without being sent again. Whoever takes a result out of its list and puts it in at its new `rank` has
 * the ranking of the moment; the last one comes when the scores are settled (see `score`).
 *
 *     scored: --A0.4--B0.6--A0.7--|
 *     ranked: --A#1---B#1---A#1---|
 *
 * Order: see `compareScored`.
 */
export function rank(): OperatorFunction<ScoredHit, RankedHit> {
  return (scored$) =>
    defer(() => {
      const order: ScoredHit[] = [];
      const present = new Map<string, ScoredHit>();
      return scored$.pipe(
        map((hit) => {
          const before = present.get(hit.id);
          if (before) order.splice(placeOf(before, order), 1);
          const place = placeOf(hit, order);
          order.splice(place, 0, hit);
          present.set(hit.id, hit);
          return { id: hit.id, rank: place + 1, score: hit.score, item: hit.item };
        }),
      );
    });
}

/** The 0-based place of a hit in an ordered list, by bisection. */
function placeOf(hit: ScoredHit, order: readonly ScoredHit[]): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = order[middle];
    if (other && compareScored(other, hit) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
