import { concat, EMPTY, last, merge, mergeMap, type Observable, scan, shareReplay, throwError } from "rxjs";
import { type Gathered, unasked } from "./gathered.ts";

/** What is made of a question's items. */
export const itemsBy =
  <A, B>(make: (items: readonly A[]) => readonly B[]) =>
  ({ items, ...rest }: Gathered<A>): Gathered<B> => ({ ...rest, items: make(items) });

/** What several sources found so far, told again whenever one of them is done. */
export interface Growing<T> {
  /** Lists, from the first answer on. Fails where none answered and one failed; empty where none was asked. */
  readonly lists$: Observable<readonly T[]>;
  /** What they came to so far. */
  readonly so$: Observable<Gathered<T>>;
  /** The whole, once all are done: one value. */
  readonly whole$: Observable<Gathered<T>>;
}

/**
 * Lists of several sources as one that grows.
 *
 *     one:     ---a|
 *     other:   -----b|
 *     lists$:  ---a-(ab)|
 *     whole$:  -----(W|)
 */
export function growing<T>(answers: readonly Observable<Gathered<T>>[]): Growing<T> {
  const all$ = merge(...answers).pipe(scan(together, nothing<T>()), shareReplay({ refCount: true, bufferSize: 1 }));
  const whole$ = all$.pipe(last(null, unasked));
  const failed$ = whole$.pipe(
    mergeMap(({ answered, failure }) => (answered || !failure ? EMPTY : throwError(() => failure))),
  );
  return {
    lists$: concat(all$.pipe(mergeMap(({ answered, items }) => (answered ? [items] : []))), failed$),
    so$: all$,
    whole$,
  };
}

const nothing = <T>(): Gathered<T> => unasked;

/** Two answers as one; of their failures the first. */
const together = <T>(one: Gathered<T>, { items, answered, failure = one.failure }: Gathered<T>): Gathered<T> => ({
  items: [...one.items, ...items],
  answered: one.answered || answered,
  ...((one.failure ?? failure) && { failure: one.failure ?? failure }),
});

/** Several wholes as one, in their order. */
export const allOf = <T>(wholes: readonly Gathered<T>[]): Gathered<T> => wholes.reduce(together, nothing<T>());
