import { distinct } from "rxjs";
import type { Reader } from "../../source.ts";

/**
 * Tells what comes twice once: of the items with one key the first.
 *
 *     reader: --a--b--a--c--|
 *     once:   --a--b-----c--|
 */
export function distinctBy<Input, Out>(key: (out: Out) => unknown, reader: Reader<Input, Out>): Reader<Input, Out> {
  return (input, context) => reader(input, context).pipe(distinct(key));
}
