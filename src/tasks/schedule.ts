import { Cron } from "croner";
import {
  asyncScheduler,
  catchError,
  concatMap,
  defer,
  from,
  ignoreElements,
  map,
  type Observable,
  of,
  tap,
  toArray,
} from "rxjs";
import { z } from "zod";
import { type ErrorKind, SourceError, toSourceError } from "../errors.ts";
import type { RunOutcome } from "./counts.ts";
import { OrderSchema } from "./order.ts";
import type { Place } from "./placing.ts";
import type { ClaimedItem, Item, TaskStore } from "./store.ts";
import { WebhookTarget } from "./webhook.ts";

type SchedulesStore = Pick<TaskStore, "byId" | "forget" | "saveItem">;

/** A schedule as it is stored. */
export const Schedule = z.object({
  name: z.string().optional(),
  /** The request as it was written, and the order that it stands for. */
  path: z.string(),
  order: OrderSchema,
  cron: z.string(),
  timezone: z.string().optional(),
  webhook: WebhookTarget.optional(),
  keep_runs: z.int(),
  /** The tasks that it became, newest first. */
  runs: z.array(z.string()).default([]),
  /** Runs left out, for the one before was still under way or could not be ordered. */
  skipped: z.int().default(0),
  last_error: z.string().optional(),
});
export type Schedule = z.output<typeof Schedule>;

/** When a schedule is next due; fails with `bad-query` where it never is, or its words are none of a schedule. */
export function nextRun({ cron, timezone }: Pick<Schedule, "cron" | "timezone">, after: number): number {
  const next = read(cron, timezone, new Date(after));
  if (!next) throw new SourceError("bad-query", `cron: “${cron}” is never due.`);
  return next.getTime();
}

function read(cron: string, timezone: string | undefined, after: Date): Date | null {
  try {
    return new Cron(cron, { mode: "5-part", paused: true, ...(timezone !== undefined && { timezone }) }).nextRun(after);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split(".", 1)[0] : "it is none of a schedule";
    throw new SourceError("bad-query", `cron and timezone cannot be read: ${why}.`, { cause });
  }
}

/**
 * Runs a schedule that is due: orders its task, unless the one before is still under way, forgets the oldest beyond
 * `keep_runs`, and sets when it is due next. What was missed while nobody ran is run once. A process that dies meanwhile
 * harms nothing: the same time orders the same task. Completes.
 */
export function runDue(
  store: SchedulesStore,
  item: ClaimedItem,
  place: Place,
  onRun?: (outcome: RunOutcome) => void,
): Observable<never> {
  return defer(() => {
    const read = Schedule.safeParse(JSON.parse(item.body));
    // Written by another version of the service, or changed: it is due no more.
    if (!read.success) return store.saveItem({ ...item, dueAt: null }, false);
    const schedule = read.data;
    return ran(store, { ...item, schedule }, `${item.id} ${item.dueAt}`, place, onRun).pipe(
      // An order that cannot be placed at all would be tried again and again, and keep the others from being run.
      catchError((thrown: unknown) => {
        const { kind, message } = toSourceError(thrown);
        if (!LASTING.has(kind)) throw thrown;
        onRun?.("failed");
        return of({ ...schedule, skipped: schedule.skipped + 1, last_error: message });
      }),
      concatMap((after) =>
        store.saveItem({ ...item, body: JSON.stringify(after), dueAt: nextRun(schedule, asyncScheduler.now()) }, false),
      ),
    );
  }).pipe(ignoreElements());
}

/** What an order fails with by itself, whatever the store's state. */
const LASTING: ReadonlySet<ErrorKind> = new Set(["bad-query", "not-found", "forbidden-target"]);

/** One run; the schedule after it. `time` tells it from other runs. */
export function ran(
  store: SchedulesStore,
  { owner, schedule }: Pick<Item, "owner"> & { readonly schedule: Schedule },
  time: string,
  place: Place,
  onRun?: (outcome: RunOutcome) => void,
): Observable<Schedule> {
  const [before] = schedule.runs;
  const before$ = before === undefined ? of(undefined) : store.byId(before);
  return before$.pipe(
    concatMap((row): Observable<Schedule> => {
      if (row && row.ended_at === null) {
        onRun?.("skipped");
        return of({ ...schedule, skipped: schedule.skipped + 1 });
      }
      const { order, webhook } = schedule;
      return place(owner, { order, idempotencyKey: `schedule ${time}`, ...(webhook && { webhook }) }).pipe(
        tap((placed) => onRun?.("refused" in placed ? "refused" : "ordered")),
        map((placed) =>
          "refused" in placed
            ? { ...schedule, skipped: schedule.skipped + 1, last_error: REFUSED[placed.refused] }
            : { ...schedule, runs: [placed.row.id, ...schedule.runs.filter((id) => id !== placed.row.id)] },
        ),
      );
    }),
    concatMap((after) => trimmed(store, after)),
  );
}

const REFUSED = {
  "too-many": "There were too many open tasks.",
  full: "The store of tasks was full.",
  "other-request": "The same time was ordered before with another request.",
};

/** Without the runs beyond those that are kept. */
const trimmed = (store: SchedulesStore, { runs, ...schedule }: Schedule): Observable<Schedule> =>
  from(runs.slice(schedule.keep_runs)).pipe(
    concatMap((id) => store.forget(id)),
    toArray(),
    map(() => ({ ...schedule, runs: runs.slice(0, schedule.keep_runs) })),
  );
