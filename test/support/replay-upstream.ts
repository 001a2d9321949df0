import { defer, map, type Observable, of, throwError } from "rxjs";
import { SourceError } from "../../src/errors.ts";
import { type Asked, bestMatch } from "../../src/replay/match.ts";
import type { Recording } from "../../src/replay/recordings.ts";
import { IDLE_STATS } from "../../src/upstream/stats.ts";
import type { BrowserShot, DnsAnswer, HttpResponse, TlsReport, Upstream } from "../../src/upstream/types.ts";

export interface ReplayUpstream extends Upstream {
  /** Every question asked so far, in order. */
  readonly asked: readonly Asked[];
}

/** Chooses the recording that answers; undefined fails the question. */
export type Choose = (asked: Asked, before: readonly Asked[]) => Recording | undefined;

/**
 * An `Upstream` that answers from recordings, without sockets, cache or resting. WHOIS, DNS, TLS and browser answers are
 * recordings of the addresses `whois://server:43/question`, `dns://TYPE/name`, `tls://host:port` and `browser://…` (the
 * page's address), the last three as JSON.
 */
export function replayUpstream(choose: Choose): ReplayUpstream {
  const asked: Asked[] = [];
  const find = (question: Asked): Observable<Recording> =>
    defer(() => {
      const recording = choose(question, [...asked]);
      asked.push(question);
      return recording
        ? of(recording)
        : throwError(() => new SourceError("unreachable", `No fixture answers ${question.method} ${question.url}`));
    });
  const http = (request: { url: string; method?: string; body?: string }): Observable<HttpResponse> =>
    find({ method: request.method ?? "GET", url: request.url, body: request.body }).pipe(
      map(({ meta, body }) => ({
        url: request.url,
        status: meta.status,
        ...headersOf(meta),
        redirects: [],
        replayed: true,
        body: body(),
      })),
    );
  const parsed = <T>(url: string): Observable<T> =>
    find({ method: "GET", url }).pipe(map(({ body }) => JSON.parse(Buffer.from(body()).toString("utf8")) as T));
  return {
    asked,
    loading: () => undefined,
    http,
    httpStream: (request) => http(request).pipe(map(({ body, ...head }) => ({ ...head, body: of(body) }))),
    whois: (server, question) =>
      find({ method: "GET", url: `whois://${server}:43/${encodeURIComponent(question)}` }).pipe(
        map(({ body }) => Buffer.from(body()).toString("utf8")),
      ),
    dns: (name, type) => parsed<DnsAnswer>(`dns://${type.toLowerCase()}/${name}`),
    tls: (host, port) => parsed<TlsReport>(`tls://${host}:${port}`),
    screenshot: ({ url }) =>
      parsed<Omit<BrowserShot, "image"> & { image: string }>(`browser://${url.replace(/^https?:\/\//, "")}`).pipe(
        map((shot) => ({ ...shot, image: Buffer.from(shot.image, "base64") })),
      ),
    rendering: { mode: "never", available: () => false },
    render: () => throwError(() => new SourceError("unreachable", "No browser renders in a replay.")),
    lend: () => throwError(() => new SourceError("unreachable", "No browser is lent in a replay.")),
    circuitBreaker: {
      guard: (_id, source$) => source$,
      state: () => ({ state: "ok", consecutiveFailures: 0 }),
      states: () => new Map(),
    },
    latencies: { observe: () => undefined, deadlineMs: () => 3_000, asked: () => undefined, requests: () => new Map() },
    cache: {
      through: (_policy, value$) => value$,
      stats: () => ({ entries: 0, bytes: 0, hits: 0, misses: 0, kinds: new Map() }),
    },
    stats: () => IDLE_STATS,
    dependencies: [],
    close: async () => undefined,
  };
}

function headersOf(meta: Recording["meta"]): Pick<HttpResponse, "headers" | "setCookie"> {
  const all = {
    ...(meta.contentType && { "content-type": meta.contentType }),
    ...meta.responseHeaders,
    ...meta.headers,
  };
  const named = Object.entries(all).map(([name, value]) => [name.toLowerCase(), [value].flat()] as const);
  return {
    headers: Object.fromEntries(
      named.flatMap(([name, values]) => (name === "set-cookie" ? [] : [[name, values.join(", ")]])),
    ),
    setCookie: named.flatMap(([name, values]) => (name === "set-cookie" ? values : [])),
  };
}

/** The best of `preferred` where it is of the asked host at all, else the best of the others. */
export const firstOf =
  (...groups: readonly (readonly Recording[])[]): Choose =>
  (asked) => {
    for (const group of groups) {
      const found = bestMatch(group, asked);
      if (found) return found;
    }
    return undefined;
  };
