import { Transform, type TransformCallback } from "node:stream";
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from "@modelcontextprotocol/server";

const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
/** Bytes of one message at most. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Lets whole JSON-RPC messages pass, one a line; `answer` is given the error for every other line (JSON-RPC 2.0, §5.1).
 * Empty lines are nothing. The library's own reader drops such lines without a word, and the client waits for ever.
 */
export class MessageLines extends Transform {
  readonly #answer: (line: string) => void;
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  constructor(answer: (line: string) => void) {
    super();
    this.#answer = answer;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      this.#take(chunk.subarray(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#take(chunk.subarray(from));
    done();
  }

  #take(piece: Buffer): void {
    this.#bytes += piece.length;
    if (this.#bytes > MAX_LINE_BYTES) this.#pieces.length = 0;
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #endLine(): void {
    const line = Buffer.concat(this.#pieces.splice(0)).toString("utf8").trim();
    const tooLong = this.#bytes > MAX_LINE_BYTES;
    this.#bytes = 0;
    const error = tooLong
      ? errorLine(INVALID_REQUEST, `The message is larger than ${MAX_LINE_BYTES} bytes.`)
      : line && refusalOf(line);
    if (error) this.#answer(error);
    else if (line) this.push(`${line}\n`);
  }
}

/** The error that a line is answered with; undefined where it is a message. */
function refusalOf(line: string): string | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return errorLine(PARSE_ERROR, "The line is not JSON: one message of JSON-RPC 2.0 stands on each line.");
  }
  const isMessage =
    isJSONRPCRequest(message) ||
    isJSONRPCNotification(message) ||
    isJSONRPCResultResponse(message) ||
    isJSONRPCErrorResponse(message);
  if (isMessage) return undefined;
  return errorLine(INVALID_REQUEST, "The line is no message of JSON-RPC 2.0.", Object(message).id);
}

const errorLine = (code: number, message: string, id?: unknown): string =>
  `${JSON.stringify({
    jsonrpc: "2.0",
    id: typeof id === "string" || typeof id === "number" ? id : null,
    error: { code, message },
  })}\n`;
