import { type Observable, tap } from "rxjs";
import type { HttpHead, Upstream } from "./types.ts";

/**
 * Notes in `replayed.seen` that a recording was served; it stays so: whether a value held since then, or a flight that two
 * requests share, is a recording can no longer be told.
 */
export function notingReplayed(upstream: Upstream, replayed: { seen: boolean }): Upstream {
  const noted = <T extends HttpHead>(answer$: Observable<T>): Observable<T> =>
    answer$.pipe(
      tap((head) => {
        if (head.replayed) replayed.seen = true;
      }),
    );
  return {
    ...upstream,
    http: (request) => noted(upstream.http(request)),
    httpStream: (request) => noted(upstream.httpStream(request)),
    render: (job) => noted(upstream.render(job)),
  };
}
