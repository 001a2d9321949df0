/** Milliseconds after which a client whose stream broke may ask for it again. */
const RETRY_MS = 3_000;
/** The first revision whose clients take an event without data. */
const PRIMED_SINCE = "2025-11-25";
/** The methods of an address that has sessions, and of one where the request belongs to none. */
const METHODS = "GET, POST, DELETE";

/**
 * Completes an answer's outside, and calls `over` when it has left: a refused method names those that there are (RFC 9110, §15.5.6); a stream sends its first
 * bytes at once, so that neither a proxy nor a client waits for them until the first message. To a client that listens
 * (GET) they are the priming event: an id, no data, and when to ask again. An answer's own stream (POST) is not resumed,
 * so that it has no id: only when to ask again.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server
 */
export function ready(response: Response, { method, headers: asked }: Request, over: () => void): Response {
  const headers = new Headers(response.headers);
  const { status, body } = response;
  if (status === 405) headers.set("allow", method === "GET" || method === "DELETE" ? "POST" : METHODS);
  if (!body) {
    over();
    return new Response(null, { status, headers });
  }
  if (!headers.get("content-type")?.startsWith("text/event-stream"))
    return new Response(after("", body, over), { status, headers });
  const primed = method === "GET" && (asked.get("mcp-protocol-version") ?? "") >= PRIMED_SINCE;
  const first = primed ? `id: 0\nretry: ${RETRY_MS}\ndata: \n\n` : `retry: ${RETRY_MS}\n: ready\n\n`;
  return new Response(after(first, body, over), { status, headers });
}

/** The stream's bytes after a first piece; `over` is called once nothing more of it is read. */
function after(first: string, body: ReadableStream<Uint8Array>, over: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (first) controller.enqueue(Buffer.from(first));
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        over();
        controller.close();
      } catch (error) {
        over();
        throw error;
      }
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
}
