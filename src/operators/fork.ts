import { connect, Observable, type OperatorFunction, takeUntil } from "rxjs";

/**
 * Shares one subscription among several readings of a stream, whose results make one stream: rxjs' `connect`, but
 * unsubscribing lets go of the source at once even while the source is emitting synchronously, within its subscription.
 *
 *     source:                                       --a--b--|
 *     fork((s$) => merge(s$, s$.pipe(count()))):    --a--b--(2|)
 */
export function fork<T, R>(readings: (shared$: Observable<T>) => Observable<R>): OperatorFunction<T, R> {
  return (source$) =>
    new Observable((subscriber) => {
      const left$ = new Observable<void>((leaving) => subscriber.add(() => leaving.next()));
      return source$.pipe(takeUntil(left$), connect(readings)).subscribe(subscriber);
    });
}
