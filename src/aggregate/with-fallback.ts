import { catchError, concat, defer, EMPTY, type Observable, tap, throwError } from "rxjs";
import { SourceNotSelected } from "./source-filter.ts";
import type { SourceOutcomes } from "./source-outcomes.ts";

/**
 * Another stream where the first failed, found nothing or may not be asked. What the fallback answers, be it that there is
 * nothing, excuses the first one's failure. Where the fallback comes to nothing either, it stays with what the first one came to.
 *
 *     primary$:  --#                primary$:  --|
 *     fallback$:   --b|             fallback$:   --#
 *     out:       ----b|             out:       ----|
 */
export function withFallback<T>(
  primary$: Observable<T>,
  fallback$: Observable<T>,
  { markRecovered }: Pick<SourceOutcomes, "markRecovered">,
): Observable<T> {
  return defer(() => {
    let found = false;
    let failure: { readonly error: unknown } | undefined;
    const first$ = primary$.pipe(
      tap(() => {
        found = true;
      }),
      catchError((error: unknown) => {
        if (found) return throwError(() => error);
        failure = { error };
        return EMPTY;
      }),
    );
    const second$ = fallback$.pipe(
      tap({ next: () => markRecovered(failure?.error), complete: () => markRecovered(failure?.error) }),
      catchError((error: unknown) => {
        if (!failure) return EMPTY;
        const worse = failure.error instanceof SourceNotSelected ? error : failure.error;
        return throwError(() => worse);
      }),
    );
    return concat(
      first$,
      defer(() => (found ? EMPTY : second$)),
    );
  });
}
