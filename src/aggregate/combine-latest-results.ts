import { merge, type Observable, scan } from "rxjs";
import { type Gathered, notRequested } from "./settled-result.ts";
import { shareReplayLatest } from "./share-replay.ts";

/** What is made of a question's items. */
export const itemsBy =
  <A, B>(make: (items: readonly A[]) => readonly B[]) =>
  ({ items, ...rest }: Gathered<A>): Gathered<B> => ({ ...rest, items: make(items) });

/**
 * What several questions for the same kind of thing have come to so far, as one answer that grows with each of them; asked once for
 * all who listen.
 *
 *     one:    ---A|
 *     other:  -----B|
 *     out:    ---x-y|      x: A, y: A and B
 */
export const combineLatestResults = <T>(answers: readonly Observable<Gathered<T>>[]): Observable<Gathered<T>> =>
  merge(...answers).pipe(scan(together, nothing<T>()), shareReplayLatest());

const nothing = <T>(): Gathered<T> => notRequested;

/** Two answers as one; of their failures the first. */
function together<T>(one: Gathered<T>, other: Gathered<T>): Gathered<T> {
  const failure = one.failure ?? other.failure;
  return {
    items: [...one.items, ...other.items],
    answered: one.answered || other.answered,
    ...(failure && { failure }),
  };
}

/** Several answers as one, in their order. */
export const allOf = <T>(answers: readonly Gathered<T>[]): Gathered<T> => answers.reduce(together, nothing<T>());
