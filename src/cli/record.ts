import {
  catchError,
  concat,
  concatMap,
  defer,
  finalize,
  from,
  ignoreElements,
  type MonoTypeOperatorFunction,
  map,
  type Observable,
  of,
  tap,
} from "rxjs";
import { toSourceError } from "../errors.ts";
import { saveExchange } from "../replay/recorder.ts";
import type { Runtime } from "../runtime.ts";
import { keysOf, runSource } from "../sources/run.ts";
import type { Runnable } from "../sources/source.ts";
import type { HttpRequest, HttpResponse, HttpStream, Upstream } from "../upstream/types.ts";

export interface Order {
  readonly source: Runnable;
  readonly q: string;
}

/** `tributary record`: asks each source, one after another, and saves every HTTP exchange below `dir`; emits a line per source. */
export function record(runtime: Runtime, orders: readonly Order[], dir: string): Observable<string> {
  return from(orders).pipe(concatMap((order) => recordOne(runtime, order, dir)));
}

function recordOne({ env }: Runtime, { source, q }: Order, dir: string): Observable<string> {
  return defer(() => {
    const secrets = Object.values(keysOf(source, env));
    const stamp = new Date();
    const name = stamp.toISOString().slice(0, 19).replaceAll(":", "");
    let saved = 0;
    const save = (request: HttpRequest, response: HttpResponse): void => {
      saved += 1;
      saveExchange(dir, source, `${name}-${saved}`, { request, response }, secrets, stamp);
    };
    const upstream: Upstream = {
      ...env.upstream,
      http: (request) => env.upstream.http(request).pipe(tap((response) => save(request, response))),
      httpStream: (request) => env.upstream.httpStream(request).pipe(passingOn((response) => save(request, response))),
    };
    const ask = { q, pagecount: 1, noCache: true, options: {}, probe: true };
    const line = (outcome: string): string => `${source.category}/${source.id}: ${saved} exchanges saved, ${outcome}`;
    let items = 0;
    const asked$ = runSource(source, ask, { ...env, upstream }).pipe(
      tap(() => {
        items += 1;
      }),
      ignoreElements(),
    );
    // What nobody wanted more of is told of when the source is let go.
    return concat(
      asked$,
      defer(() => of(line(`${items} items`))),
    ).pipe(catchError((error) => of(line(toSourceError(error).message))));
  });
}

/**
 * Lets streamed answers pass and tells of each as a whole, once its body has ended or nobody wants more of it; a body that
 * nobody begins to read counts as empty, one that fails is not told of.
 *
 *     streams: --h--|         body: --ab--cd--|
 *     told:    --------------------------{h, abcd}
 */
function passingOn(tell: (response: HttpResponse) => void): MonoTypeOperatorFunction<HttpStream> {
  return (streams$) =>
    defer(() => {
      const unread = new Set<HttpStream>();
      return streams$.pipe(
        map((stream) => {
          unread.add(stream);
          const chunks: Uint8Array[] = [];
          const done = (): void => tell({ ...stream, body: Buffer.concat(chunks) });
          const body = stream.body.pipe(
            tap({
              subscribe: () => unread.delete(stream),
              next: (chunk) => chunks.push(chunk),
              complete: done,
              unsubscribe: done,
            }),
          );
          return { ...stream, body };
        }),
        finalize(() => {
          for (const stream of unread) tell({ ...stream, body: new Uint8Array() });
        }),
      );
    });
}
