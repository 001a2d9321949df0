import { catchError, defer, type Observable, tap, throwError } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import { politePace } from "../upstream/pace.ts";
import type { HttpRequest, HttpResponse, Upstream } from "../upstream/types.ts";
import { readingElsewhere } from "./elsewhere.ts";
import { hidingSecrets, secretsOf, withoutSecrets } from "./secrets.ts";
import type { Holding, Item, Notice, ReadContext, Runnable } from "./source.ts";

/** Requests to one host at once, where a source states a politeness but no number. */
const CONCURRENCY = 4;

/** What a merged search may wait for the turn of one of its requests: longer, and the engine is left out. */
const MAX_QUEUE_WAIT_MS = 3_000;

/** In a merged search the first failure without an answer opens an engine's circuit breaker: others answer in its place. */
const ENGINE_OPENS_AFTER = 1;

/** What a source is asked. */
export interface Ask {
  readonly q: string;
  /** Pages to read at most. */
  readonly pagecount: number;
  /** Ask the upstream even where a fresh answer is held; its failure is the answer then. */
  readonly noCache: boolean;
  /** The source's further parameters, as text. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Ask a resting source all the same: somebody wants this very source now. */
  readonly probe?: boolean;
  /**
   * The source is one of several that answer together: each request has the deadline that its history gives
   * (`upstream.latencies`), from when it leaves the queue, and waits for its turn in the queue only shortly. Milliseconds:
   * a request has no more than so many.
   */
  readonly mergedMaxMs?: number | undefined;
  /** Items that are enough: no further page is asked once they are there. */
  readonly enoughItems?: number | undefined;
}

/** What sources run in. */
export interface RunEnv {
  readonly upstream: Upstream;
  /** The environment variables that hold the sources' keys. */
  readonly keys: Readonly<Record<string, string | undefined>>;
  /** The folder for what sources keep between asks; absent: they keep nothing. */
  readonly dataDir?: string | undefined;
  readonly now?: () => number;
  /** `ENGINES`: whom searches ask, in this order, or with a minus whom they leave out; absent or empty: all. */
  readonly engines?: readonly string[] | undefined;
  readonly onNotice?: (source: string, notice: Notice) => void;
}

/** The declared keys of a source that are set. */
export function keysOf(source: Pick<Runnable, "key">, env: RunEnv): Readonly<Record<string, string>> {
  const entries = [...(source.key?.env ?? []), ...(source.key?.also ?? [])].flatMap((name) => {
    const value = env.keys[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The first key variable that a source requires and does not have. */
export function missingKey(source: Pick<Runnable, "key">, env: RunEnv): string | undefined {
  if (!source.key?.required) return undefined;
  const set = keysOf(source, env);
  return source.key.env.find((name) => !(name in set));
}

/** A source's items for one ask: cold, cancelled by unsubscribing, failing with a `SourceError` only. */
export function runSource(source: Runnable, ask: Ask, env: RunEnv): Observable<Item> {
  const missing = missingKey(source, env);
  if (missing) {
    const where = source.key?.from ? ` Get one at ${source.key.from}.` : "";
    return throwError(
      () =>
        new SourceError("missing-key", `${source.title} needs a key: set the environment variable ${missing}.${where}`),
    );
  }
  return within(source, ask, env, (context) => source.open(ask.q, ask.options, context));
}

/**
 * What is read in a source's name and place: cold, cancelled by unsubscribing. Where it fails on a held value that has not
 * the shape that the source reads (another version may have written it to Redis), it is read anew without held values.
 */
export const within = <T>(
  source: Omit<Runnable, "open">,
  ask: Ask,
  env: RunEnv,
  read: (context: ReadContext) => Observable<T>,
): Observable<T> =>
  defer(() => {
    const held: HeldValues = { used: false, ignored: false };
    let gave = false;
    return defer(() => read(contextOf(source, ask, env, held))).pipe(
      tap(() => {
        gave = true;
      }),
      catchError((error: unknown) => {
        if (!held.used || gave || !isUnfit(error)) throw error;
        held.ignored = true;
        return read(contextOf(source, ask, env, held));
      }),
    );
  }).pipe(hidingSecrets(secretsOf(keysOf(source, env))));

/** Whether values out of the cache were used, and whether they are to be fetched anew. */
interface HeldValues {
  used: boolean;
  ignored: boolean;
}

/** What a value of another shape leads to. */
const isUnfit = (error: unknown): boolean => {
  const { kind } = toSourceError(error);
  return kind === "internal" || kind === "changed";
};

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

function contextOf(source: Omit<Runnable, "open">, ask: Ask, env: RunEnv, held: HeldValues): ReadContext {
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
      pace: politePace(URL.parse(request.url)?.hostname ?? source.id, { concurrency: CONCURRENCY, ...source.polite }),
    }),
    ...request,
    headers: { ...(source.polite?.userAgent && { "user-agent": source.polite.userAgent }), ...request.headers },
  });
  const { mergedMaxMs } = ask;
  const deadlineMs = (): number =>
    Math.min(mergedMaxMs ?? Number.POSITIVE_INFINITY, upstream.latencies.deadlineMs(source.id));
  const timely = (request: HttpRequest): HttpRequest =>
    mergedMaxMs === undefined
      ? request
      : {
          ...request,
          timeoutMs: Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs()),
          maxQueueWaitMs: MAX_QUEUE_WAIT_MS,
        };
  /** Keeps how long the source's requests take. */
  const timed = (asked: HttpRequest): Observable<HttpResponse> =>
    defer(() => {
      const request = timely(polite(asked));
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
    return upstream.resting.guard(way ? `${id} (${way})` : id, known$, probe, opensAfter);
  };
  return {
    source: source.id,
    pages: ask.pagecount,
    keys,
    upstream,
    dataDir: env.dataDir,
    enoughItems: ask.enoughItems,
    fetch: timed,
    stream: (request) => upstream.httpStream(timely(polite(request))),
    cached: (name, value$, holding = {}) => {
      const { ttlMs, renewed = ttlMs === undefined, told = ttlMs === undefined, source: owner = source.id } = holding;
      const [id = owner, category = source.category] = owner.split("/").toReversed();
      return upstream.cache.through(
        {
          key: `${scopeOf([category, id], ttlMs !== undefined)} ${name}`,
          ttlMs: ttlMs ?? source.ttlMs,
          refresh: held.ignored || (ask.noCache && renewed),
          uncovered: ask.noCache,
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
    reading: readingElsewhere(
      { source: `${source.category}/${source.id}`, q: ask.q, options: ask.options, keys },
      { now },
    ),
    notice,
    now,
  };
}
