import { catchError, defaultIfEmpty, type Observable, of } from "rxjs";

/** What could not be known is not reckoned with: its own section says why. */
export const catchToUndefined = <T>(value$: Observable<T>): Observable<T | undefined> =>
  value$.pipe(
    catchError(() => of(undefined)),
    defaultIfEmpty(undefined),
  );
