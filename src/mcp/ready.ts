/** Milliseconds after which a client whose stream broke may ask for it again. */
const RETRY_MS = 3_000;
/** The first revision whose clients take an event without data. */
const PRIMED_SINCE = "2025-11-25";
/** The methods of an address that has sessions, and of one where the request belongs to none. */
const METHODS = "GET, POST, DELETE";

/**
 * Completes an answer's outside: a refused method names those that there are (RFC 9110, §15.5.6); a stream sends its first
 * bytes at once, so that neither a proxy nor a client waits for them until the first message. To a client that listens
 * (GET) they are the priming event: an id, no data, and when to ask again. An answer's own stream (POST) is not resumed,
 * so that it has no id: only when to ask again.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function ready(response: Response, { method, headers: asked }: Request): Response {
  const headers = new Headers(response.headers);
  const { status, body } = response;
  if (status === 405) headers.set("allow", method === "GET" || method === "DELETE" ? "POST" : METHODS);
  if (!body || !headers.get("content-type")?.startsWith("text/event-stream"))
    return new Response(body, { status, headers });
  const primed = method === "GET" && (asked.get("mcp-protocol-version") ?? "") >= PRIMED_SINCE;
  const first = primed ? `id: 0\nretry: ${RETRY_MS}\ndata: \n\n` : `retry: ${RETRY_MS}\n: ready\n\n`;
  return new Response(after(first, body), { status, headers });
}

/** The stream's bytes after a first piece. */
function after(first: string, body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(Buffer.from(first)),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
