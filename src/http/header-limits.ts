import type { FastifyReply, FastifyRequest } from "fastify";

/** Bytes of a request's line, and of its headers; 2,000 characters of `q` take 18,000 at worst. */
export const MAX_HEADER_BYTES = 32 * 1024;

/** What Node reads of them before it gives up. Beyond this the bare socket is answered. */
export const READ_HEADER_BYTES = 128 * 1024;

/** Refuses a URL (414) or headers (431) that are too long, and ends the connection of who sent them. */
export async function checkLengths({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> {
  const url = raw.url?.length ?? 0;
  const headers = raw.rawHeaders.reduce((sum, part) => sum + part.length, 0);
  if (Math.max(url, headers) <= MAX_HEADER_BYTES) return;
  reply.header("connection", "close");
  throw url > MAX_HEADER_BYTES ? tooLong(414, "URL is") : tooLong(431, "headers are");
}

export const TOO_LONG = "TRIBUTARY_TOO_LONG";

const tooLong = (statusCode: number, what: string): Error =>
  Object.assign(new Error(`The ${what} longer than ${MAX_HEADER_BYTES} bytes.`), { statusCode, code: TOO_LONG });
