import type { Socket } from "node:net";
import { map, Observable, of, switchMap, throwError, timeout } from "rxjs";
import { Agent, type buildConnector, type Dispatcher } from "undici";
import { SourceError } from "../errors.ts";
import { type Connect, connecting } from "./connecting.ts";
import { bareHost } from "./guard.ts";
import { createIdleSockets, type IdleSockets } from "./idle-sockets.ts";
import { type ProxyOf, takesAddresses } from "./proxies.ts";
import type { ResolveAddresses } from "./resolve.ts";
import type { SocketStats } from "./stats.ts";
import { tunnel } from "./tunnel.ts";

/** How long an idle connection is kept for the next request to the same origin, where the origin does not say how long it keeps it. */
const KEEP_ALIVE_MS = 10_000;
/** How long at most, where it does. */
const KEEP_ALIVE_MAX_MS = 60_000;

export interface PoolOptions {
  /** Resolves the names that sockets connect to. */
  readonly resolve: ResolveAddresses;
  readonly connectTimeoutMs: number;
  /** Looks at the address a socket ended up at, before anything is sent; what it throws is the request's error. */
  readonly checkAddress?: (address: string) => void;
  /** Which origins are reached through a tunnel, and how the proxies' own names are resolved. */
  readonly proxies?: { readonly of: ProxyOf; readonly resolve: ResolveAddresses };
}

/** Keep-alive connections by origin, with connecting sockets closed once nobody waits for them any more. */
export interface ConnectionPool {
  readonly dispatcher: Dispatcher;
  /** Announces a request that waits for a connection to `origin`; the returned function says that it no longer does. */
  waiting(origin: string): () => void;
  sockets(): SocketStats;
  /** Connections that no request uses. */
  readonly idle: IdleSockets;
  /** Drops every connection. */
  close(): Promise<void>;
}

/** The connections of several pools together. */
export const socketsOf = (pools: readonly ConnectionPool[]): SocketStats => sumOf(pools.map((pool) => pool.sockets()));

const sumOf = (parts: readonly SocketStats[]): SocketStats =>
  parts.reduce(
    (sum, { connected, free, running, waiting }) => ({
      connected: sum.connected + connected,
      free: sum.free + free,
      running: sum.running + running,
      waiting: sum.waiting + waiting,
    }),
    { connected: 0, free: 0, running: 0, waiting: 0 },
  );

export function createPool({ resolve, connectTimeoutMs, checkAddress, proxies }: PoolOptions): ConnectionPool {
  const connect = connecting(resolve, connectTimeoutMs);
  const connectToProxy = proxies && connecting(proxies.resolve, connectTimeoutMs);
  const waiters = new Map<string, number>();
  /** By origin: how each connection that is being made is given up. */
  const begun = new Map<string, Set<(why: Error) => void>>();

  const connector: buildConnector.connector = (options, callback) => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`;
    let settled = false;
    const settle: buildConnector.Callback = (...[error, socket]) => {
      if (settled) return;
      settled = true;
      const others = begun.get(origin);
      others?.delete(giveUp);
      if (others?.size === 0) begun.delete(origin);
      if (error) callback(error, null);
      else callback(null, socket);
    };
    let giveUp: (why: Error) => void;
    const proxy = proxies?.of(new URL(origin));
    if (proxy && connectToProxy) {
      const opening = throughProxy(proxy, options, connectToProxy).subscribe({
        next: (socket) => settle(null, socket),
        error: (error) => settle(error, null),
      });
      giveUp = (why) => {
        opening.unsubscribe();
        settle(why, null);
      };
    } else {
      const socket = connect(options, (...[error, connected]) => {
        if (error) return settle(error, null);
        try {
          if (connected.remoteAddress) checkAddress?.(connected.remoteAddress);
        } catch (refusal) {
          connected.destroy();
          return settle(refusal instanceof Error ? refusal : new Error(String(refusal)), null);
        }
        return settle(null, connected);
      });
      giveUp = (why) => socket?.destroy(why);
    }
    if (!settled) begun.set(origin, (begun.get(origin) ?? new Set()).add(giveUp));
  };

  /** A socket to the origin behind the proxy, with TLS where it wants that. */
  function throughProxy(proxy: URL, options: buildConnector.Options, toProxy: Connect): Observable<Socket> {
    const name = bareHost(options.hostname);
    const port = Number(options.port || (options.protocol === "https:" ? 443 : 80));
    const host$ = takesAddresses(proxy) ? resolve(name).pipe(map(([address = name]) => address)) : of(name);
    return host$.pipe(
      switchMap((host) =>
        tunnel(proxy, { host, port }, ({ protocol, hostname, host: authority, port: proxyPort }, done) =>
          toProxy(
            {
              protocol: protocol === "https:" ? "https:" : "http:",
              hostname: bareHost(hostname),
              host: authority,
              port: proxyPort || { "https:": "443", "http:": "80" }[protocol] || "1080",
            },
            (...[error, socket]) => done(error, socket),
          ),
        ),
      ),
      switchMap((socket) => (options.protocol === "https:" ? secured(socket, options) : of(socket))),
      timeout({
        first: connectTimeoutMs,
        with: () =>
          throwError(
            () => new SourceError("timeout", `The proxy ${proxy.host} made no connection to ${name} in time.`),
          ),
      }),
    );
  }

  const secured = (httpSocket: Socket, options: buildConnector.Options): Observable<Socket> =>
    new Observable((open) => {
      let given = false;
      const socket = connect({ ...options, httpSocket }, (...[error, ready]) => {
        if (error) return open.error(error);
        given = true;
        open.next(ready);
        return open.complete();
      });
      return () => {
        if (!given) socket?.destroy();
      };
    });

  const dispatcher = new Agent({
    connect: connector,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: 64 * 1024,
  });

  return {
    dispatcher,
    idle: createIdleSockets(),
    waiting(origin) {
      let waits = true;
      waiters.set(origin, (waiters.get(origin) ?? 0) + 1);
      return () => {
        if (!waits) return;
        waits = false;
        const left = (waiters.get(origin) ?? 1) - 1;
        if (left > 0) {
          waiters.set(origin, left);
          return;
        }
        waiters.delete(origin);
        for (const giveUp of begun.get(origin) ?? []) giveUp(new Error("nobody waits for it any more"));
      };
    },
    sockets: () =>
      sumOf(
        Object.values(dispatcher.stats).map((origin) => ({
          connected: Number(origin.connected),
          free: "free" in origin ? origin.free : 0,
          running: origin.running,
          waiting: "queued" in origin ? origin.queued : origin.pending,
        })),
      ),
    close: () => dispatcher.destroy(),
  };
}
