import type { FastifyRequest } from "fastify";
import type { StreamEvent } from "../events.ts";

/** Entries together, in bytes of their JSON. */
const MOST_BYTES = 16 * 1024 * 1024;
/** What was asked, of one request. */
const MOST_ASKED_CHARS = 16_000;
const MOST_SOURCES = 400;
const MOST_SAID = 300;

/** What a source did within a request; milliseconds from when the request came. */
interface SourceTimes {
  readonly id: string;
  readonly began_ms?: number;
  ended_ms?: number;
  status?: string;
  items?: number;
  error?: string;
}

/** A request as it is remembered. */
interface LoggedRequest {
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly face: string;
  readonly operation: string;
  /** The name of its key; never the key. */
  readonly key?: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
  readonly cache?: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** A JSON body, its keys left out; absent where there was none, or where it is too long to be kept. */
  readonly body?: unknown;
  readonly sources: readonly SourceTimes[];
}

interface Kept {
  readonly entry: LoggedRequest;
  readonly owner: string;
  readonly bytes: number;
}

/** What a request came to, as it is measured. */
interface Ended {
  readonly route: string;
  readonly face: string;
  readonly operation: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
  readonly cache: string | undefined;
  /** The query's parameters as they were written. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The last requests, in memory. Without room for any nothing is noted. */
export interface RequestLog {
  /** How many are kept at most; 0: the log is off. */
  readonly limit: number;
  began(request: FastifyRequest): void;
  /** Notes what the events of the request's stream say of sources. */
  event(request: FastifyRequest, event: StreamEvent): void;
  ended(request: FastifyRequest, ended: Ended): void;
  /** The newest first; `owner` undefined: everybody's. */
  list(owner: string | undefined): readonly LoggedRequest[];
  find(id: string, owner: string | undefined): LoggedRequest | undefined;
}

interface UnderWay {
  readonly at: number;
  readonly started: number;
  readonly sources: Map<string, SourceTimes>;
}

export function createRequestLog(limit: number, now: () => number = Date.now): RequestLog {
  const underWay = new WeakMap<FastifyRequest, UnderWay>();
  /** By id, the oldest first. */
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const remove = (id: string): void => {
    bytes -= kept.get(id)?.bytes ?? 0;
    kept.delete(id);
  };
  const isTheirs = (owner: string | undefined, entry: Kept): boolean => owner === undefined || entry.owner === owner;
  return {
    limit,
    began(request) {
      if (limit === 0) return;
      underWay.set(request, { at: now(), started: performance.now(), sources: new Map() });
    },
    event(request, { event, data }) {
      const mine = event === "source" ? underWay.get(request) : undefined;
      if (event !== "source" || !mine) return;
      const ms = Math.round(performance.now() - mine.started);
      const known = mine.sources.get(data.id);
      if (!known && mine.sources.size >= MOST_SOURCES) return;
      if (data.status === "started") {
        mine.sources.set(data.id, { id: data.id, began_ms: ms });
        return;
      }
      mine.sources.set(data.id, {
        ...(known ?? { id: data.id, began_ms: Math.max(0, ms - data.time_ms) }),
        ended_ms: ms,
        status: data.status,
        items: data.items,
        ...(data.error !== undefined && { error: data.error.slice(0, MOST_SAID) }),
      });
    },
    ended(request, { cache, operation, query, ...ended }) {
      const mine = underWay.get(request);
      underWay.delete(request);
      if (!mine || operation === "service") return;
      const { id, method, holder } = request;
      const entry: LoggedRequest = {
        id,
        at: new Date(mine.at).toISOString(),
        method,
        path: (request.originalUrl.split("?", 1)[0] ?? "/").slice(0, MOST_SAID),
        operation,
        ...ended,
        ...(holder && { key: holder.name }),
        ...(cache !== undefined && { cache }),
        ...askedIn(query, request.body),
        sources: [...mine.sources.values()],
      };
      const size = Buffer.byteLength(JSON.stringify(entry));
      remove(id);
      kept.set(id, { entry, owner: holder?.id ?? "", bytes: size });
      bytes += size;
      for (const oldest of kept.keys()) {
        if (kept.size <= limit && bytes <= MOST_BYTES) break;
        remove(oldest);
      }
    },
    list: (owner) =>
      [...kept.values()]
        .filter((one) => isTheirs(owner, one))
        .map(({ entry }) => entry)
        .toReversed(),
    find(id, owner) {
      const found = kept.get(id);
      return found && isTheirs(owner, found) ? found.entry : undefined;
    },
  };
}

/** Names under which somebody may have sent a key or a password. */
const SECRET = /key|token|secret|auth|pass|cookie|signature|credential/i;
const MOST_DEPTH = 6;

/** Fields without those that may hold a secret; `max_tokens` is none. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return value.replace(/\/\/[^/@\s]{1,300}@/g, "//");
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MOST_DEPTH) return "…";
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, inner]) => typeof inner === "number" || !SECRET.test(name))
      .map(([name, inner]) => [name, withoutSecrets(inner, depth + 1)]),
  );
}

/** What was asked, as far as there is room for it. */
function askedIn(given: Readonly<Record<string, unknown>>, body: unknown): Pick<LoggedRequest, "query" | "body"> {
  const query = Object.fromEntries(Object.entries(Object(withoutSecrets(given))));
  const shortQuery = JSON.stringify(query).length <= MOST_ASKED_CHARS ? query : {};
  if (typeof body !== "object" || body === null || body instanceof Uint8Array) return { query: shortQuery };
  const said = withoutSecrets(body);
  return JSON.stringify(said).length <= MOST_ASKED_CHARS ? { query: shortQuery, body: said } : { query: shortQuery };
}
