import { asyncScheduler, identity, type MonoTypeOperatorFunction, type Observable, type SchedulerLike } from "rxjs";
import { keepingTrace } from "../tracing/traced.ts";
import { ClassQueue, type ClassState } from "./class-queue.ts";
import { CLASS_LIMITS, type ClassLimits, COST_CLASSES, type CostClass } from "./classes.ts";
import type { Client } from "./client.ts";
import { loopLag } from "./loop-lag.ts";

export interface AdmissionOptions {
  readonly limits?: Readonly<Record<Exclude<CostClass, "light">, ClassLimits>>;
  readonly scheduler?: SchedulerLike;
  /** Milliseconds by which the serving thread is late, from time to time while subscribed. */
  readonly lag$?: Observable<number>;
}

/** Admission control with load shedding: which operations begin, which wait in a bounded queue, which are refused at once. */
export interface Admission {
  /**
   * Subscribes to an operation when its class has room, fairly by client; what cannot begin within its class's deadline
   * fails with `overloaded` (503), at once where that can be foreseen. Ending or unsubscribing gives the room back.
   *
   *     a (one at once): --a--|
   *     b, admitted:     ------b--|
   *     c, one too many: #
   */
  admitted<T>(cost: CostClass, client: Client): MonoTypeOperatorFunction<T>;
  /** Says what of each class is under way and waits. */
  readonly queues: ReadonlyMap<CostClass, () => ClassState>;
}

export function createAdmission({
  limits = CLASS_LIMITS,
  scheduler = asyncScheduler,
  lag$ = loopLag(scheduler),
}: AdmissionOptions = {}): Admission {
  const queues = new Map<CostClass, ClassQueue>();
  for (const cost of COST_CLASSES)
    if (cost !== "light") queues.set(cost, new ClassQueue(cost, limits[cost], scheduler, lag$));
  return {
    admitted: (cost, client) => {
      const queue = queues.get(cost);
      return queue ? keepingTrace((source$) => queue.admitted(client, source$)) : identity;
    },
    queues: new Map([...queues].map(([cost, queue]) => [cost, () => queue.state()])),
  };
}
