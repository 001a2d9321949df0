import type { IncomingMessage, ServerResponse } from "node:http";
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  catchError,
  concat,
  connect,
  defer,
  EMPTY,
  exhaustMap,
  finalize,
  type MonoTypeOperatorFunction,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  switchMap,
  take,
  takeUntil,
  tap,
} from "rxjs";
import { acceptedBeside, portOptions } from "../accepting.ts";
import type { ServerDeps } from "../http/app-context.ts";
import { askInside } from "../http/internal-requests.ts";
import { createServer } from "../http/server.ts";
import type { McpRequests } from "../mcp/http-server.ts";
import { lazyImport } from "../operators/lazyImport.ts";
import type { Runtime } from "../runtime.ts";
import type { AskInside } from "../tasks/units.ts";
import { brokenLines } from "./broken.ts";
import { unwritable } from "./data-dir.ts";
import { openPortWarning } from "./open-port.ts";
import { orPortTaken } from "./port-taken.ts";
import { graceFor } from "./signals.ts";

interface Serving {
  readonly url: string;
  /** The same interface, asked from within. */
  readonly inside: AskInside;
}

/** `tributary serve`: REST, and the tools beside it; emits what a newcomer reads first, and ends once answers under way have had their time. */
export const serve = (runtime: Runtime, stopped$: Observable<number>, err: NodeJS.WritableStream): Observable<string> =>
  defer(() => {
    const warning = openPortWarning(runtime.config, runtime.keys);
    for (const line of [warning, unwritable(runtime.config), ...brokenLines(runtime)]) if (line) err.write(`${line}\n`);
    const drained$ = stopped$.pipe(map(graceFor));
    const mounted = toolsAt(runtime, err);
    return serving(runtime, { drained$, tools: mounted.handle }).pipe(
      tap(({ inside }) => mounted.begin(inside)),
      finalize(mounted.close),
      settled(),
      connect((rest$) =>
        merge(
          rest$.pipe(map(welcome)),
          rest$.pipe(
            take(1),
            switchMap(({ inside }) => tools(runtime, inside, drained$, err)),
          ),
        ),
      ),
    );
  });

/** The tools' protocol beside REST; where its port is taken, REST is served alone, and it is said. */
const tools = (
  runtime: Runtime,
  inside: AskInside,
  drained$: Observable<number>,
  err: NodeJS.WritableStream,
): Observable<string> =>
  lazyImport(
    () => import("./mcp.ts"),
    ({ mcpDeps, servedAt, servingMcp }) =>
      servingMcp({ ...mcpDeps(runtime, err, process.stdout), inside }, { drained$ }).pipe(map(servedAt)),
  ).pipe(
    catchError((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      err.write(`Warning: the tools (MCP) are not served: ${why}\n`);
      return EMPTY;
    }),
  );

/** The tools at the port of REST: what speaks their protocol is loaded with its first request. */
function toolsAt(runtime: Runtime, err: NodeJS.WritableStream) {
  let loaded: Promise<McpRequests> | undefined;
  let ask: AskInside | undefined;
  return {
    begin(inside: AskInside): void {
      ask = inside;
    },
    handle(request: IncomingMessage, response: ServerResponse): void {
      loaded ??= import("./mcp.ts").then(({ mcpDeps, mountedMcp }) =>
        mountedMcp({ ...mcpDeps(runtime, err, process.stdout), ...(ask && { inside: ask }) }),
      );
      loaded.then(
        ({ handle }) => handle(request, response),
        (error: unknown) => {
          loaded = undefined;
          err.write(`tributary: the protocol of the tools could not be loaded: ${String(error)}\n`);
          response.writeHead(500).end();
        },
      );
    },
    close: () => void loaded?.then(({ close }) => close()),
  };
}

interface ServingOptions {
  /** Speaks the protocol of the tools at `/mcp`. */
  readonly tools?: NonNullable<ServerDeps["tools"]>;
  /** Every answer is labelled as replayed. */
  readonly replay?: boolean;
  /** Only /health and /metrics are answered; see `ServerDeps`. */
  readonly worksOnly?: boolean;
  /** Milliseconds that answers under way have to come to their end: nothing new is begun once it emits, and then comes the end. */
  readonly drained$?: Observable<number>;
}

/** Serves REST for as long as it is subscribed; emits once it listens. */
export function serving(
  { config, env, metrics, admission, keys, categories, broken }: Runtime,
  { replay = false, worksOnly = false, drained$ = NEVER, tools }: ServingOptions = {},
): Observable<Serving> {
  return defer(() => {
    openPortWarning(config, keys);
    const server = createServer({
      config,
      env,
      metrics,
      admission,
      keys,
      categories,
      broken,
      replay,
      worksOnly,
      ...(tools && { tools }),
    });
    // Node's own backlog of 511 is full when a thousand come at once: the others would try again seconds later.
    const { HOST: host, PORT: port, MAX_CONNECTIONS: backlog } = config;
    return concat(
      portOptions(host, port).pipe(mergeMap((options) => server.listen({ host, port, backlog, ...options }))),
      acceptedBeside(server.server, backlog).pipe(takeUntil(drained$)),
      NEVER,
    ).pipe(
      orPortTaken(host, port, "PORT"),
      map((url) => ({ url, inside: askInside(server) })),
      takeUntil(drained$.pipe(exhaustMap((graceMs) => server.drain(graceMs)))),
      finalize(() => void server.close()),
    );
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
function welcome({ url }: Serving): string {
  return [
    `Tributary listens on ${url}`,
    "",
    "Try:",
    `  ${url}/                                                   a page to search from, for a browser`,
    `  curl '${url}/search?q=rxjs+backpressure&pagecount=1'      every engine, merged and ranked`,
    `  curl -N -H 'accept: text/event-stream' '${url}/search?q=rxjs+backpressure'   the same, as results arrive`,
    `  curl '${url}/extract?q=https://example.com'               a page's clean text`,
    `  curl '${url}/parsers'                                     every source`,
    `  ${url}/docs                                               the interface, to read`,
    `  ${url}/health                                             which engines answer, which rest`,
    "",
  ].join("\n");
}
