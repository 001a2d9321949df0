import { subscribe } from "node:diagnostics_channel";
import { Socket } from "node:net";
import { Observable, type Subscriber } from "rxjs";
import type { Dispatcher } from "undici";
import { backpressureOf, type SocketBackpressure } from "./backpressure.ts";
import { wireFailure } from "./failures.ts";
import type { ConnectionPool } from "./pool.ts";

/** One request as it goes over the wire. */
export interface WireRequest {
  /** The upstream's host, for error messages. */
  readonly host: string;
  readonly origin: string;
  readonly path: string;
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Milliseconds without a header, then without a byte of the body. */
  readonly idleMs: number;
}

/** One answer as it comes over the wire; nothing of the body is read before `body` is subscribed, at most once. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookie: readonly string[];
  readonly remoteAddress: string | undefined;
  readonly body: Observable<Uint8Array>;
  /** Holds the socket back, until called with false. */
  readonly pause: (paused: boolean) => void;
}

/** Takes the socket of the request whose head undici is about to write: `sendHeaders` is published in the same breath. */
let starting: ((socket: Socket) => void) | undefined;

subscribe("undici:client:sendHeaders", (message) => {
  if (!starting || typeof message !== "object" || message === null || !("socket" in message)) return;
  if (message.socket instanceof Socket) starting(message.socket);
  starting = undefined;
});

/**
 * Sends one request and emits its answer's head; completes when the body has been read to its end. Unsubscribing before
 * that destroys the socket. Errors are those of `wireFailure`, on the body as well as here.
 */
export function exchange(request: WireRequest, pool: ConnectionPool): Observable<WireAnswer> {
  return new Observable((answers) => {
    const arrived = pool.waiting(request.origin);
    let controller: Dispatcher.DispatchController | undefined;
    let gate: SocketBackpressure | undefined;
    let used: Socket | undefined;
    let remoteAddress: string | undefined;
    let over = false;

    const pause = (paused: boolean): void => {
      // The next request on the socket is not ours to hold back.
      if (over) return;
      if (paused) gate?.hold();
      else gate?.release();
    };
    const body = new HeldBody(() => pause(false));

    /** Leaves the socket; false where that has been done. */
    function finish(): boolean {
      if (over) return false;
      pause(false);
      over = true;
      if (gate) gate.owner = undefined;
      arrived();
      return true;
    }

    function take(socket: Socket): void {
      used = socket;
      pool.idle.delete(socket);
      remoteAddress = socket.remoteAddress;
      gate = backpressureOf(socket);
      gate.owner = fail;
    }

    function fail(error: unknown): void {
      if (!finish()) return;
      const failure = wireFailure(request.host, error);
      body.fail(failure);
      answers.error(failure);
    }

    pool.dispatcher.dispatch(
      {
        origin: request.origin,
        path: request.path,
        method: request.method,
        headers: { ...request.headers },
        body: request.body ?? null,
        headersTimeout: request.idleMs,
        bodyTimeout: request.idleMs,
      },
      {
        onRequestStart(begun) {
          controller = begun;
          arrived();
          if (answers.closed) begun.abort(new Error("unsubscribed"));
          else starting = take;
        },
        onResponseStart(_begun, status, headers) {
          if (status < 200 || over) return;
          pause(true);
          answers.next({
            status,
            ...readHeaders(headers),
            remoteAddress,
            body: body.chunks$,
            pause,
          });
        },
        onResponseData: (_begun, chunk) => body.push(chunk),
        onResponseEnd() {
          if (!finish()) return;
          if (used) pool.idle.add(used);
          // First: whoever has the whole body may leave at once, and the exchange has not been given up then.
          answers.complete();
          body.end();
        },
        onResponseError: (_begun, error) => fail(error),
      },
    );

    return () => {
      if (finish()) controller?.abort(new Error("unsubscribed"));
    };
  });
}

/** A body between the socket and its one reader; what arrives before the reader does is kept. */
class HeldBody {
  readonly #resume: () => void;
  #reader: Subscriber<Uint8Array> | undefined;
  readonly #held: Uint8Array[] = [];
  #end: { readonly error?: unknown } | undefined;

  /** `resume` is called when the reader comes. */
  constructor(resume: () => void) {
    this.#resume = resume;
  }

  readonly chunks$ = new Observable<Uint8Array>((reader) => {
    this.#reader = reader;
    for (const chunk of this.#held.splice(0)) reader.next(chunk);
    if (this.#end) this.#finish(this.#end);
    else this.#resume();
  });

  push(chunk: Uint8Array): void {
    if (this.#reader) this.#reader.next(chunk);
    else this.#held.push(chunk);
  }

  end(): void {
    this.#finish({});
  }

  fail(error: unknown): void {
    this.#finish({ error });
  }

  #finish(end: { readonly error?: unknown }): void {
    this.#end = end;
    if ("error" in end) this.#reader?.error(end.error);
    else this.#reader?.complete();
  }
}

function readHeaders(
  raw: Readonly<Record<string, string | string[] | undefined>>,
): Pick<WireAnswer, "headers" | "setCookie"> {
  const headers: Record<string, string> = {};
  let setCookie: readonly string[] = [];
  for (const [name, value] of Object.entries(raw)) {
    if (value === undefined) continue;
    if (name.toLowerCase() === "set-cookie") setCookie = typeof value === "string" ? [value] : value;
    else headers[name.toLowerCase()] = typeof value === "string" ? value : value.join(", ");
  }
  return { headers, setCookie };
}
