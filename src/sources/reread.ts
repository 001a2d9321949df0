import { EMPTY, lastValueFrom, type Observable, of, throwError } from "rxjs";
import { type ErrorKind, SourceError, toSourceError } from "../errors.ts";
import { IDLE_STATS } from "../upstream/stats.ts";
import type { HttpResponse, Upstream } from "../upstream/types.ts";
import { findSource } from "./catalogue.ts";
import { pageName } from "./kit/readers/paged.ts";
import type { Notice, PlaceReached, ReadContext } from "./source.ts";

/** A source's answer that is to be read, and what the source was asked. */
export interface RereadTask {
  /** `category/id`. */
  readonly source: string;
  readonly q: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly keys: Readonly<Record<string, string>>;
  readonly at: PlaceReached | undefined;
  /** The request, as `pageName` writes it, and its answer without the body. */
  readonly request: string;
  readonly head: Omit<HttpResponse, "body">;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What reading came to. `strange`: the source, asked again, did not make that request. */
export type Reread<Page> =
  | { readonly kind: "read"; readonly page: Page; readonly notices: readonly Notice[] }
  | { readonly kind: "failed"; readonly error: Pick<SourceError, "message" | "retryAfterMs"> & { kind: ErrorKind } }
  | { readonly kind: "strange" };

/** A second way is taken after one of these, whichever the source says. */
const TRIED: readonly ErrorKind[] = ["unreachable", "not-found"];

/** Asks a source again for what it was asked, with one answer at hand and nothing else, and reads that answer. */
export async function reread(task: RereadTask, body: Uint8Array): Promise<Reread<unknown>> {
  for (const kind of TRIED) {
    const outcome = await tried(task, body, kind);
    if (outcome) return outcome;
  }
  return { kind: "strange" };
}

async function tried(task: RereadTask, body: Uint8Array, otherwise: ErrorKind): Promise<Reread<unknown> | undefined> {
  const source = findSource(task.source);
  if (!source) return undefined;
  const notices: Notice[] = [];
  let outcome: Reread<unknown> | undefined;
  const context: ReadContext = {
    source: source.id,
    pages: 1,
    keys: task.keys,
    upstream: NOWHERE,
    at: task.at,
    fetch: (request) =>
      !outcome && pageName(request) === task.request ? of({ ...task.head, body }) : refused(otherwise),
    stream: () => refused(otherwise),
    cached: (_name, value$) => value$,
    notice: (notice) => notices.push(notice),
    now: () => task.now,
    reading: (_answered, read) => {
      // What was said before is of answers that are not at hand.
      const before = notices.length;
      try {
        const page = read();
        outcome = { kind: "read", page, notices: notices.slice(before) };
      } catch (error) {
        const { kind, message, retryAfterMs } = toSourceError(error);
        outcome = { kind: "failed", error: { kind, message, retryAfterMs } };
      }
      return EMPTY;
    },
  };
  try {
    await lastValueFrom(source.open(task.q, task.options, context), { defaultValue: undefined });
  } catch {
    // How the source fares without its other answers says nothing.
  }
  return outcome;
}

const refused = (kind: ErrorKind): Observable<never> =>
  throwError(() => new SourceError(kind, "Nothing is asked from here."));

const nothing = (): Observable<never> => refused("unreachable");

/** No door to the network. */
const NOWHERE: Upstream = {
  loading: () => undefined,
  http: nothing,
  httpStream: nothing,
  whois: nothing,
  dns: nothing,
  tls: nothing,
  screenshot: nothing,
  render: nothing,
  rendering: { mode: "never", available: () => false },
  lend: nothing,
  circuitBreaker: {
    guard: (_id, source$) => source$,
    state: () => ({ state: "unknown", consecutiveFailures: 0 }),
    states: () => new Map(),
  },
  latencies: { observe: () => {}, deadlineMs: () => 0, asked: () => {}, requests: () => new Map() },
  cache: {
    through: (_policy, value$) => value$,
    stats: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0, kinds: new Map() }),
  },
  stats: () => IDLE_STATS,
  dependencies: [],
  close: async () => {},
};
