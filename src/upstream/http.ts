import {
  asyncScheduler,
  catchError,
  concat,
  defer,
  EMPTY,
  identity,
  ignoreElements,
  mergeMap,
  type Observable,
  of,
  type SchedulerLike,
  takeUntil,
  tap,
  throwError,
  timer,
} from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type ByteBudget, bytesInFlight } from "../in-flight.ts";
import { keepingTrace } from "../tracing/traced.ts";
import { type Budget, withinBudget } from "./budget.ts";
import { coalesceChunks, concatChunks } from "./chunks.ts";
import { type Cookies, createCookieSessions } from "./cookies.ts";
import { ACCEPT_ENCODING, atMost, decompressed, tooLarge } from "./decompress.ts";
import { createDurations } from "./durations.ts";
import { exchange, type WireAnswer, type WireRequest } from "./exchange.ts";
import { Flow } from "./flow.ts";
import { checkedForGateway, REPLAY_HEADER, viaGateway } from "./gateway.ts";
import { bareHost, type Guard } from "./guard.ts";
import { createPool, socketsOf } from "./pool.ts";
import { createProxies, proxyAuthorization, takesAddresses, takesWholeUrls } from "./proxies.ts";
import { RateLimiter, rateLimitOf } from "./rate-limiter.ts";
import { type Hop, MAX_REDIRECTS, nextHop } from "./redirects.ts";
import { createResolver, type ResolveAddresses } from "./resolve.ts";
import { retryPassing } from "./retry.ts";
import { retryAfterMs } from "./retry-after.ts";
import { type HostSemaphore, sharedRateLimiter } from "./shared-rate-limiter.ts";
import type { UpstreamStats } from "./stats.ts";
import { resolveOnHeaders } from "./stream-head.ts";
import { tracedExchange } from "./traced-exchange.ts";
import type { HttpHead, HttpRequest, HttpStream, Upstream } from "./types.ts";

export type HttpConfig = Pick<
  Config,
  | "UPSTREAM_GATEWAY"
  | "USER_AGENT"
  | "CONNECT_TIMEOUT_MS"
  | "UPSTREAM_TIMEOUT_MS"
  | "MAX_BODY_BYTES"
  | "TRIBUTARY_NO_PACE"
  | "HTTP_PROXY"
  | "HTTPS_PROXY"
  | "ALL_PROXY"
  | "NO_PROXY"
>;

export interface HttpParts {
  /** Places at hosts that several processes share. */
  readonly places?: HostSemaphore;
  readonly guard: Guard;
  readonly resolve: ResolveAddresses;
  /** The clock of queues, retries and time-outs. */
  readonly scheduler?: SchedulerLike;
  /** What bodies are counted against while they are received whole. */
  readonly bytes?: ByteBudget;
  /** 0 to 1, for the jitter of retries. */
  readonly random?: () => number;
}

/** A body this small is read to its end before a redirect is followed, so that its connection can be used again. */
const DRAIN_BYTES = 64 * 1024;
const DRAIN_MS = 300;

/** Headers that the connection itself decides about. */
const OUR_OWN = new Set([
  "host",
  "connection",
  "content-length",
  "transfer-encoding",
  "keep-alive",
  "upgrade",
  "expect",
]);

/** One request with its redirects: what its hops share. */
interface Journey {
  readonly request: HttpRequest;
  readonly budget: Budget;
  readonly cookies: Cookies;
  readonly maxBytes: number;
  /** The body's reader holds all of it. */
  readonly holdsAll: boolean;
  readonly redirects: HttpHead["redirects"];
}

/** A hop's answer that leads on to another: it ends the hop, so that its place in the queue is free before the next takes one. */
class Redirected {
  readonly next: Hop;
  readonly taken: HttpHead["redirects"][number];
  constructor(next: Hop, taken: HttpHead["redirects"][number]) {
    this.next = next;
    this.taken = taken;
  }
}

/**
 * HTTP over undici. Each hop is guarded where the request says so, or where an upstream of our own choice redirects to
 * another host; it waits its turn in its host's queue, and goes to the
 * gateway where one is set. Errors: `forbidden-target`, `bad-query`, `unreachable`, `timeout`, `too-large`, `changed`,
 * `unsupported-type`, and `rate-limited` where the host asked for a longer pause than the request has time.
 *
 * `Retry-After` of a 429 or 503 holds the host's queue back, 60 seconds at most, and a 503 is asked for again where the
 * time allows; the answer is handed out as it is otherwise.
 */
export function createHttp(
  config: HttpConfig,
  { guard, resolve, scheduler = asyncScheduler, bytes = bytesInFlight, random = Math.random, places }: HttpParts,
): Pick<Upstream, "http" | "httpStream" | "close"> & { stats(): Omit<UpstreamStats, "browser" | "renders"> } {
  const local = new RateLimiter({ scheduler, unspaced: config.TRIBUTARY_NO_PACE });
  const pacer = places && !config.TRIBUTARY_NO_PACE ? sharedRateLimiter(local, places, scheduler) : local;
  const paceWaits = createDurations();
  const sessions = createCookieSessions();
  const connectTimeoutMs = config.CONNECT_TIMEOUT_MS;
  const gateway = config.UPSTREAM_GATEWAY;
  // A gateway or proxy is the operator's own machine: the system finds it, whatever answers for the upstreams' names.
  const ownNames = createResolver({ DNS_SERVER: undefined });
  const proxyOf = createProxies(config);
  const proxies = { of: proxyOf, resolve: ownNames };
  const own = createPool({ resolve: ownNames, connectTimeoutMs });
  const open = createPool({ resolve: gateway ? ownNames : resolve, connectTimeoutMs, proxies });
  const guarded = createPool({ resolve: guard.resolve, connectTimeoutMs, checkAddress: guard.checkAddress, proxies });

  function send(hop: Hop, { request, budget, cookies, redirects }: Journey): Observable<WireAnswer> {
    const cookie = [hop.headers["cookie"], cookies.header(hop.url)].filter(Boolean).join("; ");
    const wire = {
      host: hop.url.host,
      origin: hop.url.origin,
      path: `${hop.url.pathname}${hop.url.search}`,
      method: hop.method,
      headers: { ...hop.headers, ...(cookie && { cookie }) },
      body: hop.body,
      idleMs: Math.max(config.UPSTREAM_TIMEOUT_MS, budget.remainingMs()),
    };
    budget.waitingFor(hop.url.host, "did not answer");
    const toGuard = request.guarded || elsewhere(hop, redirects);
    if (!gateway || request.direct) {
      if (toGuard) guard.checkUrl(hop.url.href);
      const proxy = proxyOf(hop.url);
      const pool = toGuard ? guarded : open;
      if (!proxy) return exchange(wire, pool);
      // A name that the proxy is given is the proxy's to resolve; one that resolves here must be allowed all the same.
      const allowed$ = toGuard && !takesAddresses(proxy) ? checkedForGateway(guard, hop.url.href) : of(hop.url);
      return allowed$.pipe(
        mergeMap((target) => (takesWholeUrls(proxy, target) ? askedWhole(proxy, target, wire) : exchange(wire, pool))),
      );
    }
    const toGateway = viaGateway(gateway, hop.url);
    const host = `${wire.host} (through the gateway)`;
    const wired = { ...wire, ...toGateway, host, headers: { ...wire.headers, ...toGateway.headers } };
    const checked$ = toGuard ? checkedForGateway(guard, hop.url.href) : of(hop.url);
    return checked$.pipe(mergeMap(() => exchange(wired, own)));
  }

  /** Asks a proxy for a plain http URL, as RFC 9112 §3.2.2 has it. */
  function askedWhole(proxy: URL, target: URL, wire: WireRequest): Observable<WireAnswer> {
    const path = target.hash ? target.href.slice(0, -target.hash.length) : target.href;
    const headers = { ...wire.headers, host: target.host, ...proxyAuthorization(proxy) };
    return exchange({ ...wire, origin: proxy.origin, path, headers }, own).pipe(
      tap(({ status }) => {
        if (status === 407) throw new SourceError("unreachable", `The proxy ${proxy.host} asks for credentials (407).`);
      }),
    );
  }

  /** The answer that the redirects lead to, read by `finish`, while the last hop has its place in the queue. */
  function follow<T>(hop: Hop, journey: Journey, finish: (stream: HttpStream) => Observable<T>): Observable<T> {
    const { request, budget, cookies, redirects } = journey;
    const pace = request.pace ?? rateLimitOf(hop.url.host);
    const { maxQueueWaitMs, client } = request;
    const turn = { patienceMs: budget.remainingMs(), maxQueueWaitMs, client };
    let [queued, sent] = [0, 0];
    const asked$ = defer(() => {
      budget.begin();
      sent = scheduler.now();
      paceWaits.add((sent - queued) / 1000);
      return tracedExchange(hop, request, (added) => send({ ...hop, headers: { ...hop.headers, ...added } }, journey));
    }).pipe(
      mergeMap((answer): Observable<T> => {
        const firstByteMs = Math.round(scheduler.now() - sent);
        cookies.keep(hop.url, answer.setCookie);
        const head = headOf(hop, answer, journey, firstByteMs);
        if (!head.replayed && (answer.status === 429 || answer.status === 503))
          pacer.hold(pace.key, retryAfterMs(answer.headers["retry-after"], Date.now()) ?? 0);
        const { status, headers } = answer;
        const location = request.redirect === "manual" ? undefined : headers["location"];
        const next = nextHop(hop, status, location);
        if (!next || location === undefined) return finish(head);
        if (redirects.length >= MAX_REDIRECTS)
          throw new SourceError(
            "unreachable",
            `${hop.url.host} is a redirect loop: more than ${MAX_REDIRECTS} redirects.`,
          );
        const redirected = new Redirected(next, { status, url: hop.url.href, location });
        return concat(
          drained(answer),
          throwError(() => redirected),
        );
      }),
    );
    return asked$.pipe(
      keepingTrace((work$) =>
        defer(() => {
          queued = scheduler.now();
          return pacer.paced(pace, work$, turn);
        }),
      ),
      catchError((end: unknown) => {
        if (!(end instanceof Redirected)) return throwError(() => end);
        return follow(end.next, { ...journey, redirects: [...redirects, end.taken] }, finish);
      }),
    );
  }

  function headOf(
    hop: Hop,
    answer: WireAnswer,
    { budget, maxBytes, holdsAll, redirects }: Journey,
    firstByteMs: number,
  ): HttpStream {
    const { host } = hop.url;
    const { status, headers, setCookie, remoteAddress } = answer;
    const replayed = gateway !== undefined && headers[REPLAY_HEADER] === "1";
    const [played, why] = headers[REPLAY_HEADER]?.split("; ") ?? [];
    if (gateway !== undefined && played === "miss")
      throw new SourceError("unreachable", `${hop.url.host}: ${why ?? "no recording answers this"}.`, { rests: false });
    let received = 0;
    const body = defer(() => {
      if (hop.method !== "HEAD" && Number(headers["content-length"]) > maxBytes) throw tooLarge(maxBytes, host);
      budget.waitingFor(host, "did not finish its answer");
      return answer.body.pipe(
        tap((chunk) => {
          received += chunk.length;
        }),
      );
    });
    const flow = new Flow(answer.pause);
    const counted = holdsAll ? bytes.receiving({ pause: flow.hold, scheduler }) : identity<Observable<Uint8Array>>;
    return {
      url: hop.url.href,
      status,
      headers,
      setCookie,
      redirects,
      replayed,
      ...(!gateway && !proxyOf(hop.url) && { remoteAddress, firstByteMs }),
      received: () => received,
      body: headers["content-encoding"]
        ? body.pipe(
            coalesceChunks(),
            atMost(maxBytes, host),
            decompressed({
              encoding: headers["content-encoding"],
              host,
              pause: flow.decoderFull,
              opened: flow.add,
              orPlain: replayed,
            }),
            atMost(maxBytes, host),
            counted,
          )
        : body.pipe(atMost(maxBytes, host), counted),
    };
  }

  /** The whole of a request: budget around retries around redirects, each hop read by `finish`. */
  function run<T extends HttpHead>(
    request: HttpRequest,
    holdsAll: boolean,
    finish: (stream: HttpStream, tookMs: () => number) => Observable<T>,
  ): Observable<T> {
    const totalMs = request.timeoutMs ?? config.UPSTREAM_TIMEOUT_MS;
    return withinBudget(totalMs, scheduler, (budget) => {
      const tried$ = defer(() =>
        follow(
          firstHop(request, config.USER_AGENT),
          {
            request,
            budget,
            cookies: sessions.jar(request.session),
            maxBytes: request.maxBytes ?? config.MAX_BODY_BYTES,
            holdsAll,
            redirects: [],
          },
          (stream) => finish(stream, () => totalMs - budget.remainingMs()),
        ),
      );
      const idempotent = request.idempotent ?? request.method !== "POST";
      if (!idempotent) return tried$;
      return tried$.pipe(
        retryPassing({
          remainingMs: budget.remainingMs,
          again: (head) => (passing(head) ? (retryAfterMs(head.headers["retry-after"], Date.now()) ?? 0) : undefined),
          random,
          scheduler,
        }),
      );
    });
  }

  return {
    http: (request) =>
      run(request, true, ({ body, received: _, ...head }, tookMs) =>
        body.pipe(concatChunks((whole) => ({ ...head, body: whole, tookMs: tookMs() }))),
      ),
    httpStream: (request) =>
      resolveOnHeaders(
        run(request, request.holdsAll ?? false, ({ body, ...head }) =>
          of({ ...head, body: body.pipe(coalesceChunks()) }),
        ),
      ),
    stats: () => ({ pace: local.stats(), paceWaits: paceWaits.read(), sockets: socketsOf([own, open, guarded]) }),
    close: async () => {
      await Promise.all([own.close(), open.close(), guarded.close()]);
    },
  };
}

/** A failure that passes by itself; a recording says the same however often it is asked. */
const passing = (head: HttpHead): boolean =>
  [502, 503, 504].includes(head.status) && head.headers[REPLAY_HEADER] === undefined;

/** Whether redirects have led to another host than the one that was asked: that one chose it, not we. */
function elsewhere({ url }: Hop, [first]: HttpHead["redirects"]): boolean {
  return first !== undefined && bareHost(new URL(first.url).hostname) !== bareHost(url.hostname);
}

function firstHop(request: HttpRequest, userAgent: string): Hop {
  const url = URL.parse(request.url);
  if (!url) throw new SourceError("bad-query", `"${request.url.slice(0, 200)}" is not an absolute URL.`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SourceError(
      "forbidden-target",
      `${url.protocol} may not be reached: only http and https addresses are fetched.`,
    );
  const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    url,
    method: request.method ?? "GET",
    headers: {
      "user-agent": userAgent,
      accept: "*/*",
      "accept-encoding": ACCEPT_ENCODING,
      ...Object.fromEntries(given.filter(([name]) => !OUR_OWN.has(name))),
    },
    ...(request.body !== undefined && { body: request.body }),
  };
}

/** Reads a small body to its end, emitting nothing; leaves a large or slow one. */
function drained(answer: WireAnswer): Observable<never> {
  const length = Number(answer.headers["content-length"] ?? Number.NaN);
  if (!(length <= DRAIN_BYTES)) return EMPTY;
  return answer.body.pipe(
    ignoreElements(),
    takeUntil(timer(DRAIN_MS)),
    catchError(() => EMPTY),
  );
}
