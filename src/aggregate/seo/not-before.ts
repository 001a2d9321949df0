import { combineLatest, forkJoin, map, type Observable } from "rxjs";
import { gathered } from "../settled-result.ts";

/**
 * A value, not before other streams are over, be it that they failed.
 *
 *     value$: --v--|
 *     others: ----|  ------#
 *     out:    -------------v
 */
export const notBefore = <T>(value$: Observable<T>, others: readonly Observable<unknown>[]): Observable<T> =>
  combineLatest([value$, forkJoin(others.map((other$) => other$.pipe(gathered())))]).pipe(map(([value]) => value));
