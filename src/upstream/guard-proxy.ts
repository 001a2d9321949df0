import { randomBytes, timingSafeEqual } from "node:crypto";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
  type ServerResponse,
} from "node:http";
import { request as requestHttps } from "node:https";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { LRUCache } from "lru-cache";
import { catchError, Observable, of, timeout } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError, toSourceError } from "../errors.ts";
import { bareHost, type Guard, lookupThrough } from "./guard.ts";

const CONNECT_MS = 10_000;
/** With a gateway, a name that nobody resolves within this time is the gateway's to judge. */
const GATEWAY_RESOLVE_MS = 1_000;
/** Headers of one hop (RFC 9110 §7.6.1): they are not forwarded. */
const HOP_HEADERS = ["connection", "proxy-connection", "proxy-authorization", "keep-alive", "te", "trailer", "upgrade"];

/** Where Chromium itself, not the page, asks for updates and the time, whatever it is told: nobody asked it to. */
const BROWSER_SERVICES = new Set([
  "update.googleapis.com",
  "clients2.google.com",
  "optimizationguide-pa.googleapis.com",
]);

/** A refusal of the proxy's own carries this header, with the proxy's token: a page's own answer cannot be one. */
export const REFUSAL_HEADER = "x-tributary-refusal";

/** A browser's way out. */
export interface WayOut {
  /** What `REFUSAL_HEADER` holds. */
  readonly token: string;
  /** Why the last request to the URL's host and port was not let through, or did not get through. */
  failureAt(url: string): SourceError | undefined;
}

export interface GuardProxy extends WayOut {
  readonly port: number;
  /** Absent where it listens on 127.0.0.1 alone. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

/**
 * A forward proxy (plain HTTP and CONNECT) on loopback that looks at every target through the guard and connects to the
 * checked address only: whatever a browser asks, sub-requests, redirects and web sockets included, is held to the same
 * rules as our own requests. With `UPSTREAM_GATEWAY` plain requests go to the gateway and CONNECT is refused, for it
 * would go round it. Listens from subscription; unsubscribing closes it and every connection through it. `openPort`: it listens there
 * for other machines too, and asks for credentials, made anew each time.
 */
export function guardProxy(
  config: Pick<Config, "UPSTREAM_GATEWAY">,
  guard: Guard,
  openPort?: number,
): Observable<GuardProxy> {
  return new Observable((proxy) => {
    const failures = new LRUCache<string, SourceError>({ max: 1_000 });
    const token = randomBytes(16).toString("hex");
    const credentials =
      openPort === undefined ? undefined : { username: "tributary", password: randomBytes(24).toString("hex") };
    const isKnown = knows(credentials);
    const sockets = new Set<Duplex>();
    const held = <T extends Duplex>(socket: T): T => {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      return socket;
    };
    const gateway = config.UPSTREAM_GATEWAY;
    const addressesOf = (url: URL): Observable<readonly string[]> =>
      gateway ? ifKnown(guard, url) : guard.resolve(url.hostname);
    const failed = (url: string, error: unknown): SourceError => {
      const failure = toSourceError(error);
      failures.set(authorityOf(url), failure);
      return failure;
    };
    const reached = (url: string): void => {
      failures.delete(authorityOf(url));
    };

    const server = createServer((asked, answer) => {
      if (!isKnown(asked)) {
        answer.writeHead(407, { "proxy-authenticate": REALM }).end();
        return;
      }
      const target = asked.url ?? "";
      const refuse = (error: unknown): void => refusal(answer, failed(target, error), token);
      const url = checked(guard, target, refuse);
      if (!url) return;
      if (url.protocol !== "http:")
        return refuse(new SourceError("bad-query", "Only http URLs are asked in the clear."));
      const pending = addressesOf(url).subscribe({
        next: (addresses) => forward(asked, answer, url, gateway, addresses, refuse, () => reached(target)),
        error: refuse,
      });
      answer.once("close", () => pending.unsubscribe());
    });

    server.on("connection", held);
    server.on("connect", (asked: IncomingMessage, client: Duplex, head: Buffer) => {
      const target = `https://${asked.url}/`;
      const refuse = (error: unknown): void => {
        const { kind } = failed(target, error);
        client.end(`HTTP/1.1 ${kind === "forbidden-target" ? "403 Forbidden" : "502 Bad Gateway"}\r\n\r\n`);
      };
      client.on("error", () => client.destroy());
      if (!isKnown(asked)) {
        client.end(
          `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${REALM}\r\ncontent-length: 0\r\n\r\n`,
        );
        return;
      }
      if (gateway) return refuse(new SourceError("unreachable", "With a gateway set no connection goes round it."));
      const url = checked(guard, target, refuse);
      if (!url) return;
      const pending = guard.resolve(url.hostname).subscribe({
        next: (addresses) => held(tunnel(url, addresses, client, head, refuse, () => reached(target))),
        error: refuse,
      });
      client.once("close", () => pending.unsubscribe());
    });

    server.on("error", (cause) => proxy.error(new SourceError("internal", "The browser's proxy failed.", { cause })));
    server.listen(openPort ?? 0, openPort === undefined ? "127.0.0.1" : undefined, () => {
      const address = server.address();
      if (address === null || typeof address === "string") return;
      proxy.next({
        port: address.port,
        token,
        failureAt: (url) => failures.get(authorityOf(url)),
        ...(credentials && { credentials }),
      });
    });
    return () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    };
  });
}

const REALM = 'Basic realm="tributary"';

/** Whether a request has the credentials, where there are any. */
function knows(credentials: GuardProxy["credentials"]): (asked: IncomingMessage) => boolean {
  if (!credentials) return () => true;
  const { username, password } = credentials;
  const wanted = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`);
  return ({ headers }) => {
    const given = Buffer.from(headers["proxy-authorization"] ?? "");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  };
}

/** `host:port` of a URL, the scheme's own port written out. */
export function authorityOf(written: string): string {
  const url = URL.parse(written);
  return url
    ? `${bareHost(url.hostname)}:${url.port || (["https:", "wss:"].includes(url.protocol) ? 443 : 80)}`
    : written;
}

function checked(guard: Guard, target: string, refuse: (error: unknown) => void): URL | undefined {
  try {
    const url = guard.checkUrl(target);
    if (!BROWSER_SERVICES.has(url.hostname)) return url;
    throw new SourceError("forbidden-target", `${url.hostname} is the browser's own service.`);
  } catch (error) {
    refuse(error);
    return undefined;
  }
}

/** The addresses where the name has any: they must be allowed. A name without any is the gateway's to know. */
export function ifKnown(guard: Guard, url: URL): Observable<readonly string[]> {
  return guard.resolve(url.hostname).pipe(
    timeout({ first: GATEWAY_RESOLVE_MS }),
    catchError((error) => {
      if (toSourceError(error).kind === "forbidden-target") throw error;
      return of([]);
    }),
  );
}

function refusal(answer: ServerResponse, failure: SourceError, token: string): void {
  if (answer.headersSent) {
    answer.destroy();
    return;
  }
  answer.writeHead(failure.kind === "forbidden-target" ? 403 : 502, {
    "content-type": "text/plain; charset=utf-8",
    [REFUSAL_HEADER]: token,
  });
  answer.end(failure.message);
}

const endToEnd = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name)));

function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  url: URL,
  gateway: string | undefined,
  addresses: readonly string[],
  refuse: (error: unknown) => void,
  reached: () => void,
): void {
  const via = gateway ? new URL(gateway) : url;
  const headers = endToEnd(asked.headers);
  const sent = (via.protocol === "https:" ? requestHttps : requestHttp)({
    host: bareHost(via.hostname),
    ...(via.port && { port: via.port }),
    path: gateway ? "/" : `${url.pathname}${url.search}`,
    method: asked.method ?? "GET",
    headers: gateway ? { ...headers, host: via.host, "x-upstream-url": url.href } : { ...headers, host: url.host },
    agent: false,
    ...(!gateway && { lookup: lookupThrough(() => of(addresses)) }),
  });
  sent.setTimeout(CONNECT_MS, () => sent.destroy(new SourceError("timeout", `${url.host} sent nothing for too long.`)));
  sent.on("response", (response) => {
    reached();
    response.on("error", () => answer.destroy());
    try {
      answer.writeHead(response.statusCode ?? 502, endToEnd(response.headers));
    } catch (cause) {
      response.destroy();
      return refuse(new SourceError("changed", `${url.host} answered with something that is not HTTP.`, { cause }));
    }
    response.pipe(answer);
  });
  sent.on("error", (cause) => refuse(unreachable(url.host, cause)));
  answer.once("close", () => sent.destroy());
  asked.pipe(sent);
}

function tunnel(
  url: URL,
  addresses: readonly string[],
  client: Duplex,
  head: Buffer,
  refuse: (error: unknown) => void,
  reached: () => void,
): Socket {
  const upstream = connect({
    host: bareHost(url.hostname),
    port: Number(url.port || 443),
    lookup: lookupThrough(() => of(addresses)),
  });
  let open = false;
  const slow = setTimeout(() => upstream.destroy(new Error("connecting took too long")), CONNECT_MS);
  upstream.once("connect", () => {
    open = true;
    reached();
    clearTimeout(slow);
    client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    upstream.write(head);
    upstream.pipe(client);
    client.pipe(upstream);
  });
  upstream.on("error", (cause) => {
    if (!open) refuse(unreachable(url.host, cause));
  });
  upstream.once("close", () => {
    clearTimeout(slow);
    if (open) client.destroy();
  });
  client.once("close", () => upstream.destroy());
  return upstream;
}

export const unreachable = (host: string, cause: Error): SourceError =>
  cause instanceof SourceError
    ? cause
    : new SourceError("unreachable", `${host} could not be reached: ${cause.message}.`, { cause });
