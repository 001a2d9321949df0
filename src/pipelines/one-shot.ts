import { filter, map, type Observable, take, throwIfEmpty } from "rxjs";
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
    filter((event) => event.event === "done" || event.event === "error"),
    map((event) => {
      if (event.event === "error") throw new SourceError(event.data.code, event.data.error);
      return event.data;
    }),
    take(1),
    throwIfEmpty(() => new SourceError("internal", "The stream ended without an answer.")),
  );
}
