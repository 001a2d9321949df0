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
  of,
  ReplaySubject,
  retry,
  type SchedulerLike,
  Subject,
  share,
  switchMap,
  take,
  throwError,
  timeout,
  timer,
} from "rxjs";
import { SourceError } from "../errors.ts";
import { type BrowserConfig, BrowserLost, chromium$, context$, type Starting } from "./chromium.ts";
import type { Guard } from "./guard.ts";
import { places } from "./places.ts";
import { waitsOf } from "./rendering/actions.ts";
import { blankPage } from "./rendering/navigate.ts";
import { MAX_PIXELS } from "./rendering/picture.ts";
import { renderedPage } from "./rendering/render-page.ts";
import type { QueueState } from "./stats.ts";
import type { BrowserJob, BrowserShot, LentPage, RenderedPage, RenderJob, Upstream } from "./types.ts";
import { photograph } from "./visit.ts";

export { findChromium } from "./find-chromium.ts";

/** A job's whole time: waiting for a place, starting the browser, loading, taking the picture. */
const DEADLINE_MS = 45_000;
/** For a page to be lent: the one before it may be under way for a minute. */
const LENDING_MS = 90_000;
/** A browser that nobody uses for so long is closed. */
const IDLE_MS = 60_000;
/** A browser is replaced after so many pages, for it grows. */
const PAGES_PER_BROWSER = 50;
const PAGES_AT_ONCE = 3;
/** Of all pages together. */
const MAX_MEMORY_BYTES = 1_500_000_000;

/** Pages that may wait for a place. */
const MAX_WAITING = 50;
const BUSY = "The browser has no room at the moment: 50 pages wait for it.";
const BUSY_MS = 5_000;

interface Sharing {
  readonly mostMs?: number;
  readonly tries?: number;
}

/** A running browser, as far as a job needs it. */
export interface RunningBrowser {
  shoot(job: BrowserJob): Observable<BrowserShot>;
  render(job: RenderJob): Observable<RenderedPage>;
}

export interface BrowserParts {
  /** A browser from subscription to unsubscription; errors when it dies. */
  readonly launch?: Observable<RunningBrowser>;
  readonly scheduler?: SchedulerLike;
  /** Bytes of memory that the browser's processes may hold; default 1.5 GB. */
  readonly memoryBytes?: number;
}

/**
 * The headless browser: started on first use, a fresh profile per job, closed after a minute without work and replaced
 * after 50 pages; three pages at once, further jobs wait. Everything it asks goes through the guard (see `guardProxy`).
 * A page whose browser was lost is tried once more in a new one; one that takes more than 400 MB is ended alone.
 * Pages that together take more than 1.5 GB of memory end the browser, and are `too-large`.
 * A lent page has a browser of its own, one at a time, for whoever drives it is measuring: its DevTools protocol listens on
 * 127.0.0.1, and it ends with the subscription. Unsubscribing from a shot closes its page. `close` ends running jobs with `unreachable` and kills the processes.
 *
 * Errors: `unreachable` where no Chromium is installed or the page cannot be reached, `bad-query` and `forbidden-target`
 * for an address that may not be visited (`bad-query` also for a window of more than 16 megapixels), `timeout` after 45 s in all, `unsupported-type` for a download, `too-large` for
 * an image over 5 MB.
 */
export function createBrowser(
  config: BrowserConfig,
  guard: Guard,
  parts: BrowserParts = {},
): Pick<Upstream, "screenshot" | "render" | "lend" | "close"> & { stats(): QueueState } {
  const endings = new Set<Promise<void>>();
  const { memoryBytes = MAX_MEMORY_BYTES, scheduler = asyncScheduler } = parts;
  const starting = { config, guard, endings, memoryBytes };
  const { launch = running$(starting) } = parts;
  const closing = new Subject<void>();
  const closed$ = closing.pipe(
    mergeMap(() => throwError(() => new SourceError("unreachable", "The browser is being closed."))),
  );
  const place = places(PAGES_AT_ONCE, scheduler);
  const lendingPlace = places(1, scheduler);
  let closed = false;
  let current = generation();

  function generation(): { pages: number; readonly browser$: Observable<RunningBrowser> } {
    const spent = (): boolean => closed || made.pages >= PAGES_PER_BROWSER;
    const made = {
      pages: 0,
      browser$: launch.pipe(
        share({
          connector: () => new ReplaySubject<RunningBrowser>(1),
          resetOnRefCountZero: () => (spent() ? of(true) : merge(closing, timer(IDLE_MS, scheduler))),
        }),
      ),
    };
    return made;
  }

  /** What becomes of a page in the browser that all share. */
  const shared = <T>(
    { url, client }: Pick<RenderJob, "url" | "client">,
    work: (browser: RunningBrowser) => Observable<T>,
    { mostMs = DEADLINE_MS, tries = 1 }: Sharing = {},
  ): Observable<T> =>
    timely(
      url,
      mostMs,
      defer(() => {
        if (place.stats().waiting >= MAX_WAITING) throw new SourceError("busy", BUSY, { retryAfterMs: BUSY_MS });
        return place(
          defer(() => {
            if (current.pages >= PAGES_PER_BROWSER) current = generation();
            current.pages += 1;
            return current.browser$.pipe(switchMap(work));
          }),
          client,
        );
      }).pipe(
        take(1),
        retry({
          count: tries - 1,
          delay: (error) => (error instanceof BrowserLost && !closed ? of(true) : throwError(() => error)),
        }),
      ),
    );

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
        return shared(job, (browser) => browser.shoot(job));
      }),
    render: (job) => shared(job, (browser) => browser.render(job), sharingOf(job)),
    lend: (url, client) => timely(url, LENDING_MS, lendingPlace(lent$(starting), client)),
    stats: () => {
      const [pages, lent] = [place.stats(), lendingPlace.stats()];
      return {
        running: pages.running + lent.running,
        waiting: pages.waiting + lent.waiting,
        oldestMs: Math.max(pages.oldestMs, lent.oldestMs),
      };
    },
    close: async () => {
      closed = true;
      closing.next();
      await Promise.all(endings);
    },
  };
}

/** The browser that jobs share. */
const running$ = (starting: Starting): Observable<RunningBrowser> =>
  chromium$(starting).pipe(
    map(({ browser, proxy }) => ({
      shoot: (job) =>
        context$(browser, {
          viewport: { width: job.width, height: job.height },
          colorScheme: job.dark ? "dark" : "light",
        }).pipe(switchMap((context) => photograph(context, job, { ...starting, proxy }))),
      render: (job) =>
        context$(browser, looksOf(job, browser.version())).pipe(
          switchMap((context) => renderedPage(context, job, { ...starting, proxy })),
        ),
    })),
  );

/** A page that is only read is tried once more in a new browser where one was lost; what was done on a page is not done again. */
const sharingOf = ({ waitForMs = 0, actions }: RenderJob): Sharing => ({
  mostMs: DEADLINE_MS + waitForMs + waitsOf(actions),
  tries: actions?.length ? 1 : 2,
});

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
      context$(browser, { viewport: null }).pipe(
        switchMap((context) => from(blankPage(context, { ...starting, proxy }))),
        switchMap(({ session, failureAt }) =>
          from(session.send("Target.getTargetInfo")).pipe(
            map(({ targetInfo }) => ({ devtools, target: targetInfo.targetId, failureAt })),
          ),
        ),
      ),
    ),
  );
