import type { Socket } from "node:net";
import { asyncScheduler, type SchedulerLike, type Subscription } from "rxjs";

/** So many are kept for as long as the origin and the pool say. */
const KEPT = 32;
/** Those beyond, the longest idle first, are closed after so many milliseconds. */
const IDLE_MS = 10_000;

export interface IdleSocketsOptions {
  readonly kept?: number;
  readonly idleMs?: number;
  readonly scheduler?: SchedulerLike;
}

/** Keep-alive connections that no request uses: an LRU of a few; a crawl of a thousand hosts does not leave a thousand of them open. */
export interface IdleSockets {
  /** A request was answered whole on it. */
  add(socket: Socket): void;
  /** A request begins on it. */
  delete(socket: Socket): void;
  readonly size: number;
}

export function createIdleSockets({
  kept = KEPT,
  idleMs = IDLE_MS,
  scheduler = asyncScheduler,
}: IdleSocketsOptions = {}): IdleSockets {
  /** When each became idle, the first first. */
  const since = new Map<Socket, number>();
  const watched = new WeakSet<Socket>();
  let timer: Subscription | undefined;

  function close(): void {
    timer = undefined;
    const now = scheduler.now();
    for (const [socket, at] of since) {
      if (since.size <= kept || now - at < idleMs) break;
      since.delete(socket);
      // The pool hears of it as of any connection that its other end has closed.
      socket.destroy();
    }
    watch();
  }

  function watch(): void {
    const [first] = since.values();
    if (first === undefined || since.size <= kept) {
      timer?.unsubscribe();
      timer = undefined;
    } else timer ??= scheduler.schedule(close, Math.max(0, first + idleMs - scheduler.now()));
  }

  function forget(socket: Socket): void {
    if (since.delete(socket)) watch();
  }

  return {
    add(socket) {
      if (socket.destroyed) return;
      since.delete(socket);
      since.set(socket, scheduler.now());
      if (!watched.has(socket)) {
        watched.add(socket);
        socket.once("close", () => forget(socket));
      }
      watch();
    },
    delete: forget,
    get size() {
      return since.size;
    },
  };
}
