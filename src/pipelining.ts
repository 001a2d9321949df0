import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const HEAD_END = "\r\n\r\n";
/** Within a body the end of a head cannot be told from the body's own bytes: pieces of at least this size go to the parser. */
const BODY_PIECE_BYTES = 1_024;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Serves one request at a time per connection: while an answer is under way, further pipelined requests stay unparsed, at most
 * one packet of them is held, and the socket is paused beyond that (so TCP flow control stops the client). Node's own parser
 * reads a whole packet, some 1,600 requests, and runs their handlers all at once.
 *
 * Call it after the handlers that shall wait for their turn are registered on `request`; listeners that are registered
 * later see a request when it is parsed. https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 *
 * An upgraded connection (a WebSocket) is left to whoever took it. Its parser goes back to Node's pool and serves other
 * connections: a byte of the new protocol that still reached it would break one of theirs, which was answered with 400.
 */
export function serveOneAtATime(server: Server): void {
  // They are what `request` is emitted with.
  const handlers = server.listeners("request") as Handler[];
  const connections = new WeakMap<Socket, Connection>();
  const handle: Handler = (request, response) => {
    for (const handler of handlers) handler.call(server, request, response);
  };
  server.removeAllListeners("request");
  server.on("connection", (socket) => connections.set(socket, new Connection(socket, handle)));
  server.on("request", (request, response) => connections.get(request.socket)?.add(request, response));
  // Only where somebody serves upgrades: for a listener of ours alone Node would accept them all. It comes before theirs.
  server.on("newListener", function watch(event: string) {
    if (event !== "upgrade") return;
    server.removeListener("newListener", watch);
    server.prependListener("upgrade", (request) => connections.get(request.socket)?.release());
  });
}

class Connection {
  readonly #socket: Socket;
  readonly #handle: Handler;
  readonly #parse: readonly ((bytes: Buffer) => void)[];
  /** The request whose answer is under way. */
  #current: IncomingMessage | undefined;
  /** Requests that were parsed with the one before them: rare, for pieces end with a head. */
  readonly #parsed: (readonly [IncomingMessage, ServerResponse])[] = [];
  /** Bytes of later requests, not parsed yet. */
  #held: Buffer | undefined;
  #paused = false;
  /** A request began in this turn of the event loop; the next waits for another: many small ones must not fill one turn. */
  #begun = false;

  constructor(socket: Socket, handle: Handler) {
    this.#socket = socket;
    this.#handle = handle;
    // The parser's own listener: it gets its bytes from here.
    this.#parse = socket.listeners("data") as ((bytes: Buffer) => void)[];
    for (const listener of this.#parse) socket.removeListener("data", listener);
    socket.on("data", this.#read);
    socket.once("close", () => {
      this.#held = undefined;
      this.#parsed.length = 0;
    });
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    if (this.#current || this.#begun) this.#parsed.push([request, response]);
    else this.#begin(request, response);
  }

  #begin(request: IncomingMessage, response: ServerResponse): void {
    this.#current = request;
    this.#begun = true;
    setImmediate(() => {
      this.#begun = false;
      this.#next();
    });
    response.once("close", () => {
      this.#current = undefined;
      this.#next();
    });
    this.#handle(request, response);
  }

  #next(): void {
    if (this.#current || !this.#socket.writable) return;
    const first = this.#begun ? undefined : this.#parsed.shift();
    if (first) this.#begin(...first);
    // Also where it has to wait: a connection without a parsed request counts as idle, and a server that stops closes it.
    this.#parseHeld();
  }

  /** Called while the upgrade's head is parsed: what follows it is not HTTP, and is put back for its new owner to read. */
  release(): void {
    this.#socket.removeListener("data", this.#read);
    if (this.#held) this.#socket.unshift(this.#held);
    this.#held = undefined;
    this.#paused = false;
  }

  readonly #read = (bytes: Buffer): void => {
    if (this.#held) {
      this.#socket.pause();
      this.#socket.unshift(bytes);
      this.#paused = true;
      return;
    }
    this.#held = bytes;
    this.#parseHeld();
  };

  /** Whether the parser may have more: there is no request at work, or its body is not whole. */
  #wantsMore(): boolean {
    return this.#parsed.length === 0 && this.#current?.complete !== true;
  }

  #parseHeld(): void {
    while (this.#held && this.#wantsMore()) {
      const bytes = this.#held;
      const end = bytes.indexOf(HEAD_END, this.#current ? BODY_PIECE_BYTES : 0);
      const piece = end < 0 ? bytes : bytes.subarray(0, end + HEAD_END.length);
      this.#held = piece.length < bytes.length ? bytes.subarray(piece.length) : undefined;
      for (const listener of this.#parse) listener.call(this.#socket, piece);
    }
    if (this.#held || !this.#paused) return;
    this.#paused = false;
    this.#socket.resume();
  }
}
