import { combineLatest, concat, defer, EMPTY, filter, map, type Observable, startWith, tap, throwError } from "rxjs";
import { type Gathered, notRequested } from "./settled-result.ts";
import { SourceNotSelected } from "./source-filter.ts";

type Answers = readonly Gathered<unknown>[];

/**
 * What is made of several questions' answers, from the first answer on and again with each; those that are not there yet count as
 * unasked. Fails where none was answered: with the first failure, or as left out where none was asked.
 *
 *     one:    ---A|
 *     other:  ------B|
 *     out:    ---x--y|      x: fold(A, unasked), y: fold(A, B)
 */
export function foldPartialAnswers<A extends Answers, T>(
  answers: { readonly [K in keyof A]: Observable<A[K]> },
  fold: (...answers: A) => T,
): Observable<T> {
  return defer(() => {
    let known: Answers = [];
    const all$ = combineLatest(
      answers.map((answer$: Observable<Gathered<unknown>>) => answer$.pipe(startWith(notRequested))),
    );
    return concat(
      all$.pipe(
        tap((so) => {
          known = so;
        }),
        filter((so) => so.some(({ answered }) => answered)),
        // One for each of `answers`, in their order.
        map((so) => fold(...(so as unknown as A))),
      ),
      defer(() => settled(known)),
    );
  });
}

function settled(answers: Answers): Observable<never> {
  if (answers.some(({ answered }) => answered)) return EMPTY;
  const failure = answers.find(({ failure }) => failure !== undefined)?.failure;
  return throwError(() => failure ?? new SourceNotSelected("one of its sources"));
}
