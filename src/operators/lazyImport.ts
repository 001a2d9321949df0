import { defer, from, type Observable, switchMap } from "rxjs";

/**
 * A stream of a module that is imported by the first who subscribes, so that the service need not wait for it to start.
 *
 *     load:   --m|
 *     use(m):   -a-b|
 *     out:    ---a-b|
 */
export const lazyImport = <Module, T>(
  load: () => Promise<Module>,
  use: (module: Module) => Observable<T>,
): Observable<T> => defer(() => from(load())).pipe(switchMap(use));
