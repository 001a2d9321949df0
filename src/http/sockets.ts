import { type IncomingMessage, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { App } from "./app-context.ts";

/** A client that says more than this at once is let go. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Milliseconds for which a client may take nothing of what it is sent. */
const STALLED_MS = 30_000;
const NOT_FOUND = 404;

/** What a route of WebSockets serves a client with. */
export interface Socket {
  readonly url: URL;
  readonly headers: IncomingMessage["headers"];
  /** Resolves when the client has taken it; rejects where it is gone, or takes nothing. */
  send(text: string): Promise<void>;
  /** A sign of life. */
  ping(): void;
  close(code: number, reason?: string): void;
  onMessage(told: (data: RawData) => void): void;
  onClose(told: () => void): void;
}

type Serve = (socket: Socket) => Promise<void>;

export interface Sockets {
  /**
   * Serves WebSockets whose path matches. A client is let in where a GET of the same address, or of `as` it, with its
   * headers answers 2xx: so keys, hosts and owners are judged in one place. A key may be the first subprotocol too, where browsers
   * can put it. `missing` serves those whose GET answers 404; default: they are refused.
   */
  serve(path: RegExp, as: (url: URL) => string, serve: Serve, missing?: Serve): void;
}

/** The WebSockets of a server; a client that takes nothing for `stalledMs` is let go. Any other upgrade is answered with 404. */
export function createSockets(app: App, stalledMs = STALLED_MS): Sockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, clientTracking: true });
  const routes: { path: RegExp; as: (url: URL) => string; serve: Serve; missing: Serve | undefined }[] = [];

  app.server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const url = new URL(request.url ?? "/", "http://localhost");
    const route = routes.find(({ path }) => path.test(url.pathname));
    if (!route) return refuse(socket, NOT_FOUND);
    const { upgrade: _, connection: __, ...headers } = { ...keyIn(request.headers), ...request.headers };
    app.inject({ method: "GET", url: route.as(url), headers: { ...headers, accept: "application/json" } }).then(
      ({ statusCode, body }) => {
        const serve = statusCode === NOT_FOUND ? route.missing : route.serve;
        if (!serve || (statusCode > 299 && serve !== route.missing)) return refuse(socket, statusCode, body);
        server.handleUpgrade(request, socket, head, (client) => {
          const opened = socketOf(client, url, request.headers, stalledMs);
          serve(opened).catch(() => client.terminate());
        });
      },
      () => socket.destroy(),
    );
  });
  app.addHook("preClose", async () => {
    for (const client of server.clients) client.close(GOING_AWAY);
    server.close();
  });
  app.addHook("onClose", async () => {
    for (const client of server.clients) client.terminate();
  });
  return { serve: (path, as, serve, missing) => void routes.push({ path, as, serve, missing }) };
}

/** The first subprotocol as a key. */
function keyIn({ "sec-websocket-protocol": offered = "" }: IncomingMessage["headers"]): { authorization?: string } {
  const key = offered.split(",", 1)[0]?.trim() ?? "";
  return key === "" ? {} : { authorization: `Bearer ${key}` };
}

/** RFC 6455 §7.4.1. */
const GOING_AWAY = 1001;

function refuse(socket: Duplex, status: number, body = ""): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n`;
  socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`);
}

const socketOf = (client: WebSocket, url: URL, headers: IncomingMessage["headers"], stalledMs: number): Socket => ({
  url,
  headers,
  send: (text) =>
    new Promise((resolve, reject) => {
      const stalled = setTimeout(() => {
        client.terminate();
        reject(new Error("The client takes nothing any more."));
      }, stalledMs);
      client.send(text, (error) => {
        clearTimeout(stalled);
        if (error) reject(error);
        else resolve();
      });
    }),
  ping: () => client.ping(),
  close: (code, reason) => client.close(code, reason),
  onMessage: (told) => void client.on("message", told),
  onClose: (told) => void client.once("close", told),
});
