import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { ErrorKind } from "../errors.ts";
import { failureText } from "./failure.ts";
import { CONTENT_TYPE, wholeOf, wireFor } from "./formats/negotiate.ts";
import { MAX_HEADER_BYTES, READ_HEADER_BYTES } from "./header-limits.ts";
import { REQUEST_ID_HEADER } from "./request-id.ts";

/** Not by an import: see `mcp/http-server.ts`. */
const { STATUS_CODES } = process.getBuiltinModule("node:http");

const LINGER_MS = 2_000;
/** For how long, and how far, the rest of a request that is too long is looked through for the format it asks for. */
const REST_MS = 1_000;
const MAX_REST_BYTES = 4 * 1024 * 1024;
/** What the end of one packet and the beginning of the next may have cut in two. */
const SEAM = 32;

interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

interface Answer {
  readonly status: number;
  readonly kind: ErrorKind;
  readonly error: string;
}

/** Where it is told that somebody sent no request. */
interface Log {
  info(facts: object, text: string): void;
}

const answered = new WeakSet<Socket>();

/** The beginning of a request that has not been read yet, as far as it is read at all. */
class Beginning {
  readonly #packets: Buffer[] = [];
  #bytes = 0;

  add(packet: Buffer): void {
    if (this.#bytes >= READ_HEADER_BYTES) return;
    this.#bytes += packet.length;
    this.#packets.push(packet);
  }

  clear(): void {
    this.#packets.length = 0;
    this.#bytes = 0;
  }

  text(): string {
    return Buffer.concat(this.#packets).toString("latin1");
  }
}

const beginnings = new WeakMap<Socket, Beginning>();

/** Keeps how a request begins until it has been read, for the answer to one that is too long to be read. */
export function keepBeginnings(server: Server): void {
  server.on("connection", (socket) => {
    const beginning = new Beginning();
    beginnings.set(socket, beginning);
    // Before the parser, which tells of a request while it reads that request's last packet.
    socket.prependListener("data", (packet: Buffer) => beginning.add(packet));
  });
  server.on("request", ({ socket }) => beginnings.get(socket)?.clear());
}

/**
 * Answers, on the bare socket, what was no request that Node could read: a URL or headers too long, bad syntax, a client
 * that took too long to ask. The format is the one that it asks for, wherever in its URL that stands.
 */
export function answerClientError(log: Log, error: ClientError, socket: Socket): void {
  if (answered.has(socket)) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  answered.add(socket);
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket.toString("latin1") : "";
  const start = beginnings.get(socket)?.text() || packet;
  const answer = answerFor(error, start);
  const written = formatIn(start);
  if (written || answer.status !== TOO_LONG_URL) send(log, socket, answer, written);
  else restOf(socket, start.slice(-SEAM), (found) => send(log, socket, answer, found));
}

const TOO_LONG_URL = 414;

const formatIn = (text: string): string | undefined => /[?&]format=(json|csv|xml)\b/.exec(text)?.[1];

/** Reads on to the end of a URL, keeping nothing, for the format that may stand there. */
function restOf(socket: Socket, start: string, done: (format: string | undefined) => void): void {
  let text = start;
  let bytes = 0;
  const late = setTimeout(finish, REST_MS);
  socket.on("data", read);
  socket.once("close", finish);

  function read(packet: Buffer): void {
    text = text.slice(-SEAM) + packet.toString("latin1");
    bytes += packet.length;
    if (formatIn(text) || text.includes("\r\n") || bytes > MAX_REST_BYTES) finish();
  }

  function finish(): void {
    clearTimeout(late);
    socket.off("data", read);
    socket.off("close", finish);
    done(formatIn(text));
  }
}

function send(log: Log, socket: Socket, { status, kind, error: sentence }: Answer, asked: string | undefined): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const format = wholeOf(wireFor(asked, undefined));
  const request_id = randomUUID();
  const body = failureText({ success: false, error: sentence, code: kind, request_id }, format);
  log.info({ request_id, status, error: sentence }, "not a request");
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${CONTENT_TYPE[format]}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `${REQUEST_ID_HEADER}: ${request_id}`,
      "x-content-type-options: nosniff",
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
  // What the client still sends is read and dropped for a while: closing on unread bytes would reset the connection
  // before the answer is read.
  socket.on("error", () => socket.destroy());
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

function answerFor({ code }: ClientError, start: string): Answer {
  if (code === "HPE_HEADER_OVERFLOW") {
    const lineEnded = start.includes("\r\n");
    return lineEnded
      ? { status: 431, kind: "too-large", error: `The headers are longer than ${MAX_HEADER_BYTES} bytes.` }
      : { status: TOO_LONG_URL, kind: "too-large", error: `The URL is longer than ${MAX_HEADER_BYTES} bytes.` };
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, kind: "timeout", error: "The request did not arrive in time." };
  return { status: 400, kind: "bad-query", error: "The request is not valid HTTP." };
}
