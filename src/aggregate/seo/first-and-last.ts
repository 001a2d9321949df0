import { filter, type MonoTypeOperatorFunction, merge, take, takeLast } from "rxjs";
import { fork } from "../../operators/fork.ts";

/**
 * The first value of which something holds, and the last one of all.
 *
 *     source:              --a--b--c--d|
 *     firstAndLast(of b on): -----b-----(d|)
 */
export const firstAndLast = <T>(holds: (value: T) => boolean): MonoTypeOperatorFunction<T> =>
  fork((shared$) => merge(shared$.pipe(filter(holds), take(1)), shared$.pipe(takeLast(1))));
