import { catchError, concat, concatMap, defer, EMPTY, type Observable, of, throwError } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import type { ParserResponse } from "./parser.ts";

/**
 * Asks one after another until one has items; its answer tells the outcomes of all that were asked. Where none has any, the
 * answer is the first empty one; where all failed, the failure is the first one's.
 *
 *     a:    --#
 *     b:        --i--(done|)
 *     out:      --i--(done'|)
 */
export function firstThatFinds<Asked extends { readonly id: string }>(
  sources: readonly Asked[],
  ask: (source: Asked) => Observable<StreamEvent<ParserResponse>>,
): Observable<StreamEvent<ParserResponse>> {
  return defer(() => {
    const outcomes: SourceOutcome[] = [];
    let failure: SourceError | undefined;
    let empty: ParserResponse | undefined;
    let found = false;
    const tried = sources.map((source) =>
      defer(() => (found ? EMPTY : ask(source))).pipe(
        concatMap((event): Observable<StreamEvent<ParserResponse>> => {
          if (event.event !== "done") return of(event);
          outcomes.push(...event.data.sources);
          const answer = { ...event.data, sources: [...outcomes] };
          found = answer.items.length > 0;
          empty ??= answer;
          return found ? of({ event: "done", data: answer }) : EMPTY;
        }),
        catchError((thrown: unknown) => {
          const error = toSourceError(thrown);
          failure ??= error;
          outcomes.push({ id: source.id, status: error.kind, items: 0, time_ms: 0, error: error.message });
          return EMPTY;
        }),
      ),
    );
    const nothing$ = defer((): Observable<StreamEvent<ParserResponse>> => {
      if (found) return EMPTY;
      if (empty) return of({ event: "done", data: { ...empty, sources: [...outcomes] } });
      return throwError(() => failure ?? new SourceError("unknown-source", "There is no source to ask."));
    });
    return concat(...tried, nothing$);
  });
}
