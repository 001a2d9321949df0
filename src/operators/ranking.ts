import { concatMap, filter, map, merge, type OperatorFunction } from "rxjs";
import type { MergedHit } from "./dedupeByUrl.ts";
import { fork } from "./fork.ts";
import { type RankedHit, rank } from "./rank.ts";
import { type ScoreOptions, type SettledHit, score } from "./score.ts";

/** A merged hit with its place and score of the moment; at the end all, the best first, with their last scores. */
export type Ranking =
  | { readonly event: "result"; readonly data: RankedHit }
  | { readonly event: "settled"; readonly data: readonly SettledHit[] };

/**
 * Scores and ranks merged hits as they come, and settles their order at the end: see `score` and `rank`.
 *
 *     merged:  --A--------B---------A'-----|
 *     ranking: --A#1------B#2-------A'#1---(S|)
 */
export function ranking(query: string, options: ScoreOptions = {}): OperatorFunction<MergedHit, Ranking> {
  return (merged$) =>
    merged$.pipe(
      score(query, options),
      fork((scoring$) =>
        merge(
          scoring$.pipe(
            concatMap((scoring) => (scoring.event === "change" ? [scoring.data] : [])),
            rank(),
            map((data): Ranking => ({ event: "result", data })),
          ),
          scoring$.pipe(filter((scoring) => scoring.event === "settled")),
        ),
      ),
    );
}
