import { catchError, concatMap, count, defer, from, map, type Observable, of, tap } from "rxjs";
import { toSourceError } from "../errors.ts";
import { saveExchange } from "../replay/recorder.ts";
import type { Runtime } from "../runtime.ts";
import { keysOf, runSource } from "../sources/run.ts";
import type { Source } from "../sources/source.ts";
import type { Upstream } from "../upstream/types.ts";

export interface Order {
  readonly source: Source;
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
    const upstream: Upstream = {
      ...env.upstream,
      http: (request) =>
        env.upstream.http(request).pipe(
          tap((response) => {
            saved += 1;
            saveExchange(dir, source, `${name}-${saved}`, { request, response }, secrets, stamp);
          }),
        ),
    };
    const ask = { q, pagecount: 1, noCache: true, options: {}, probe: true };
    const line = (outcome: string): string => `${source.category}/${source.id}: ${saved} exchanges saved, ${outcome}`;
    return runSource(source, ask, { ...env, upstream }).pipe(
      count(),
      map((items) => line(`${items} items`)),
      catchError((error) => of(line(toSourceError(error).message))),
    );
  });
}
