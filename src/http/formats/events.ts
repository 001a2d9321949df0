import {
  asyncScheduler,
  endWith,
  ignoreElements,
  interval,
  type MonoTypeOperatorFunction,
  map,
  merge,
  type OperatorFunction,
  type SchedulerLike,
  takeUntil,
} from "rxjs";
import type { StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";

interface NamedEvent {
  readonly event: string;
  readonly data: unknown;
}

/** How an event is written: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export const sseEvent = ({ event, data }: NamedEvent): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** One line a event. */
export const ndjsonLine = ({ event, data }: NamedEvent): string => `${JSON.stringify({ event, data })}\n`;

/** A comment: proxies and clients see that the connection lives. */
export const HEARTBEAT = ": heartbeat\n\n";

/**
 * Pieces of server-sent events, with a heartbeat every `heartbeatMs` until they end.
 *
 *     pieces:           a-----------b--|
 *     withHeartbeat(5): a----h----h-b--|
 */
export function withHeartbeat(
  heartbeatMs = 15_000,
  scheduler: SchedulerLike = asyncScheduler,
): MonoTypeOperatorFunction<string> {
  return fork((pieces$) =>
    merge(
      pieces$,
      interval(heartbeatMs, scheduler).pipe(
        map(() => HEARTBEAT),
        takeUntil(pieces$.pipe(ignoreElements(), endWith(undefined))),
      ),
    ),
  );
}

/**
 * Events as server-sent events, with a heartbeat every `heartbeatMs` until they end.
 *
 *     events:    a-----------b--|
 *     sse(5):    A----h----h-B--|
 */
export function sse(heartbeatMs?: number, scheduler?: SchedulerLike): OperatorFunction<StreamEvent, string> {
  return (events$) => events$.pipe(map(sseEvent), withHeartbeat(heartbeatMs, scheduler));
}

/** Events as NDJSON. */
export const ndjson = (): OperatorFunction<StreamEvent, string> => map(ndjsonLine);
