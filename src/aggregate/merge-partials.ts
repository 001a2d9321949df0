import { merge, type Observable, scan } from "rxjs";

/**
 * A section that grows out of parts, each of which may come at any time or not at all: what is known so far, whenever a part is
 * there. A part's later value takes the place of its earlier one.
 *
 *     stops:    --s-----|
 *     stations: ----t--|
 *     grown:    --S-T--|     S = {s}, T = {s, t}
 */
export const mergePartials = <T extends object>(...parts: readonly Observable<Partial<T>>[]): Observable<Partial<T>> =>
  merge(...parts).pipe(scan((all, part) => ({ ...all, ...part }), {}));
