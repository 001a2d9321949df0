import { Observable, type OperatorFunction } from "rxjs";

/**
 * Gathers neighbours of one key into groups; a group leaves as soon as its first stranger, or the end, is there.
 *
 *     rows:   --a1--a2--b1--a3--|
 *     groups: ----------[a1,a2]-[b1]-([a3]|)
 */
export function adjacent<T>(keyOf: (value: T) => string): OperatorFunction<T, readonly T[]> {
  return (rows$) =>
    new Observable((groups) => {
      let key = "";
      let group: T[] = [];
      return rows$.subscribe({
        next: (row) => {
          const its = keyOf(row);
          if (group.length > 0 && its !== key) {
            const done = group;
            group = [row];
            key = its;
            groups.next(done);
            return;
          }
          key = its;
          group.push(row);
        },
        error: (error) => groups.error(error),
        complete: () => {
          if (group.length > 0) groups.next(group);
          groups.complete();
        },
      });
    });
}
