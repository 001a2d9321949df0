import { catchError, concat, defer, EMPTY, ignoreElements, type Observable } from "rxjs";
import type { StoredOutcome } from "./store.ts";

/** Takes what is to be done once the result it belongs to is kept: what was told is remembered as told, never before. */
export type Later = (effect$: Observable<unknown>) => void;

/** What is to be done once outcomes are kept. Of one that is lost nothing is done. */
export interface Afterwards {
  add(outcome: StoredOutcome, effects: readonly Observable<unknown>[]): void;
  /** Does it, one after another; once. Never fails: the outcome is kept already. */
  run(outcome: StoredOutcome): Observable<never>;
}

/** `onFailure` gets each error. The change that was not persisted is reported as new the next time. */
export function createAfterwards(onFailure: (outcome: StoredOutcome, error: unknown) => void): Afterwards {
  const all = new WeakMap<StoredOutcome, readonly Observable<unknown>[]>();
  return {
    add(outcome, effects) {
      if (effects.length > 0) all.set(outcome, effects);
    },
    run: (outcome) =>
      defer(() => {
        const effects = all.get(outcome) ?? [];
        all.delete(outcome);
        return concat(
          ...effects.map((effect$) =>
            effect$.pipe(
              ignoreElements(),
              catchError((error: unknown) => {
                onFailure(outcome, error);
                return EMPTY;
              }),
            ),
          ),
        );
      }),
  };
}
