import { catchError, combineLatest, defaultIfEmpty, forkJoin, map, type Observable, of, take } from "rxjs";

/**
 * Holds values back until every other stream has said something, failed or ended; of those held back the last one comes. All are
 * listened to from the beginning.
 *
 *     other:   -----x--y|
 *     value$:  -a-b-----c|
 *     out:     -----b---c|
 */
export const withholdUntil = <T>(
  others: readonly [Observable<unknown>, ...Observable<unknown>[]],
  value$: Observable<T>,
): Observable<T> => combineLatest([forkJoin(others.map(begun)), value$]).pipe(map(([, value]) => value));

const begun = (other$: Observable<unknown>): Observable<unknown> =>
  other$.pipe(
    take(1),
    catchError(() => of(undefined)),
    defaultIfEmpty(undefined),
  );
