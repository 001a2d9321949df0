import { defer, map, type OperatorFunction, reduce } from "rxjs";
import type { RankedResult } from "../events.ts";

/**
 * Folds ranked changes into the ranking they add up to, best first, with everyone's last place; emitted once, at the end.
 *
 *     ranked: --A#1--B#1--A#1--|
 *     final:  -----------------(AB|)      A#1 B#2
 */
export function finalRanking<R extends RankedResult>(): OperatorFunction<R, readonly R[]> {
  return (ranked$) =>
    defer(() => {
      const seen = new Set<string>();
      const ranking: R[] = [];
      return ranked$.pipe(
        reduce((order, change) => {
          if (seen.has(change.id))
            order.splice(
              order.findIndex(({ id }) => id === change.id),
              1,
            );
          seen.add(change.id);
          order.splice(change.rank - 1, 0, change);
          return order;
        }, ranking),
        map((order) => order.map((result, index) => ({ ...result, rank: index + 1 }))),
      );
    });
}
