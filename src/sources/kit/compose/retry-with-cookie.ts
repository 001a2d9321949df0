import { concatMap, of } from "rxjs";
import type { HttpResponse } from "../../../upstream/types.ts";
import type { Reader } from "../../source.ts";

/**
 * Sends a request once more when its answer was such, and takes the second answer whatever it is: for upstreams that
 * refuse whoever does not bring the cookie which that very refusal sets.
 */
export function retryWithCookie<Input, Out>(
  when: (response: HttpResponse) => boolean,
  reader: Reader<Input, Out>,
): Reader<Input, Out> {
  return (input, context) =>
    reader(input, {
      ...context,
      fetch: (request) =>
        context.fetch(request).pipe(concatMap((response) => (when(response) ? context.fetch(request) : of(response)))),
    });
}
