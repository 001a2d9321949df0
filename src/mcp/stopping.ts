import type { IncomingMessage, Server, ServerResponse } from "node:http";
import {
  BehaviorSubject,
  concat,
  defer,
  EMPTY,
  filter,
  ignoreElements,
  type Observable,
  ReplaySubject,
  race,
  take,
  timer,
} from "rxjs";
import { SourceError } from "../errors.ts";

/** What a connection may take to carry a last word away. */
const LAST_WORD_MS = 500;

/** How a server ends its answers, rather than cut them off. */
export interface Stopping {
  /** Fails with `stopping` once answers under way have had their time. */
  readonly late$: Observable<never>;
  /** Why a request that comes now is not served; undefined while the server is not being stopped. */
  refusal(): SourceError | undefined;
  /** Counts a call until its answer has left. */
  count(request: IncomingMessage, response: ServerResponse): void;
  /** Stops listening, lets calls under way come to their end for so many milliseconds, and completes. */
  drain(server: Server, graceMs: number): Observable<never>;
}

export function createStopping(): Stopping {
  const open$ = new BehaviorSubject(0);
  const late$ = new ReplaySubject<never>();
  const error = (): SourceError => new SourceError("stopping", "The service is being stopped; ask again in a while.");
  let stopped = false;
  const allDone = (withinMs: number): Observable<never> =>
    race(open$.pipe(filter((open) => open === 0)), timer(withinMs)).pipe(take(1), ignoreElements());
  return {
    late$,
    refusal: () => (stopped ? error() : undefined),
    count({ method }, response) {
      // A stream to listen to has no end that is worth waiting for.
      if (method !== "POST") return;
      open$.next(open$.value + 1);
      response.once("close", () => open$.next(open$.value - 1));
    },
    drain: (server, graceMs) =>
      concat(
        defer(() => {
          stopped = true;
          server.close();
          return allDone(graceMs);
        }),
        defer(() => {
          late$.error(error());
          return EMPTY;
        }),
        allDone(LAST_WORD_MS),
      ),
  };
}
