import { availableParallelism } from "node:os";
import type { BrowserContextOptions } from "playwright-core";
import {
  asyncScheduler,
  defer,
  dematerialize,
  from,
  map,
  materialize,
  merge,
  mergeMap,
  type Observable,
  type SchedulerLike,
  Subject,
  switchMap,
  throwError,
  timeout,
} from "rxjs";
import type { Client } from "../admission/client.ts";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type BrowserConfig, chromium$, context$, type Starting } from "./chromium.ts";
import type { Guard } from "./guard.ts";
import { places } from "./places.ts";
import { waitsOf } from "./rendering/actions.ts";
import { OF_OWN } from "./rendering/crashes.ts";
import { blankPage } from "./rendering/navigate.ts";
import { MAX_PIXELS } from "./rendering/picture.ts";
import { createPool, type PoolOrder } from "./rendering/pool.ts";
import { renderedPage } from "./rendering/render-page.ts";
import type { Leaves } from "./rendering/tabs.ts";
import type { QueueState } from "./stats.ts";
import type { BrowserJob, BrowserShot, LentPage, RenderedPage, RenderJob, Upstream } from "./types.ts";
import { photograph } from "./visit.ts";

export { findChromium } from "./find-chromium.ts";

/** A job's whole time: waiting for a place, starting the browser, loading, taking the picture. */
const DEADLINE_MS = 45_000;
/** For a page to be lent: the one before it may be under way for a minute. */
const LENDING_MS = 90_000;
const MAX_CONCURRENCY = 8;

/** A running browser, as far as a job needs it. */
export interface RunningBrowser {
  shoot(job: BrowserJob, leaves: Leaves): Observable<BrowserShot>;
  render(job: RenderJob, leaves: Leaves): Observable<RenderedPage>;
}

export type PoolConfig = BrowserConfig &
  Pick<Config, "RENDER_CONCURRENCY" | "RENDER_PAGES_PER_BROWSER" | "RENDER_IDLE_SECONDS" | "RENDER_MEMORY_MB">;

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
): Pick<Upstream, "screenshot" | "render" | "lend" | "close"> & { stats(): QueueState } {
  const endings = new Set<Promise<void>>();
  const { scheduler = asyncScheduler } = parts;
  const starting = { config, guard, endings, memoryBytes: config.RENDER_MEMORY_MB * 1_000_000 };
  const { launch = running$(starting) } = parts;
  const closing = new Subject<void>();
  const closed$ = closing.pipe(
    mergeMap(() => throwError(() => new SourceError("unreachable", "The browser is being closed."))),
  );
  const pool = createPool({
    launches: [launch],
    rules: OF_OWN,
    concurrency: Math.min(MAX_CONCURRENCY, config.RENDER_CONCURRENCY ?? availableParallelism()),
    pagesPerBrowser: config.RENDER_PAGES_PER_BROWSER,
    idleMs: config.RENDER_IDLE_SECONDS * 1000,
    scheduler,
  });
  const lendingPlace = places(1, scheduler);

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
    // What was done on a page is not done again.
    render: (job) =>
      timely(
        job.url,
        DEADLINE_MS + (job.waitForMs ?? 0) + waitsOf(job.actions),
        pool.use(orderOf(job, !job.actions?.length), (browser, leaves) => browser.render(job, leaves)),
      ),
    lend: (url, client) => timely(url, LENDING_MS, lendingPlace(lent$(starting), client)),
    stats: () => {
      const [pages, lent] = [pool.stats(), lendingPlace.stats()];
      return {
        running: pages.running + lent.running,
        waiting: pages.waiting + lent.waiting,
        oldestMs: Math.max(pages.oldestMs, lent.oldestMs),
      };
    },
    close: async () => {
      pool.close();
      closing.next();
      await Promise.all(endings);
    },
  };
}

const orderOf = (
  { url, client }: { readonly url: string; readonly client?: Client | undefined },
  again: boolean,
): PoolOrder => ({ host: URL.parse(url)?.host ?? "", client, again });

/** The browser that jobs share. */
const running$ = (starting: Starting): Observable<RunningBrowser> =>
  chromium$(starting).pipe(
    map(({ browser, proxy }) => ({
      shoot: (job, leaves) =>
        context$(
          browser,
          { viewport: { width: job.width, height: job.height }, colorScheme: job.dark ? "dark" : "light" },
          leaves,
        ).pipe(switchMap((context) => photograph(context, job, { ...starting, proxy }))),
      render: (job, leaves) =>
        context$(browser, looksOf(job, browser.version()), leaves).pipe(
          switchMap((context) => renderedPage(context, job, { ...starting, proxy })),
        ),
    })),
  );

/** The window that a job wants, and as what the browser presents itself. */
const looksOf = ({ mobile }: RenderJob, version: string): BrowserContextOptions =>
  mobile
    ? {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split(".", 1)[0]}.0.0.0 Mobile Safari/537.36`,
      }
    : {};

/** A page of a browser of its own. */
const lent$ = (starting: Starting): Observable<LentPage> =>
  chromium$({ ...starting, lent: true }).pipe(
    switchMap(({ browser, proxy, devtools = "" }) =>
      context$(browser, { viewport: null }, () => undefined).pipe(
        switchMap((context) => from(blankPage(context, { ...starting, proxy }))),
        switchMap(({ session, failureAt }) =>
          from(session.send("Target.getTargetInfo")).pipe(
            map(({ targetInfo }) => ({ devtools, target: targetInfo.targetId, failureAt })),
          ),
        ),
      ),
    ),
  );
