import { concatMap, defer, type Observable, tap, timer } from "rxjs";
import type { HttpResponse } from "../../upstream/types.ts";
import type { Reader } from "../source.ts";

/**
 * Waits before the next request for as long as the last answer asked.
 *
 *     ask 1 --> answer (wait 2 s) ----2s----> ask 2 --> answer
 */
export function backingOff<Input, Out>(
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
            return pause > 0 ? timer(pause).pipe(concatMap(() => asked$)) : asked$;
          }).pipe(
            tap((response) => {
              until = context.now() + (waitMs(response) ?? 0);
            }),
          ),
      });
    });
}
