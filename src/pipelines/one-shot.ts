import { concatMap, type Observable, of, take, throwError, throwIfEmpty } from "rxjs";
import { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";

/**
 * The answer a stream of events comes to: what its `done` carries, once. Fails as the stream fails, and with a
 * `SourceError` where it says `error` or ends without `done`.
 *
 *     events: --source--result--done|
 *     answer: ------------------(R|)
 */
export function oneShot<Response>(events$: Observable<StreamEvent<Response>>): Observable<Response> {
  return events$.pipe(
    concatMap((event) => {
      if (event.event === "done") return of(event.data);
      if (event.event === "error") return throwError(() => new SourceError(event.data.code, event.data.error));
      return [];
    }),
    take(1),
    throwIfEmpty(() => new SourceError("internal", "The stream ended without an answer.")),
  );
}
