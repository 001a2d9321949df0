import { availableParallelism } from "node:os";
import {
  asyncScheduler,
  defer,
  dematerialize,
  materialize,
  merge,
  mergeMap,
  type Observable,
  type SchedulerLike,
  Subject,
  tap,
  throwError,
  timeout,
} from "rxjs";
import type { Client } from "../admission/client.ts";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type BrowserConfig, chromium$ } from "./chromium.ts";
import type { Guard } from "./guard.ts";
import { remotes$ } from "./remote/remote-browser.ts";
import { kindOf } from "./remote/where.ts";
import { waitsOf } from "./rendering/actions.ts";
import { BrowserLost } from "./rendering/browser-lost.ts";
import { OF_OTHERS, OF_OWN } from "./rendering/crashes.ts";
import { RenderFigures } from "./rendering/figures.ts";
import { MAX_PIXELS } from "./rendering/picture.ts";
import { createPool, type PoolOrder } from "./rendering/pool.ts";
import { lent$, type RunningBrowser, running$ } from "./running-browser.ts";
import { semaphore } from "./semaphore.ts";
import type { BrowserState, UpstreamStats } from "./stats.ts";
import type { Upstream } from "./types.ts";

/** A job's whole time: waiting for a place, starting the browser, loading, taking the picture. */
const DEADLINE_MS = 45_000;
/** For a page to be lent: the one before it may be under way for a minute. */
const LENDING_MS = 90_000;
const MAX_CONCURRENCY = 8;

export type PoolConfig = BrowserConfig &
  Pick<
    Config,
    | "BROWSER_URL"
    | "BROWSER_PROXY"
    | "RENDER_CONCURRENCY"
    | "RENDER_PAGES_PER_BROWSER"
    | "RENDER_IDLE_SECONDS"
    | "RENDER_MEMORY_MB"
  >;

export interface BrowserParts {
  /** A browser from subscription to unsubscription; errors when it dies. */
  readonly launch?: Observable<RunningBrowser>;
  readonly scheduler?: SchedulerLike;
}

/**
 * The headless browser: started on first use, a fresh profile per job, closed after a minute without work and replaced after 50
 * pages; as many pages at once as the machine has cores, further jobs wait, fairly by client and by host. Everything it asks goes
 * through the guard (see `guardProxy`). A page whose browser was lost is tried once more in a new one where it is only read; one
 * that takes more than 400 MB is ended alone, and so is the largest where all together take more than 1.5 GB.
 * A lent page has a browser of its own, one at a time, for whoever drives it is measuring: its DevTools protocol listens on
 * 127.0.0.1, and it ends with the subscription. Unsubscribing from a job closes its page. `close` ends running jobs with `unreachable` and kills the processes.
 *
 * Errors: `unreachable` where no Chromium is installed or the page cannot be reached, `bad-query` and `forbidden-target`
 * for an address that may not be visited (`bad-query` also for a window of more than 16 megapixels), `timeout` after 45 s in all, `unsupported-type` for a download, `too-large` for
 * an image over 5 MB, `crashed` for a page that ended its process, or was ended, `busy` where too many wait or the browser was lost too often.
 */
export function createBrowser(
  config: PoolConfig,
  guard: Guard,
  parts: BrowserParts = {},
): Pick<Upstream, "screenshot" | "render" | "lend" | "close"> & {
  stats(): Pick<UpstreamStats, "browser" | "renders">;
  state(): BrowserState;
} {
  const endings = new Set<Promise<void>>();
  const { scheduler = asyncScheduler } = parts;
  const starting = { config, guard, endings, memoryBytes: config.RENDER_MEMORY_MB * 1_000_000 };
  const figures = new RenderFigures(() => scheduler.now());
  const isRemote = config.BROWSER_URL.length > 0;
  const browsers = isRemote
    ? remotes$({ config, guard, endings })
    : [chromium$({ ...starting, holds: (bytes) => (figures.memoryBytes = bytes) })];
  const launches = parts.launch ? [parts.launch] : browsers.map((browser$) => running$(browser$, starting));
  const closing = new Subject<void>();
  const closed$ = closing.pipe(
    mergeMap(() => throwError(() => new SourceError("unreachable", "The browser is being closed."))),
  );
  const concurrency = Math.min(MAX_CONCURRENCY, config.RENDER_CONCURRENCY ?? availableParallelism());
  const pool = createPool({
    launches: launches.map((launch) => told(launch, figures)),
    rules: isRemote ? OF_OTHERS : OF_OWN,
    concurrency,
    pagesPerBrowser: config.RENDER_PAGES_PER_BROWSER,
    idleMs: config.RENDER_IDLE_SECONDS * 1000,
    scheduler,
  });
  const lendingPlace = semaphore(1, scheduler);

  const timely = <T>(url: string, mostMs: number, work$: Observable<T>): Observable<T> =>
    defer(() => {
      guard.checkUrl(url);
      return merge(work$.pipe(materialize()), closed$).pipe(dematerialize());
    }).pipe(
      timeout({
        first: mostMs,
        scheduler,
        with: () => throwError(() => new SourceError("timeout", `${url} was not ready within ${mostMs / 1000} s.`)),
      }),
    );

  return {
    screenshot: (job) =>
      defer(() => {
        if (job.width * job.height > MAX_PIXELS)
          throw new SourceError("bad-query", `A window of ${job.width} × ${job.height} is over 16 megapixels.`);
        const shot$ = pool.use(orderOf(job, true), (browser, leaves) => browser.shoot(job, leaves));
        return timely(job.url, DEADLINE_MS, shot$);
      }),
    render: (job) => {
      // What was done on a page is not done again.
      const page$ = pool.use(orderOf(job, !job.actions?.length), (browser, leaves) => browser.render(job, leaves));
      return figures.counted(timely(job.url, DEADLINE_MS + (job.waitForMs ?? 0) + waitsOf(job.actions), page$));
    },
    lend: (url, client) =>
      isRemote
        ? throwError(() => new SourceError("no-browser", NOT_LENT))
        : timely(url, LENDING_MS, lendingPlace(lent$(starting), client)),
    stats: () => {
      const [pages, lent] = [pool.stats(), lendingPlace.stats()];
      const browser = {
        running: pages.running + lent.running,
        waiting: pages.waiting + lent.waiting,
        oldestMs: Math.max(pages.oldestMs, lent.oldestMs),
      };
      return { browser, renders: figures };
    },
    state: () => {
      const { running, waiting } = pool.stats();
      const { version, served, lastHour, lost, memoryBytes, lastError } = figures;
      return {
        state: stateOf(figures, { isDown: pool.restsMs() > 0, isFull: running >= concurrency * launches.length }),
        ...kindOf(config),
        ...(version !== undefined && { version }),
        pages_open: running,
        queued: waiting,
        served,
        rendered_1h: lastHour,
        restarts: lost,
        ...(figures.running > 0 && { memory_mb: Math.round(memoryBytes / 1_000_000) }),
        ...(lastError && { last_error: lastError }),
      };
    },
    close: async () => {
      pool.close();
      closing.next();
      await Promise.all(endings);
    },
  };
}

const NOT_LENT = "Lighthouse takes a Chromium on this machine: with BROWSER_URL none is started here.";

function stateOf(
  { running, recovers }: RenderFigures,
  { isDown, isFull }: { readonly isDown: boolean; readonly isFull: boolean },
): BrowserState["state"] {
  if (isDown) return "down";
  if (recovers) return "recovering";
  if (isFull) return "busy";
  return running > 0 ? "ready" : "idle";
}

/** Browsers as they come and go, told to the figures. */
const told = (launch: Observable<RunningBrowser>, figures: RenderFigures): Observable<RunningBrowser> =>
  launch.pipe(
    tap({
      subscribe: () => {
        figures.running += 1;
      },
      next: ({ version }) => {
        figures.version = version ?? figures.version;
      },
      error: (error: unknown) => {
        if (error instanceof BrowserLost) figures.browserLost();
      },
      finalize: () => {
        figures.running -= 1;
      },
    }),
  );

const orderOf = (
  { url, client }: { readonly url: string; readonly client?: Client | undefined },
  again: boolean,
): PoolOrder => ({ host: URL.parse(url)?.host ?? "", client, again });
