import { randomUUID } from "node:crypto";
import { isJSONRPCRequest, type Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";

/** A session that nobody uses ends after so many milliseconds. */
const IDLE_MS = 30 * 60_000;
const MOST = 1_000;
const SWEEP_MS = 60_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  usedAt: number;
  /** Answers under way. */
  busy: number;
}

export interface SessionOptions {
  readonly idleMs?: number;
  readonly now?: () => number;
}

/** The sessions of the revisions that have them: begun by `initialize`, ended by DELETE, or when nobody has used them for long. */
export function createSessions({ idleMs = IDLE_MS, now = Date.now }: SessionOptions = {}) {
  const sessions = new Map<string, Session>();

  const end = (id: string): void => {
    const session = sessions.get(id);
    sessions.delete(id);
    void session?.server.close();
  };
  const sweep = (): void => {
    for (const [id, { usedAt, busy }] of sessions) if (busy === 0 && now() - usedAt >= idleMs) end(id);
  };
  const timer = setInterval(sweep, SWEEP_MS).unref();

  /** Makes room for one more: the one that was not used for longest goes. */
  function makeRoom(): void {
    if (sessions.size < MOST) return;
    const idle = [...sessions].filter(([, { busy }]) => busy === 0).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    const [oldest] = idle;
    if (oldest) end(oldest[0]);
  }

  async function answer(session: Session, request: Request, body: unknown): Promise<Response> {
    session.usedAt = now();
    // Whoever listens again has lost the stream before: its end may not be known here for seconds yet.
    if (request.method === "GET") session.transport.closeStandaloneSSEStream();
    session.busy += 1;
    const over = (): void => {
      session.busy -= 1;
      session.usedAt = now();
    };
    const hungUp = (): void => cancel(session.transport, body);
    request.signal.addEventListener("abort", hungUp, { once: true });
    try {
      return ending(await session.transport.handleRequest(request, { parsedBody: body }), over);
    } catch (error) {
      over();
      throw error;
    }
  }

  return {
    size: (): number => sessions.size,
    /** Begins a session, and answers its `initialize`. */
    async begin(server: Server, request: Request, body: unknown): Promise<Response> {
      makeRoom();
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void sessions.set(id, session),
        onsessionclosed: (id) => void sessions.delete(id),
      });
      const session: Session = { transport, server, usedAt: now(), busy: 0 };
      await server.connect(transport);
      return answer(session, request, body);
    },
    /** Answers a request of a session; undefined where there is none of that id. */
    async answer(id: string, request: Request, body: unknown): Promise<Response | undefined> {
      // One that is past its time is not revived because the timer has not come by yet.
      sweep();
      const session = sessions.get(id);
      return session && answer(session, request, body);
    },
    close(): void {
      clearInterval(timer);
      for (const id of sessions.keys()) end(id);
    },
  };
}

/** Tells a session's server that whoever asked has gone: its requests of that message are cancelled. */
function cancel(transport: WebStandardStreamableHTTPServerTransport, body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body])
    if (isJSONRPCRequest(message))
      transport.onmessage?.({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: message.id, reason: "The connection was closed." },
      });
}

/** A response that tells when its body has left, or was given up. */
function ending(response: Response, over: () => void): Response {
  const { body, status, headers } = response;
  if (!body) {
    over();
    return response;
  }
  const reader = body.getReader();
  const passed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) return controller.enqueue(value);
      over();
      controller.close();
    },
    async cancel(reason) {
      over();
      await reader.cancel(reason);
    },
  });
  return new Response(passed, { status, headers });
}
