import { defer, from, type Observable, type SchedulerLike, shareReplay, switchMap, tap } from "rxjs";
import type { Config } from "../config.ts";
import { tracing } from "../tracing/tracing.ts";
import type { createBrowser } from "./browser.ts";
import { createCache } from "./cache.ts";
import { memoryStore, SHARE_OF_RESULTS } from "./cache-store.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { gatewayDependency } from "./dependencies.ts";
import { createDns } from "./dns.ts";
import { createGuard } from "./guard.ts";
import type { createHttp } from "./http.ts";
import { createLatencies } from "./latencies.ts";
import { redisSemaphore } from "./redis-semaphore.ts";
import { redisStore } from "./redis-store.ts";
import { hasBrowser, kindOf } from "./remote/where.ts";
import { createResolver, type ResolveAddresses } from "./resolve.ts";
import { type BrowserState, IDLE_STATS } from "./stats.ts";
import { createTls } from "./tls.ts";
import { tracedUpstream } from "./traced-upstream.ts";
import type { Rendering, Upstream } from "./types.ts";
import { createWhois } from "./whois.ts";

/** What tests and the log put in the place of the real thing. */
export interface UpstreamParts {
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly scheduler?: SchedulerLike;
  /** 0 to 1. */
  readonly random?: () => number;
  readonly resolve?: ResolveAddresses;
  /** One line for the operator. */
  readonly log?: (message: string) => void;
}

/** The door to the network for a configuration. Nothing is opened before something is asked, but for Redis where it is set. */
export function createUpstream(config: Config, parts: UpstreamParts = {}): Upstream {
  const { now = Date.now, scheduler, random, resolve = createResolver(config), log = warn } = parts;
  const guard = createGuard(config, resolve);
  // What speaks HTTP, and what drives the browser, is large: the first who asks for it loads it.
  const opened: { close(): Promise<void> }[] = [];
  const door = <T extends { close(): Promise<void> }>(load: () => Promise<T>): Observable<T> =>
    defer(() => from(load())).pipe(
      tap((part) => opened.push(part)),
      shareReplay(1),
    );
  let http: ReturnType<typeof createHttp> | undefined;
  const http$ = door(async () => {
    const { createHttp } = await import("./http.ts");
    http = createHttp(config, {
      guard,
      resolve,
      ...(scheduler && { scheduler }),
      ...(random && { random }),
      ...(places && { places }),
    });
    return http;
  });
  let browser: ReturnType<typeof createBrowser> | undefined;
  const browser$ = door(async () => {
    const { createBrowser } = await import("./browser.ts");
    browser = createBrowser(config, guard);
    return browser;
  });
  const memory = memoryStore(config.CACHE_MAX_BYTES * SHARE_OF_RESULTS, now);
  const redis = config.REDIS_URL ? redisStore(config.REDIS_URL, memory, log, now) : undefined;
  const store = redis ?? memory;
  const places = config.TASKS_REDIS_URL ? redisSemaphore(config.TASKS_REDIS_URL, log) : undefined;
  const upstream: Upstream = {
    loading: () => (http ? undefined : http$),
    http: (request) => http?.http(request) ?? http$.pipe(switchMap((loaded) => loaded.http(request))),
    httpStream: (request) => http?.httpStream(request) ?? http$.pipe(switchMap((loaded) => loaded.httpStream(request))),
    whois: createWhois(config, guard),
    dns: createDns(config, guard),
    tls: createTls(config, guard),
    screenshot: (job) => browser$.pipe(switchMap(({ screenshot }) => screenshot(job))),
    render: (job) => browser$.pipe(switchMap(({ render }) => render(job))),
    rendering: renderingOf(config, () => browser?.state()),
    lend: (url, client) => browser$.pipe(switchMap(({ lend }) => lend(url, client))),
    circuitBreaker: createCircuitBreaker(now),
    latencies: createLatencies(),
    cache: createCache(store, now),
    stats: () => ({ ...IDLE_STATS, ...http?.stats(), ...browser?.stats() }),
    dependencies: [
      ...(redis ? [{ name: "redis" as const, check$: redis.check$ }] : []),
      ...(config.UPSTREAM_GATEWAY ? [gatewayDependency(config.UPSTREAM_GATEWAY)] : []),
    ],
    async close() {
      store.close();
      places?.close();
      await Promise.all(opened.map((part) => part.close()));
    },
  };
  return tracing() ? tracedUpstream(upstream) : upstream;
}

/** Whether there is a Chromium is looked up by the first page that needs to know. */
function renderingOf(config: Config, running: () => BrowserState | undefined): Rendering {
  let found: boolean | undefined;
  const available = (): boolean => {
    found ??= hasBrowser(config);
    return found;
  };
  const decisions = new Map<string, number>();
  return {
    mode: config.RENDER_DEFAULT,
    available,
    state: () =>
      running() ?? {
        state: available() ? "idle" : "off",
        ...kindOf(config),
        pages_open: 0,
        queued: 0,
        served: 0,
        rendered_1h: 0,
        restarts: 0,
      },
    decided: (reason) => void decisions.set(reason, (decisions.get(reason) ?? 0) + 1),
    decisions: () => decisions,
  };
}

const warn = (message: string): void => {
  process.stderr.write(`${message}\n`);
};
