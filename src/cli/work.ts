import { concat, defer, exhaustMap, finalize, from, map, NEVER, type Observable, takeUntil, throwError } from "rxjs";
import { SourceError } from "../errors.ts";
import { createServer } from "../http/server.ts";
import type { Runtime } from "../runtime.ts";
import { serving } from "./serve.ts";
import { graceFor } from "./signals.ts";

/**
 * `tributary work`: works on the tasks in Redis until it is stopped, and answers /health and /metrics where it `listens`.
 * Fails with `bad-query` without TASKS_REDIS_URL.
 */
export const work = (runtime: Runtime, listens: boolean, stopped$: Observable<number>): Observable<string> =>
  defer(() => {
    const { TASKS_REDIS_URL, TASKS_VISITS, TASKS_UNITS } = runtime.config;
    if (TASKS_REDIS_URL === undefined) return throwError(() => new SourceError("bad-query", WITHOUT_REDIS));
    if (TASKS_VISITS === 0)
      return throwError(() => new SourceError("bad-query", "TASKS_VISITS=0 leaves tributary work nothing to do."));
    const drained$ = stopped$.pipe(map(graceFor));
    const begun$: Observable<{ readonly url?: string }> = listens
      ? serving(runtime, { worksOnly: true, drained$ })
      : unheard(runtime, drained$);
    return begun$.pipe(
      map(({ url }) => {
        const health = url === undefined ? "" : `; ${url}/health tells how it fares`;
        return `Tributary works on tasks: ${TASKS_VISITS} pages and ${TASKS_UNITS} units at once${health}`;
      }),
    );
  });

const WITHOUT_REDIS =
  "tributary work needs TASKS_REDIS_URL, the Redis that holds the tasks; without one, tributary serve works on its own.";

/** Works without a port. */
const unheard = (
  { config, env, metrics, admission, keys, categories, broken }: Runtime,
  drained$: Observable<number>,
): Observable<{ readonly url?: string }> =>
  defer(() => {
    const server = createServer({ config, env, metrics, admission, keys, categories, broken, worksOnly: true });
    return concat(from(server.ready()), NEVER).pipe(
      map(() => ({})),
      takeUntil(drained$.pipe(exhaustMap((graceMs) => server.drain(graceMs)))),
      finalize(() => void server.close()),
    );
  });
