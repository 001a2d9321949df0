import type { IncomingMessage, ServerResponse } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  isJsonContentType,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { toSourceError } from "../errors.ts";
import { bytesInFlight, type Reservation } from "../in-flight.ts";
import type { Holder } from "../keys/keyring.ts";
import type { Keys } from "../keys/keys.ts";
import { clientIn, keysIn } from "./asking.ts";
import { toolsOf } from "./list.ts";
import { choiceOf, passage, toolsFor } from "./quota.ts";
import { ready } from "./ready.ts";
import { serverFactory } from "./server.ts";
import { createSessions, type SessionOptions } from "./sessions.ts";
import type { McpDeps, Tool } from "./tool.ts";
import { warmed } from "./warm.ts";

const MAX_BODY_BYTES = 1024 * 1024;
const BOTH = "application/json, text/event-stream";
/** What JSON-RPC calls what cannot be read, and what the protocol leaves to a server. */
const PARSE_ERROR = -32_700;
const REFUSED = -32_000;
const MOST_FACES = 50;
const LEGACY = { era: "legacy" } as const;

/** Makes a server, for one era of the protocol. */
type ServerOf = ReturnType<typeof serverFactory>;

export interface HttpOptions extends McpDeps {
  /** The sets of tools that are given where the address names none. */
  readonly toolsets?: string | undefined;
  readonly sessions?: SessionOptions;
  /** Makes the factory of servers for a choice of tools; default `serverFactory`. */
  readonly serverOf?: typeof serverFactory;
}

/** Answers requests that may be answered. */
export interface Handling {
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/**
 * The protocol over HTTP, both eras of it. A request says with `Accept` whether it takes a
 * stream; one that says nothing gets its answer as one JSON document. `?toolsets=` chooses among the tools,
 * `?structured=1` has answers by their output schemas beside the text.
 */
export function createHandling({
  toolsets,
  sessions: sessionOptions,
  serverOf = serverFactory,
  keys,
  ...others
}: HttpOptions & { readonly keys: Keys }): Handling {
  const deps = { ...others, keys };
  const sessions = createSessions(sessionOptions);
  // With the first message, before the first call.
  warmed(deps).subscribe();
  const faces = new Map<string, ServerOf>();

  const holderOf = (headers: Headers): Holder | undefined =>
    keys.asksForKeys() ? keys.holderOf(keysIn(headers.get("authorization"), headers.get("x-api-key"))) : undefined;
  let tools: ReadonlyMap<string, Tool> | undefined;
  const toolNamed = (name: string): Tool | undefined => {
    tools ??= new Map(toolsOf(deps.categories, "all,chatgpt").map((tool) => [tool.name, tool]));
    return tools.get(name);
  };

  /** The servers of a choice of tools: made once for each choice. */
  function faceOf({ url, headers }: Pick<Request, "url" | "headers">): ServerOf {
    const holder = holderOf(headers);
    const { searchParams } = new URL(url);
    const sets = searchParams.get("toolsets") ?? toolsets ?? "";
    const structured = /^(1|true)$/i.test(searchParams.get("structured") ?? "");
    const name = `${structured ? "data" : "text"} ${sets} ${choiceOf(holder)}`;
    const known = faces.get(name);
    if (known) return known;
    const face = serverOf(toolsFor(toolsOf(deps.categories, sets), holder), deps, { structured });
    if (faces.size < MOST_FACES) faces.set(name, face);
    return face;
  }

  const modern = createMcpHandler(
    ({ requestInfo }) => faceOf(requestInfo ?? new Request("http://localhost"))({ era: "modern" }),
    {
      legacy: "reject",
      maxRequestBodySize: MAX_BODY_BYTES,
      onerror: (error) => deps.onFailure?.("modern", error),
    },
  );

  async function answer(request: Request, room: Room): Promise<Response> {
    const face = faceOf(request);
    const plain = !(request.headers.get("accept") ?? "").includes("text/event-stream");
    if (request.method !== "POST") {
      const id = request.headers.get("mcp-session-id");
      if (await isLegacyRequest(request))
        return (id && (await sessions.answer(id, request, undefined))) || noSession(id);
      return modern.fetch(request);
    }
    if (!isJsonContentType(request.headers.get("content-type")))
      return failure(415, REFUSED, "The body must be JSON, sent with Content-Type: application/json.");
    room.take(roomFor(request, clientIn(request.headers, deps).id));
    const text = await bodyOf(request);
    room.resize(Buffer.byteLength(text ?? ""));
    if (text === undefined) return failure(413, REFUSED, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    const body = parsed(text);
    if (body === undefined) return failure(400, PARSE_ERROR, "The body is not JSON.");
    const { refusal, headers } = await passage(body, holderOf(request.headers), keys, toolNamed);
    if (refusal) return failure(refusal.status, REFUSED, refusal.message, refusal.retryAfterMs, headers, idIn(body));
    return withHeaders(await answerMessage(request, text, body, face, plain), headers);
  }

  async function answerMessage(
    request: Request,
    text: string,
    body: unknown,
    face: ServerOf,
    plain: boolean,
  ): Promise<Response> {
    const asked = new Request(request.url, {
      method: "POST",
      headers: withAccept(request.headers),
      body: text,
      signal: request.signal,
    });
    if (!(await isLegacyRequest(asked, body))) return modern.fetch(asked, { parsedBody: body });
    const id = request.headers.get("mcp-session-id");
    if (id) return (await sessions.answer(id, asked, body)) ?? noSession(id);
    if (isInitializeRequest(body) && !plain) return sessions.begin(face(LEGACY), asked, body);
    return alone(face(LEGACY), asked, body, plain);
  }

  const handle = toNodeHandler({
    fetch: async (request) => {
      const room = new Room();
      // Whoever hung up may never be given an answer whose end could be seen.
      request.signal.addEventListener("abort", () => room.release(), { once: true });
      try {
        return ready(await answer(request, room), request, () => room.release());
      } catch (thrown) {
        room.release();
        const error = toSourceError(thrown);
        if (error.kind === "internal") deps.onFailure?.("a request could not be answered", error.cause ?? error);
        return failure(error.status, REFUSED, error.message, error.retryAfterMs);
      }
    },
  });

  return {
    handle: (request, response) => void handle(request, response),
    close: () => {
      sessions.close();
      void modern.close();
    },
  };
}

/** A message that belongs to no session: a server of its own, gone with the answer or with whoever asked. */
async function alone(server: Server, request: Request, body: unknown, plain: boolean): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: plain });
  await server.connect(transport);
  request.signal.addEventListener("abort", () => void server.close(), { once: true });
  return transport.handleRequest(request, { parsedBody: body });
}

function withAccept(headers: Headers): Headers {
  const filled = new Headers(headers);
  filled.set("accept", BOTH);
  filled.delete("content-length");
  return filled;
}

/** The room that a request's body takes until its answer has left. */
class Room {
  #reservation: Reservation | undefined;
  #released = false;

  take(reservation: Reservation): void {
    this.#reservation = reservation;
    if (this.#released) reservation.release();
  }

  resize(bytes: number): void {
    this.#reservation?.resize(bytes);
  }

  release(): void {
    this.#released = true;
    this.#reservation?.release();
  }
}

/** Room for a request's body, of the largest that is read where its length is not said; throws `overloaded` before any of it is read. */
function roomFor({ headers }: Request, client: string): Reservation {
  const said = Number(headers.get("content-length") ?? MAX_BODY_BYTES);
  return bytesInFlight.reserve(Math.min(said || MAX_BODY_BYTES, MAX_BODY_BYTES), client);
}

/** A body as text; undefined where it is too large. */
async function bodyOf({ body }: Request): Promise<string | undefined> {
  if (!body) return "";
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.byteLength;
    if (size > MAX_BODY_BYTES) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const noSession = (id: string | null): Response =>
  id === null
    ? failure(405, REFUSED, "Without a session there is no stream to listen to.")
    : failure(404, REFUSED, "There is no session of that id: it has ended, begin anew with initialize.");

const failure = (
  status: number,
  code: number,
  message: string,
  retryAfterMs?: number,
  headers: Readonly<Record<string, string>> = {},
  id: string | number | null = null,
): Response =>
  Response.json(
    { jsonrpc: "2.0", id, error: { code, message } },
    {
      status,
      headers: {
        ...headers,
        ...(retryAfterMs !== undefined && { "retry-after": String(Math.ceil(retryAfterMs / 1000)) }),
      },
    },
  );

/** The id of a message that asks; null where it has none. */
const idIn = (body: unknown): string | number | null => (isJSONRPCRequest(body) ? body.id : null);

function withHeaders(response: Response, added: Readonly<Record<string, string>>): Response {
  if (Object.keys(added).length === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(added)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
