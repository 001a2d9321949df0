import { catchError, defer, map, type Observable, type OperatorFunction, of, toArray } from "rxjs";
import { type SourceError, toSourceError } from "../errors.ts";
import { SourceNotSelected } from "./source-filter.ts";

/** What a question came to, whole: for a fold that needs all of it. */
export interface Gathered<T> {
  /** Empty also where it failed or was not asked. */
  readonly items: readonly T[];
  /** It was asked, and did not fail. */
  readonly answered: boolean;
  /** Why it failed; absent where it answered or was not asked. */
  readonly failure?: SourceError;
}

/**
 * A question's whole answer as one value, which never fails.
 *
 *     items$:   --a--b--|        items$:   --a--#
 *     gathered: --------(G|)     gathered: -----(G'|)
 */
export const gathered =
  <T>(): OperatorFunction<T, Gathered<T>> =>
  (items$) =>
    items$.pipe(
      toArray(),
      map((items): Gathered<T> => ({ items, answered: true })),
      catchError((error: unknown) => of<Gathered<T>>(failed(error))),
    );

const failed = (error: unknown): Gathered<never> => ({
  items: [],
  answered: false,
  ...(!(error instanceof SourceNotSelected) && { failure: toSourceError(error) }),
});

/** The answer of one that was never asked. */
export const notRequested: Gathered<never> = { items: [], answered: false };

/** Begins a question only where there is something to ask with: without it, as if it had not been asked. */
export const askedWith = <Given, T>(
  given: Given | undefined,
  ask: (given: Given) => Observable<Gathered<T>>,
): Observable<Gathered<T>> => defer(() => (given === undefined ? of(notRequested) : ask(given)));
