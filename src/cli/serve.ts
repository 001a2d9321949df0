import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { type MonoTypeOperatorFunction, map, Observable, tap } from "rxjs";
import { createServer } from "../http/server.ts";
import type { Runtime } from "../runtime.ts";
import { categories } from "../sources/catalogue.ts";

interface Serving {
  readonly url: string;
}

/** `tributary serve`: emits what a newcomer reads first. */
export const serve = (runtime: Runtime): Observable<string> => serving(runtime).pipe(map(welcome), settled());

/** Serves REST for as long as it is subscribed; emits once it listens. */
export function serving(runtime: Runtime, { replay = false } = {}): Observable<Serving> {
  return new Observable((listening) => {
    const server = createServer({ config: runtime.config, env: runtime.env, categories, replay });
    const { HOST: host, PORT: port } = runtime.config;
    server.listen({ host, port }).then(
      (url) => listening.next({ url }),
      (error: unknown) => listening.error(error),
    );
    return () => void server.close();
  });
}

/**
 * Tidies up after the start, once the service listens and before it has work: the compiled code is kept for the next start
 * (which may come after a crash), and what only the start needed is collected, a third of the resident memory.
 */
function settled<T>(): MonoTypeOperatorFunction<T> {
  return tap(() => {
    setImmediate(() => {
      flushCompileCache();
      setFlagsFromString("--expose-gc");
      const collect: unknown = runInNewContext("gc");
      setFlagsFromString("--no-expose-gc");
      if (typeof collect === "function") collect({ type: "major", flavor: "last-resort" });
    });
  });
}

/** What a newcomer reads first. */
export function welcome({ url }: Serving): string {
  return [
    `Tributary listens on ${url}`,
    "",
    "Try:",
    `  curl '${url}/search?q=rxjs+backpressure&pagecount=1'      every engine, merged and ranked`,
    `  curl -N -H 'accept: text/event-stream' '${url}/search?q=rxjs+backpressure'   the same, as results arrive`,
    `  curl '${url}/extract?q=https://example.com'               a page's clean text`,
    `  curl '${url}/parsers'                                     every source`,
    `  ${url}/docs                                               the interface, to read`,
    `  ${url}/health                                             which engines answer, which rest`,
    "",
  ].join("\n");
}
