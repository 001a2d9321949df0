import type { LookupFunction, Socket } from "node:net";
import type { Subscription } from "rxjs";
import { Agent, buildConnector, type Dispatcher } from "undici";
import { lookupThrough } from "./guard.ts";
import type { ResolveAddresses } from "./resolve.ts";

/** How long an idle connection is kept for the next request to the same origin. */
const KEEP_ALIVE_MS = 10_000;
const KEEP_ALIVE_MAX_MS = 60_000;

export interface PoolOptions {
  /** Resolves the names that sockets connect to. */
  readonly resolve: ResolveAddresses;
  readonly connectTimeoutMs: number;
  /** Looks at the address a socket ended up at, before anything is sent; what it throws is the request's error. */
  readonly checkAddress?: (address: string) => void;
}

/** Keep-alive connections by origin, with connecting sockets closed once nobody waits for them any more. */
export interface ConnectionPool {
  readonly dispatcher: Dispatcher;
  /** Announces a request that waits for a connection to `origin`; the returned function says that it no longer does. */
  waiting(origin: string): () => void;
  /** Drops every connection. */
  close(): Promise<void>;
}

export function createPool({ resolve, connectTimeoutMs, checkAddress }: PoolOptions): ConnectionPool {
  /** What `connect` looks up, before it returns. */
  const lookups: Subscription[] = [];
  const lookingUp = lookupThrough(resolve);
  const lookup: LookupFunction = (...asked) => void lookups.push(lookingUp(...asked));
  const connect = buildConnector({ lookup, timeout: connectTimeoutMs });
  const waiters = new Map<string, number>();
  const connecting = new Map<string, Set<Socket>>();

  function settle(origin: string, socket: Socket): void {
    const sockets = connecting.get(origin);
    sockets?.delete(socket);
    if (sockets?.size === 0) connecting.delete(origin);
  }

  const connector: buildConnector.connector = (options, callback) => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`;
    let opened: Socket | undefined;
    // The connector gives its socket back at once, which the types leave out.
    const begun: unknown = connect(options, (...[error, socket]) => {
      if (opened) settle(origin, opened);
      if (error) return callback(error, null);
      try {
        if (socket.remoteAddress) checkAddress?.(socket.remoteAddress);
      } catch (refusal) {
        socket.destroy();
        return callback(refusal instanceof Error ? refusal : new Error(String(refusal)), null);
      }
      return callback(null, socket);
    });
    const ours = lookups.splice(0);
    if (!isSocket(begun)) return;
    opened = begun;
    begun.once("close", () => {
      for (const looked of ours) looked.unsubscribe();
    });
    const sockets = connecting.get(origin) ?? new Set();
    connecting.set(origin, sockets.add(begun));
  };

  const dispatcher = new Agent({
    connect: connector,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
    maxHeaderSize: 64 * 1024,
  });

  return {
    dispatcher,
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
        for (const socket of connecting.get(origin) ?? []) socket.destroy(new Error("nobody waits for it any more"));
      };
    },
    close: () => dispatcher.destroy(),
  };
}

const isSocket = (value: unknown): value is Socket =>
  typeof value === "object" && value !== null && "destroy" in value && "remoteAddress" in value;
