import { LRUCache } from "lru-cache";
import { catchError, defer, EMPTY, mergeMap, type Observable, Subject, tap } from "rxjs";
import { type SourceError, toSourceError } from "../../errors.ts";
import type { ResearchResponse } from "../../pipelines/research/index.ts";

/** What a job is to do. */
export interface ResearchOrder {
  readonly id: string;
  readonly input: string;
  readonly model: "mini" | "pro";
  /** What the answer is to say beside the pipeline's own warnings. */
  readonly warnings: readonly string[];
  /** The research: cold, its answer once. */
  readonly answer$: Observable<ResearchResponse>;
}

/** A job, as far as it is. */
export interface ResearchJob extends Omit<ResearchOrder, "answer$"> {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly state: JobState;
  /** Seconds since it was ordered, until it ended. */
  readonly seconds: number;
}

type JobState =
  | { readonly status: "pending" }
  | { readonly status: "in_progress" }
  | { readonly status: "completed"; readonly answer: ResearchResponse }
  | { readonly status: "failed"; readonly error: SourceError };

export interface ResearchJobs {
  /** Takes an order; undefined where too many wait already. */
  order(order: ResearchOrder): ResearchJob | undefined;
  find(id: string): ResearchJob | undefined;
  /** Cancels what is under way, and forgets all. */
  close(): void;
}

interface Kept {
  readonly order: ResearchOrder;
  readonly createdAt: Date;
  endedAt?: Date;
  state: JobState;
}

export interface JobsOptions {
  /** Research under way at once; the others wait. */
  readonly concurrency?: number;
  /** Research that is not finished at most. */
  readonly maxOpen?: number;
  /** Jobs kept at most, the oldest forgotten first. */
  readonly maxKept?: number;
  /** Milliseconds that a job is kept. */
  readonly keptMs?: number;
  readonly now?: () => Date;
  /** Told of a failure that is our own fault, for the log. */
  readonly onFailure?: (error: SourceError) => void;
}

const HOUR_MS = 3_600_000;

/**
 * Runs research in the background and keeps what it came to, in memory, for an hour. Nobody waits for a job's stream, so
 * orders go into one that is subscribed for as long as the service lives.
 */
export function createResearchJobs(options: JobsOptions = {}): ResearchJobs {
  const { concurrency = 4, maxOpen = 40, maxKept = 200, keptMs = HOUR_MS, now = () => new Date() } = options;
  const kept = new LRUCache<string, Kept>({
    max: maxKept,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
  });
  const orders$ = new Subject<Kept>();
  let open = 0;

  const ended = (job: Kept, state: JobState): void => {
    job.state = state;
    job.endedAt = now();
    open -= 1;
  };

  const run = (job: Kept): Observable<never> =>
    defer(() => {
      job.state = { status: "in_progress" };
      return job.order.answer$;
    }).pipe(
      tap((answer) => ended(job, { status: "completed", answer })),
      catchError((thrown: unknown) => {
        const error = toSourceError(thrown);
        if (error.kind === "internal") options.onFailure?.(error);
        ended(job, { status: "failed", error });
        return EMPTY;
      }),
      mergeMap(() => EMPTY),
    );

  const running = orders$.pipe(mergeMap(run, concurrency)).subscribe();

  const shown = ({ order: { answer$: _, ...order }, createdAt, endedAt, state }: Kept): ResearchJob => ({
    ...order,
    createdAt: createdAt.toISOString(),
    state,
    seconds: ((endedAt ?? now()).getTime() - createdAt.getTime()) / 1000,
  });

  return {
    order(order) {
      if (open >= maxOpen) return undefined;
      open += 1;
      const job: Kept = { order, createdAt: now(), state: { status: "pending" } };
      kept.set(order.id, job);
      const ordered = shown(job);
      orders$.next(job);
      return ordered;
    },
    find(id) {
      const job = kept.get(id);
      return job && shown(job);
    },
    close() {
      running.unsubscribe();
      kept.clear();
    },
  };
}
