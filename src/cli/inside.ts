import { concatMap, defer, finalize, map, type Observable, shareReplay, tap } from "rxjs";
import { askInside } from "../http/internal-requests.ts";
import type { Runtime } from "../runtime.ts";
import type { AskInside } from "../tasks/units.ts";

interface InsideOptions {
  /** Whether the process works on what is ordered, for as long as it lives; else it is left to others. */
  readonly works: boolean;
  /** Gets the log: over stdio standard output belongs to the protocol. */
  readonly log: NodeJS.WritableStream;
}

/**
 * The service's own interface without a port, for faces that order work for the background where no service is in the
 * process. It is loaded with the first question, and closed with the stream that `use` gives.
 */
export const withInside = <T>(
  { config, env, metrics, admission, keys, categories, broken }: Runtime,
  { works, log }: InsideOptions,
  use: (inside: AskInside) => Observable<T>,
): Observable<T> =>
  defer(() => {
    let close = (): void => undefined;
    const server$ = defer(() => import("../http/server.ts")).pipe(
      map(({ createServer }) =>
        createServer({
          config: works ? config : { ...config, TASKS_VISITS: 0 },
          env,
          metrics,
          admission,
          keys,
          categories,
          broken,
          worksOnly: works,
          log: { level: config.LOG_LEVEL, stream: log },
        }),
      ),
      tap((server) => {
        close = () => void server.close();
      }),
      shareReplay(1),
    );
    const inside: AskInside = (request, owner) =>
      server$.pipe(concatMap((server) => askInside(server)(request, owner)));
    return use(inside).pipe(finalize(() => close()));
  });
