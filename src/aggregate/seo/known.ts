import { filter, map, type OperatorFunction, pipe } from "rxjs";

/**
 * What there is of each value; nothing of one where there is nothing.
 *
 *     source:          --a--b--|
 *     known(of b only): -----B--|
 */
export const known = <T, U>(of: (value: T) => U | undefined): OperatorFunction<T, U> =>
  pipe(
    map(of),
    filter((found) => found !== undefined),
  );
