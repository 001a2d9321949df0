import { Observable } from "rxjs";
import { ANYBODY, type Client } from "../admission/client.ts";
import { FairQueue } from "../admission/fair-queue.ts";
import { queueStateOf } from "../admission/queue-state.ts";
import { ProcessFailure } from "./failure.ts";
import type { Said, Work } from "./message.ts";
import { WorkingProcess } from "./process.ts";

export interface PoolOptions {
  /** Processes at most; two at least. */
  readonly size: number;
  /** Megabytes of objects that a process may hold. */
  readonly heapMb: number;
  /** After so long without a task a process is ended. Default: half a minute. */
  readonly idleMs?: number;
  /** A task that takes longer is slow: see `createProcessPool`. Default: a second. */
  readonly slowMs?: number;
}

/** What a task may take, from its beginning. */
interface Budget {
  readonly timeMs: number;
  /** Resident. */
  readonly memoryMb: number;
  /** Whom it is done for: tasks wait fairly by client. Default: the service itself. */
  readonly client?: Client | undefined;
}

export interface PoolStats {
  readonly processes: number;
  /** Tasks under way. */
  readonly running: number;
  /** Tasks that wait for a process. */
  readonly waiting: number;
  /** Milliseconds that the oldest of them has waited; 0 where none waits. */
  readonly oldestMs: number;
}

export interface ProcessPool {
  /**
   * Cold; answers once. Unsubscribing ends the task, even in the middle of it. Fails with a `ProcessFailure`.
   *
   * @param bytes that go with the task, in as many pieces as they came in
   */
  run(work: Work, task: unknown, budget: Budget, bytes?: readonly Uint8Array[]): Observable<unknown>;
  stats(): PoolStats;
  /** Ends every process; what is under way or waits fails. */
  close(): void;
}

interface Job extends Budget {
  readonly client: Client;
  readonly work: Work;
  readonly task: unknown;
  readonly bytes: readonly Uint8Array[];
  readonly answer: (value: unknown) => void;
  readonly fail: (error: ProcessFailure) => void;
  /** When it was given, as `performance.now()` has it. */
  readonly since: number;
  /** It was slow while all the room for slow ones was taken, and begins anew when there is some. */
  setBack: boolean;
  /** Its process was killed from outside once; it is done again once. */
  retried: boolean;
  /** Nobody waits for it any more. */
  left: boolean;
  place: Place | undefined;
}

/** One process and what it does. */
interface Place {
  readonly process: WorkingProcess;
  ready: boolean;
  job: Job | undefined;
  /** Its task is slow. */
  slow: boolean;
  timers: readonly NodeJS.Timeout[];
}

const IDLE_MS = 30_000;
const SLOW_MS = 1_000;
/** A process that cannot begin a task within this time never will: it starts, and loads what it needs. */
const START_MS = 60_000;
/** Holding more than this after a task, a process is not used again. */
const STALE_MB = 320;
/** So long a task that nobody waits for any more may go on, for most end at once and a new process costs more. */
const GRACE_MS = 100;

/**
 * A worker pool of processes, started when there is something to do. One process always remains for quick tasks: a slow
 * one is ended when slow ones hold all the others, and begins anew when one of them is done. Budgets count from a
 * task's (last) beginning, not from the queue.
 *
 *     slow a:  [--------]
 *     slow b:  [-]        [------]      set back, for a holds all that slow ones may
 *     quick c:    [-]
 */
export function createProcessPool({ size, heapMb, idleMs = IDLE_MS, slowMs = SLOW_MS }: PoolOptions): ProcessPool {
  const most = Math.max(2, size);
  const places = new Set<Place>();
  const waiting = new FairQueue<Job>();

  const slowOnes = (): number => [...places].filter(({ slow }) => slow).length;

  function leave(place: Place): void {
    for (const timer of place.timers) clearTimeout(timer);
    places.delete(place);
    place.process.end();
    if (place.job) place.job.place = undefined;
    place.job = undefined;
  }

  /** The job is over; its process rests, or is ended. */
  function over(place: Place, keep: boolean): void {
    if (!keep) leave(place);
    else {
      for (const timer of place.timers) clearTimeout(timer);
      if (place.job) place.job.place = undefined;
      place.job = undefined;
      place.slow = false;
      place.process.rest();
      place.timers = [setTimeout(() => leave(place), idleMs).unref()];
    }
    next();
  }

  function failed(place: Place, why: ProcessFailure["why"], message: string, keep = false): void {
    const { job } = place;
    if (job && why === "gone" && place.ready && !job.retried && !job.left) {
      job.retried = true;
      waiting.push(job.client, job);
      over(place, keep);
      return;
    }
    over(place, keep);
    job?.fail(new ProcessFailure(why, message));
  }

  function slow(place: Place): void {
    const { job } = place;
    if (!job || slowOnes() < most - 1) {
      place.slow = true;
      return;
    }
    leave(place);
    job.setBack = true;
    waiting.push(job.client, job);
    next();
  }

  function begin(place: Place, job: Job): void {
    for (const timer of place.timers) clearTimeout(timer);
    place.job = job;
    job.place = place;
    place.slow = job.setBack;
    place.timers = [setTimeout(() => failed(place, "gone", "The process did not begin."), START_MS)];
    const { work, task, bytes, memoryMb } = job;
    if (place.ready) place.process.give({ work, task, memoryMb }, bytes);
  }

  /** The task's own time begins. */
  function begun(place: Place, { timeMs, setBack }: Job): void {
    for (const timer of place.timers) clearTimeout(timer);
    place.timers = [
      setTimeout(() => failed(place, "time", `The task took longer than ${timeMs / 1000} seconds.`), timeMs),
      ...(setBack ? [] : [setTimeout(() => slow(place), slowMs)]),
    ];
  }

  function said(place: Place, what: Said): void {
    const { job } = place;
    if (what.kind === "ready") {
      place.ready = true;
      if (job) begin(place, job);
      else over(place, true);
    } else if (what.kind === "begun") {
      if (job && !job.left) begun(place, job);
    } else if (what.kind === "thrown") failed(place, "thrown", what.error, true);
    else {
      over(place, what.residentMb <= STALE_MB);
      job?.answer(what.answer);
    }
  }

  function opened(): Place {
    const process = new WorkingProcess(heapMb, {
      said: (what) => said(place, what),
      ended: (why) => failed(place, why, why === "memory" ? "The task took too much memory." : "The process ended."),
    });
    const place: Place = { process, ready: false, job: undefined, slow: false, timers: [] };
    places.add(place);
    return place;
  }

  function next(): void {
    for (;;) {
      const free = [...places].find((place) => place.ready && !place.job);
      if (!free && places.size >= most) return;
      const job = waiting.take(({ setBack }) => !setBack || slowOnes() < most - 1);
      if (!job) return;
      begin(free ?? opened(), job);
    }
  }

  function left(job: Job): void {
    waiting.delete(job.client, job);
    job.left = true;
    const { place } = job;
    if (!place) return;
    if (!place.ready) {
      place.job = undefined;
      return;
    }
    for (const timer of place.timers) clearTimeout(timer);
    place.timers = [setTimeout(() => over(place, false), place.slow ? 0 : GRACE_MS)];
  }

  return {
    run: (work, task, budget, bytes = []) =>
      new Observable((out) => {
        const job: Job = {
          ...budget,
          client: budget.client ?? ANYBODY,
          work,
          task,
          bytes,
          answer(value) {
            out.next(value);
            out.complete();
          },
          fail: (error) => out.error(error),
          since: performance.now(),
          setBack: false,
          retried: false,
          left: false,
          place: undefined,
        };
        waiting.push(job.client, job);
        next();
        return () => left(job);
      }),
    stats() {
      const running = [...places].filter(({ job }) => job).length;
      return { processes: places.size, ...queueStateOf(running, waiting, performance.now()) };
    },
    close() {
      const jobs = [...waiting, ...[...places].flatMap(({ job }) => job ?? [])];
      for (const job of jobs) waiting.delete(job.client, job);
      for (const place of [...places]) leave(place);
      for (const job of jobs) job.fail(new ProcessFailure("gone", "The processes were ended."));
    },
  };
}
