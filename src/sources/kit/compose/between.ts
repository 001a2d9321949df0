import { concatMap, take } from "rxjs";
import type { Reader } from "../../source.ts";
import type { Ends } from "../requests/ends.ts";

/**
 * Looks both ends of a journey up, one after the other, and reads between what was found first of each; nothing where one
 * of them is not found.
 *
 *     from:   --A|
 *     to:        --B|
 *     reader:       (A to B)|
 */
export function between<Input extends Ends, Stop, Out>(
  find: Reader<Input & { readonly text: string }, Stop>,
  reader: Reader<Input & { readonly start: Stop; readonly end: Stop }, Out>,
): Reader<Input, Out> {
  return (input, context) => {
    const at = (text: string) => find({ ...input, text }, { ...context, pages: 1 }).pipe(take(1));
    return at(input.from).pipe(
      concatMap((start) => at(input.to).pipe(concatMap((end) => reader({ ...input, start, end }, context)))),
    );
  };
}
