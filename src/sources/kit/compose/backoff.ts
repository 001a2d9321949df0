import { concatMap, defer, type Observable, tap, throwError, timer } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";

/** Nobody waits longer for a further page. */
const LONGEST_MS = 60_000;

const tooLong = (source: string, pause: number): SourceError =>
  new SourceError("rate-limited", `${source} wants ${Math.ceil(pause / 1000)} s of rest before the next page.`, {
    retryAfterMs: pause,
  });

/**
 * Waits before the next request for as long as the last answer asked; more than a minute is `rate-limited`.
 *
 *     ask 1 --> answer (wait 2 s) ----2s----> ask 2 --> answer
 */
export function withBackoff<Input, Out>(
  waitMs: (response: HttpResponse) => number | undefined,
  reader: Reader<Input, Out>,
): Reader<Input, Out> {
  return (input, context) =>
    defer(() => {
      let until = 0;
      return reader(input, {
        ...context,
        fetch: (request): Observable<HttpResponse> =>
          defer(() => {
            const pause = until - context.now();
            const asked$ = context.fetch(request);
            if (pause > LONGEST_MS) return throwError(() => tooLong(context.source, pause));
            return pause > 0 ? timer(pause).pipe(concatMap(() => asked$)) : asked$;
          }).pipe(
            tap((response) => {
              until = context.now() + (waitMs(response) ?? 0);
            }),
          ),
      });
    });
}
