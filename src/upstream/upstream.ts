import { defer, from, type SchedulerLike, switchMap } from "rxjs";
import type { Config } from "../config.ts";
import { createCache } from "./cache.ts";
import { memoryStore } from "./cache-store.ts";
import { createDns } from "./dns.ts";
import { createGuard } from "./guard.ts";
import { createHttp } from "./http.ts";
import { redisStore } from "./redis-store.ts";
import { createResolver, type ResolveAddresses } from "./resolve.ts";
import { createResting } from "./resting.ts";
import { createTls } from "./tls.ts";
import type { Upstream } from "./types.ts";
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
  const http = createHttp(config, { guard, resolve, ...(scheduler && { scheduler }), ...(random && { random }) });
  // What drives the browser is large: it is loaded by the first who wants a picture.
  let loading: Promise<ReturnType<typeof import("./browser.ts")["createBrowser"]>> | undefined;
  const browser = () => {
    loading ??= import("./browser.ts").then(({ createBrowser }) => createBrowser(config, guard));
    return loading;
  };
  const memory = memoryStore(config.CACHE_MAX_BYTES, now);
  const store = config.REDIS_URL ? redisStore(config.REDIS_URL, memory, log, now) : memory;
  return {
    http: http.http,
    httpStream: http.httpStream,
    whois: createWhois(config, guard),
    dns: createDns(config, guard),
    tls: createTls(config, guard),
    screenshot: (job) => defer(() => from(browser())).pipe(switchMap(({ screenshot }) => screenshot(job))),
    resting: createResting(now),
    cache: createCache(store, now),
    async close() {
      store.close();
      await Promise.all([http.close(), loading?.then(({ close }) => close())]);
    },
  };
}

const warn = (message: string): void => {
  process.stderr.write(`${message}\n`);
};
