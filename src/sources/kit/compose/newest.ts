import { Observable, type OperatorFunction } from "rxjs";

/**
 * Holds the `count` values with the latest dates, and hands them out at the end, the latest first; of one date the later
 * arrival comes first. Memory is bounded by `count`.
 *
 *     sales:  --1--3--2--|
 *     newest: -----------(3 2|)    with count 2
 */
export function newest<T>(count: number, dateOf: (value: T) => string): OperatorFunction<T, T> {
  return (values$) =>
    new Observable((out) => {
      let held: T[] = [];
      const latest = (): T[] =>
        held
          .toReversed()
          .toSorted((a, b) => dateOf(b).localeCompare(dateOf(a)))
          .slice(0, count);
      return values$.subscribe({
        next: (value) => {
          held.push(value);
          if (held.length >= 2 * count) held = latest().toReversed();
        },
        error: (error) => out.error(error),
        complete: () => {
          for (const value of latest()) out.next(value);
          out.complete();
        },
      });
    });
}
