import type { CDPSession } from "playwright-core";
import {
  asyncScheduler,
  defer,
  exhaustMap,
  filter,
  from,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  take,
  timer,
} from "rxjs";
import type { Traffic } from "./traffic.ts";

/** A page may receive so much, request so often and run scripts for so long. */
const MAX_BYTES = 15_000_000;
const MAX_REQUESTS = 300;
const MAX_SCRIPT_S = 10;
/** How often a page is metered: a busy one tells of what it requests only when it is asked something. */
const METER_MS = 500;

type Session = Pick<CDPSession, "send">;

/** Before a page goes anywhere: to enable its meter, unlike to read it, takes a page that is not busy. */
export const metered = (session: Session): Promise<unknown> =>
  session.send("Performance.enable", { timeDomain: "threadTicks" });

/** Seconds of processor time that the page's scripts, layout and the like have taken so far. */
export const scriptSeconds = (session: Session): Observable<number> =>
  defer(() => from(session.send("Performance.getMetrics"))).pipe(
    map(({ metrics }) => metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0),
  );

/**
 * Emits once when a page has used up what it may; `seconds$` is read again and again.
 *
 *     traffic$: a---b-------|   (b: 301 requests)
 *     spent:    ----(s|)
 */
export const spent = (
  traffic$: Observable<Traffic>,
  seconds$: Observable<number>,
  scheduler: SchedulerLike = asyncScheduler,
): Observable<"spent"> =>
  merge(
    traffic$.pipe(filter(({ bytes, requests }) => bytes > MAX_BYTES || requests > MAX_REQUESTS)),
    timer(METER_MS, METER_MS, scheduler).pipe(
      exhaustMap(() => seconds$),
      filter((seconds) => seconds > MAX_SCRIPT_S),
    ),
  ).pipe(
    take(1),
    map(() => "spent" as const),
  );

/** Ends the page's scripts, and what they have requested and would request. */
export async function halted(session: Session): Promise<void> {
  await Promise.all([
    session.send("Emulation.setScriptExecutionDisabled", { value: true }),
    session.send("Runtime.terminateExecution"),
    session.send("Page.stopLoading"),
    session.send("Network.setBlockedURLs", { urls: ["*"] }),
  ]);
}
