import { concatMap, type Observable, of, throwError, timer } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";

/**
 * For upstreams that answer 202 while they prepare an answer: asks again after each pause, `times` times at most, then
 * fails with `timeout`.
 *
 *     ask --> 202 ----pause----> ask --> answer
 */
export function pollUntilReady<Input, Out>(
  pauseMs: number,
  times: number,
  reader: Reader<Input, Out>,
): Reader<Input, Out> {
  return (input, context) => {
    const ask = (request: HttpRequest, left: number): Observable<HttpResponse> =>
      context.fetch(request).pipe(
        concatMap((response) => {
          if (response.status !== 202) return of(response);
          return left > 0
            ? timer(pauseMs).pipe(concatMap(() => ask(request, left - 1)))
            : throwError(
                () => new SourceError("timeout", `${context.source} is still preparing its answer (HTTP 202).`),
              );
        }),
      );
    return reader(input, { ...context, fetch: (request) => ask(request, times) });
  };
}
