import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { concat, mergeMap, NEVER, Observable, switchMap, take, takeUntil } from "rxjs";
import { acceptedBeside, type PortOptions, portOptions } from "../accepting.ts";
import { bearerIn, CHALLENGE, corsAnswer, hostRefusal, originRefusal } from "../access.ts";
import { SourceError } from "../errors.ts";
import { keyRefusal } from "../keys/keyring.ts";
import { createKeys } from "../keys/keys.ts";
import { serveOneAtATime } from "../pipelining.ts";
import { noteClient } from "./asking.ts";
import { within } from "./call-span.ts";
import type { Handling, HttpOptions } from "./http.ts";
import { createProbes } from "./probes.ts";
import { createStopping, type Stopping } from "./stopping.ts";

/** Not by an import, which would read each of its names, and with one of them load a client of Node's own that nothing needs. */
const { createServer } = process.getBuiltinModule("node:http");

const PATH = "/mcp";
const ARRIVAL_MS = 30_000;
/** How long a connection is kept for the next message, as REST's is: a model thinks for longer than Node's five seconds. */
const KEPT_MS = 72_000;
/** Headers that a page's scripts may read: those of the protocol, and who may ask when. */
const EXPOSED = "mcp-session-id, mcp-protocol-version, retry-after, www-authenticate";
const METHODS = "GET, POST, DELETE";
/** What the protocol leaves to a server. */
const REFUSED = -32_000;

/**
 * Serves the protocol over HTTP for as long as it is subscribed; emits the address once it listens. `drained$` emits the
 * milliseconds that calls under way have once the server is asked to stop: new ones are refused, and then it completes.
 */
export const listenMcp = (
  options: HttpOptions,
  { host, port, drained$ = NEVER }: { host: string; port: number; drained$?: Observable<number> | undefined },
): Observable<string> =>
  new Observable((url) => {
    const stopping = createStopping();
    const server = createMcpServer(options, stopping);
    const backlog = options.config.MAX_CONNECTIONS;
    const listening = (options: PortOptions): Observable<string> =>
      new Observable((at) => {
        server.once("error", (error) => at.error(error));
        server.listen({ host, port, backlog, ...options }, () => {
          const address = server.address();
          const its = typeof address === "object" && address !== null ? address.port : port;
          at.next(`http://${host.includes(":") ? `[${host}]` : host}:${its}${PATH}`);
          at.complete();
        });
      });
    url.add(
      concat(
        portOptions(host, port).pipe(mergeMap(listening)),
        acceptedBeside(server, backlog).pipe(takeUntil(drained$)),
        NEVER,
      ).subscribe(url),
    );
    url.add(
      drained$
        .pipe(
          take(1),
          switchMap((graceMs) => stopping.drain(server, graceMs)),
        )
        .subscribe({
          error: (error: unknown) => url.error(error),
          complete: () => url.complete(),
        }),
    );
    return () => {
      server.close();
      server.closeAllConnections();
    };
  });

/** Answers requests at `/mcp`, whoever listens for them. */
export interface McpRequests {
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** The server at `/mcp`, not listening yet. */
export function createMcpServer(options: HttpOptions, stopping: Stopping = createStopping()): Server {
  const requests = createMcpRequests(options, stopping);
  const server = createServer(
    {
      requestTimeout: ARRIVAL_MS,
      headersTimeout: ARRIVAL_MS,
      keepAliveTimeout: KEPT_MS,
      maxHeaderSize: 16_384,
    },
    requests.handle,
  );
  server.maxConnections = options.config.MAX_CONNECTIONS;
  serveOneAtATime(server);
  server.on("close", requests.close);
  return server;
}

/**
 * What answers at `/mcp`. It refuses what may not be answered; what speaks the protocol is imported with the first request
 * that may.
 */
export function createMcpRequests(options: HttpOptions, stopping: Stopping = createStopping()): McpRequests {
  const { config, onFailure } = options;
  const probes = createProbes(options);
  const keys = options.keys ?? createKeys(config, { log: (message) => onFailure?.(message, undefined) });
  let handling: Promise<Handling> | undefined;
  return {
    handle(request, response) {
      response.setHeader("x-content-type-options", "nosniff");
      if (probes(request, response)) return;
      const { preflight, headers } = corsAnswer(request.method, request.headers, {
        origins: config.CORS_ORIGINS,
        exposed: EXPOSED,
        methods: METHODS,
      });
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      if (preflight) return void response.writeHead(204).end();
      const refusal = refused(request) ?? stopping.refusal();
      if (refusal) return refuse(response, refusal);
      noteClient(request, keys.asksForKeys() ? keyIn(request) : undefined);
      stopping.count(request, response);
      handling ??= import("./http.ts").then(({ createHandling }) =>
        createHandling({ weightOf: keys.weightOf, ...options, keys, late$: stopping.late$ }),
      );
      handling.then(
        ({ handle }) => within(request.headers, () => handle(request, response)),
        (error: unknown) => {
          handling = undefined;
          onFailure?.("the protocol could not be loaded", error);
          refuse(response, new SourceError("internal", "Something went wrong on our side; the log has the details."));
        },
      );
    },
    close() {
      if (!options.keys) void keys.close();
      void handling?.then(({ close }) => close());
    },
  };

  function refusedKey(given: string | undefined): SourceError | undefined {
    return keys.asksForKeys() && !keys.holderOf([given ?? []].flat()) ? keyRefusal(given) : undefined;
  }

  function refused({ url = "/", headers }: IncomingMessage): SourceError | undefined {
    const path = url.split("?")[0]?.replace(/\/$/, "");
    return (
      hostRefusal(headers.host, config, keys.asksForKeys()) ??
      originRefusal(headers.origin, config) ??
      refusedKey(keyIn({ headers })) ??
      (path === PATH ? undefined : new SourceError("not-found", `There is only ${PATH} here.`))
    );
  }
}

const keyIn = ({ headers }: Pick<IncomingMessage, "headers">): string | undefined =>
  bearerIn(headers.authorization) ?? [headers["x-api-key"]].flat()[0];

function refuse(response: ServerResponse, { status, kind, message }: SourceError): void {
  if (kind === "unauthorized") response.setHeader("www-authenticate", CHALLENGE);
  response
    .writeHead(status, { "content-type": "application/json", connection: "close" })
    .end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: REFUSED, message } }));
}
