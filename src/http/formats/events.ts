import {
  asyncScheduler,
  endWith,
  ignoreElements,
  interval,
  map,
  merge,
  type OperatorFunction,
  type SchedulerLike,
  takeUntil,
} from "rxjs";
import type { StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";

/** How an event is written: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const sseEvent = ({ event, data }: StreamEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** One line a event. */
export const ndjsonLine = ({ event, data }: StreamEvent): string => `${JSON.stringify({ event, data })}\n`;

/** A comment: proxies and clients see that the connection lives. */
export const HEARTBEAT = ": heartbeat\n\n";

/**
 * Events as server-sent events, with a heartbeat every `heartbeatMs` until they end.
 *
 *     events:    a-----------b--|
 *     sse(5):    A----h----h-B--|
 */
export function sse(
  heartbeatMs = 15_000,
  scheduler: SchedulerLike = asyncScheduler,
): OperatorFunction<StreamEvent, string> {
  return fork((events$) =>
    merge(
      events$.pipe(map(sseEvent)),
      interval(heartbeatMs, scheduler).pipe(
        map(() => HEARTBEAT),
        takeUntil(events$.pipe(ignoreElements(), endWith(undefined))),
      ),
    ),
  );
}

/** Events as NDJSON. */
export const ndjson = (): OperatorFunction<StreamEvent, string> => map(ndjsonLine);
