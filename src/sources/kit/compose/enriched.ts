import { catchError, concatMap, defaultIfEmpty, EMPTY, map, take } from "rxjs";
import { toSourceError } from "../../../errors.ts";
import type { Reader } from "../../source.ts";

/**
 * Joins what another answer says to what the first finds. The other is a help only: where it fails, that is noted, and
 * the first goes without it.
 *
 *     main: --a--|
 *     more:      --b--|     or --|     or --#  (noted)
 *     out:  --------(ab)|   or -----(a)|
 */
export function enriched<Input, Main, More, Out>(
  main: Reader<Input, Main>,
  more: Reader<Input, More>,
  join: (main: Main, more: More | undefined, input: Input) => Out,
): Reader<Input, Out> {
  return (input, context) =>
    main(input, context).pipe(
      concatMap((found) =>
        more(input, context).pipe(
          take(1),
          catchError((error) => {
            context.notice({ kind: "note", text: toSourceError(error).message });
            return EMPTY;
          }),
          defaultIfEmpty(undefined),
          map((besides) => join(found, besides, input)),
        ),
      ),
    );
}
