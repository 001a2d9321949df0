import {
  asyncScheduler,
  defer,
  merge,
  type Observable,
  of,
  ReplaySubject,
  retry,
  type SchedulerLike,
  Subject,
  share,
  switchMap,
  take,
  tap,
  throwError,
  timer,
} from "rxjs";
import type { QueueState } from "../../admission/queue-state.ts";
import { SourceError } from "../../errors.ts";
import { BrowserLost } from "./browser-lost.ts";
import { CrashBreaker, CrashingHosts, type CrashRules } from "./crashes.ts";
import { type Leaves, type Order, tabs } from "./tabs.ts";

const MAX_WAITING = 50;
const WAIT_MS = 20_000;
/** A page may miss its browser before the browser is known to be lost. */
const AGAIN_MS = 200;

export interface PoolOptions<Browser> {
  /** Where browsers come from: one each, from subscription to unsubscription; errors when it is lost. */
  readonly launches: readonly Observable<Browser>[];
  readonly rules: CrashRules;
  /** Pages at once, of each. */
  readonly concurrency: number;
  /** A browser is replaced after so many pages, for it grows. */
  readonly pagesPerBrowser: number;
  /** A browser that nobody uses for so long is closed. */
  readonly idleMs: number;
  readonly scheduler?: SchedulerLike;
}

/** A use of a browser: `again` where one that was lost may be repeated in another. */
export interface PoolOrder extends Order {
  readonly again: boolean;
}

export interface Pool<Browser> {
  use<T>(order: PoolOrder, work: (browser: Browser, leaves: Leaves) => Observable<T>): Observable<T>;
  stats(): QueueState;
  /** Milliseconds until any browser may be used again, where all were lost too often; else 0. */
  restsMs(): number;
  /** Ends all browsers as their pages end. */
  close(): void;
}

/**
 * Browsers that pages share: started on first use, the least busy first, each replaced by a new one after so many pages (the old
 * one ends with its last page) and closed when it is idle. A page whose browser was lost is tried once more in a new one; a page
 * that loses two is given up, and its host left alone for ten minutes. `busy` where there is no room, or all browsers rest.
 *
 *     launch: (b)------------|       (idle)
 *     use:    --1|
 *     use:    --------2|
 */
export function createPool<Browser>(options: PoolOptions<Browser>): Pool<Browser> {
  const { launches, concurrency, scheduler = asyncScheduler } = options;
  const now = (): number => scheduler.now();
  const hosts = new CrashingHosts(now);
  const closing = new Subject<void>();
  let closed = false;
  const slots = launches.map((launch) => slotOf(launch, options, { closing, isClosed: () => closed }, now));
  const tab = tabs({ count: concurrency * slots.length, mostWaiting: MAX_WAITING, waitMs: WAIT_MS, scheduler });

  const least = (): Slot<Browser> => {
    const awake = slots.filter(({ breaker }) => breaker.restsMs === 0).toSorted((a, b) => a.running - b.running)[0];
    if (awake) return awake;
    throw new SourceError("busy", "The browser was lost too often: it is given a rest.", { retryAfterMs: restsMs() });
  };
  const restsMs = (): number => Math.min(...slots.map(({ breaker }) => breaker.restsMs));

  return {
    use: (order, work) =>
      tab(
        (leaves) =>
          defer(() => {
            hosts.check(order.host);
            return least().use((browser) => work(browser, leaves));
          }).pipe(
            take(1),
            retry({
              delay: (error: unknown, tries) => {
                if (!(error instanceof BrowserLost) || !order.again || closed) return throwError(() => error);
                if (tries < (error.atStart ? Math.max(2, slots.length) : 2)) return timer(AGAIN_MS, scheduler);
                if (!error.atStart) hosts.blame(order.host);
                return throwError(() => error);
              },
            }),
          ),
        order,
      ),
    stats: tab.stats,
    restsMs,
    close() {
      closed = true;
      closing.next();
    },
  };
}

/** One browser after another of one origin. */
interface Slot<Browser> {
  running: number;
  readonly breaker: CrashBreaker;
  use<T>(work: (browser: Browser) => Observable<T>): Observable<T>;
}

function slotOf<Browser>(
  launch: Observable<Browser>,
  { pagesPerBrowser, idleMs, rules, scheduler = asyncScheduler }: PoolOptions<Browser>,
  { closing, isClosed }: { readonly closing: Observable<void>; readonly isClosed: () => boolean },
  now: () => number,
): Slot<Browser> {
  const breaker = new CrashBreaker(rules, now);
  const generation = () => {
    const made = { pages: 0, browser$: launch };
    const spent = (): boolean => isClosed() || made.pages >= pagesPerBrowser;
    made.browser$ = launch.pipe(
      tap({
        error: (error: unknown) => {
          if (!(error instanceof BrowserLost)) return;
          if (error.full) breaker.full();
          else breaker.crashed();
        },
      }),
      share({
        connector: () => new ReplaySubject<Browser>(1),
        resetOnRefCountZero: () => (spent() ? of(true) : merge(closing, timer(idleMs, scheduler))),
      }),
    );
    return made;
  };
  let current = generation();
  const slot: Slot<Browser> = {
    running: 0,
    breaker,
    use: (work) =>
      defer(() => {
        if (current.pages >= pagesPerBrowser) current = generation();
        current.pages += 1;
        slot.running += 1;
        return current.browser$.pipe(
          switchMap(work),
          tap({
            next: () => breaker.worked(),
            finalize: () => {
              slot.running -= 1;
            },
          }),
        );
      }),
  };
  return slot;
}
