import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ErrorKind } from "../errors.ts";
import { failureText } from "./failure.ts";
import { CONTENT_TYPE, wholeOf, wireFor } from "./formats/negotiate.ts";
import { MAX_HEADER_BYTES } from "./lengths.ts";

const LINGER_MS = 2_000;

interface ClientError extends Error {
  readonly code?: string;
  readonly rawPacket?: unknown;
}

interface Answer {
  readonly status: number;
  readonly kind: ErrorKind;
  readonly error: string;
}

const answered = new WeakSet<Socket>();

/**
 * Answers, on the bare socket, what was no request that Node could read: a URL or headers too long, bad syntax, a client
 * that took too long to ask. The format is the one that the packet asks for, where it can still be read.
 */
export function answerClientError(error: ClientError, socket: Socket): void {
  if (answered.has(socket)) return;
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  answered.add(socket);
  const packet = Buffer.isBuffer(error.rawPacket) ? error.rawPacket : Buffer.alloc(0);
  const start = packet.subarray(0, MAX_HEADER_BYTES).toString("latin1");
  const { status, kind, error: sentence } = answerFor(error, start);
  const format = wholeOf(wireFor(/[?&]format=(json|csv|xml)\b/.exec(start)?.[1], undefined));
  const body = failureText({ success: false, error: sentence, code: kind }, format);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `content-type: ${CONTENT_TYPE[format]}`,
      `content-length: ${Buffer.byteLength(body)}`,
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
      : { status: 414, kind: "too-large", error: `The URL is longer than ${MAX_HEADER_BYTES} bytes.` };
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return { status: 408, kind: "timeout", error: "The request did not arrive in time." };
  return { status: 400, kind: "bad-query", error: "The request is not valid HTTP." };
}
