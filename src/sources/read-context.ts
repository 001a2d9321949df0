import { catchError, defer, type Observable, tap, throwError } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import { rateLimitOf } from "../upstream/rate-limiter.ts";
import type { HttpRequest, HttpResponse } from "../upstream/types.ts";
import { type Ask, keysOf, type RunEnv } from "./ask.ts";
import { parsingInWorker } from "./parse-in-worker.ts";
import { hidingSecrets, secretsOf, withoutSecrets } from "./secrets.ts";
import type { Holding, Notice, ReadContext, Runnable } from "./source.ts";

/** Requests to one host at once, where a source states a politeness but no number. */
const CONCURRENCY = 4;

/** What a merged search may wait for the turn of one of its requests: longer, and the engine is left out. */
const MAX_QUEUE_WAIT_MS = 3_000;

/** What any other request may: its answer has little more time than that. */
const MAX_OTHER_WAIT_MS = 25_000;

/** In a merged search the first failure without an answer opens an engine's circuit breaker: others answer in its place. */
const ENGINE_OPENS_AFTER = 1;

/** Whether values out of the cache were used, and whether they are to be fetched anew. */
export interface HeldValues {
  used: boolean;
  ignored: boolean;
}

/** The category of web search: it asks engines for pages of results, never for one thing that may not exist. */
const ENGINES = "search";

const endpointGone =
  (title: string) =>
  (error: unknown): Observable<never> =>
    throwError(() =>
      error instanceof SourceError && error.kind === "not-found"
        ? new SourceError("changed", `${title} is no longer where it was: ${error.message}`, {
            cause: error,
            rests: true,
          })
        : error,
    );

/** Returns what a source reads with: its requests with politeness, deadline, cache and circuit breaker. */
export function contextOf(source: Omit<Runnable, "open">, ask: Ask, env: RunEnv, held: HeldValues): ReadContext {
  const { upstream } = env;
  const keys = keysOf(source, env);
  const now = env.now ?? Date.now;
  const secrets = secretsOf(keys);
  const notice = (value: Notice): void =>
    env.onNotice?.(source.id, value.kind === "note" ? { ...value, text: withoutSecrets(value.text, secrets) } : value);
  /** What a value is held under: the query's alone, unless it serves every query of the source. */
  const scopeOf = (owner: readonly string[], everyQuery: boolean): string =>
    JSON.stringify(everyQuery ? owner : [...owner, ask.q.trim(), ask.options]);
  const polite = (request: HttpRequest): HttpRequest => ({
    // Kept per host: two sources of one host share its queue.
    ...(source.polite && {
      pace: rateLimitOf(URL.parse(request.url)?.hostname ?? source.id, { concurrency: CONCURRENCY, ...source.polite }),
    }),
    ...request,
    headers: { ...(source.polite?.userAgent && { "user-agent": source.polite.userAgent }), ...request.headers },
  });
  const { mergedMaxMs } = ask;
  const noCache = ask.noCache || env.noCache === true;
  const deadlineMs = (): number =>
    Math.min(mergedMaxMs ?? Number.POSITIVE_INFINITY, upstream.latencies.deadlineMs(source.id));
  const timely = (request: HttpRequest): HttpRequest =>
    mergedMaxMs === undefined
      ? { maxQueueWaitMs: MAX_OTHER_WAIT_MS, ...request }
      : {
          ...request,
          timeoutMs: Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs()),
          maxQueueWaitMs: MAX_QUEUE_WAIT_MS,
        };
  /** Keeps how long the source's requests take. */
  const timed = (asked: HttpRequest): Observable<HttpResponse> =>
    defer(() => {
      const request = timely(polite(asked));
      upstream.latencies.asked(source.id);
      return upstream.http(request).pipe(
        tap({
          next: ({ status, tookMs }) => {
            if (tookMs !== undefined && status < 400) upstream.latencies.observe(source.id, tookMs);
          },
          error: (error: unknown) => {
            const late = error instanceof SourceError && error.kind === "timeout" && error.unanswered;
            if (late && request.timeoutMs !== undefined) upstream.latencies.observe(source.id, request.timeoutMs);
          },
        }),
      );
    });
  const rested = <T>(value$: Observable<T>, id: string, { way, anySite }: Holding): Observable<T> => {
    if (anySite) return value$;
    // That somebody wants this very source says nothing of another whose answer it asks for.
    const probe = id === source.id && (ask.probe ?? false);
    const known$ = source.category === ENGINES ? value$.pipe(catchError(endpointGone(source.title))) : value$;
    const opensAfter = source.category === ENGINES ? ENGINE_OPENS_AFTER : undefined;
    return upstream.circuitBreaker.guard(way ? `${id} (${way})` : id, known$, probe, opensAfter);
  };
  return {
    source: source.id,
    pages: ask.pagecount,
    keys,
    upstream,
    dataDir: env.dataDir,
    enoughItems: ask.enoughItems,
    fetch: timed,
    stream: (request) =>
      defer(() => {
        upstream.latencies.asked(source.id);
        return upstream.httpStream(timely(polite(request)));
      }),
    cached: (name, value$, holding = {}) => {
      const { ttlMs, renewed = ttlMs === undefined, told = ttlMs === undefined, source: owner = source.id } = holding;
      const [id = owner, category = source.category] = owner.split("/").toReversed();
      return upstream.cache.through(
        {
          key: `${scopeOf([category, id], ttlMs !== undefined)} ${name}`,
          ttlMs: ttlMs ?? source.ttlMs,
          refresh: held.ignored || (noCache && renewed),
          uncovered: noCache || (env.maxAgeMs !== undefined && renewed),
          ...(env.maxAgeMs !== undefined && renewed && { maxAgeMs: env.maxAgeMs }),
          merged: mergedMaxMs !== undefined,
          onHit: (ageMs: number) => {
            held.used = true;
            if (told) notice({ kind: "cached", ageMs });
          },
          ...(told && {
            onStale: (error: unknown, ageMs: number) => notice({ kind: "stale", error: toSourceError(error), ageMs }),
          }),
        },
        rested(value$.pipe(hidingSecrets(secrets)), id, holding),
      );
    },
    reading: parsingInWorker(
      { source: `${source.category}/${source.id}`, q: ask.q, options: ask.options, keys },
      { now, client: upstream.client },
    ),
    notice,
    pledge: env.pledge,
    now,
  };
}
