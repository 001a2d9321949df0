import { defer, firstValueFrom, map, type Observable } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../errors.ts";
import type { SampledSeries, Series } from "../metrics/series.ts";
import type { TaskCounts } from "../tasks/counts.ts";
import type { StoreStats } from "../tasks/store.ts";
import type { Tasks } from "../tasks/tasks.ts";

export const TasksBody = z
  .object({
    reachable: z.boolean(),
    tasks: z.array(z.object({ kind: z.string(), state: z.string(), count: z.int() })),
    waiting_pages: z.int(),
    under_way: z.int(),
    oldest_queued_s: z.array(z.object({ kind: z.string(), seconds: z.int() })),
    bytes: z.int().describe("of the store"),
    processes: z.int().describe("that work on tasks"),
    error: z.string().optional(),
  })
  .describe("absent where nothing was ever ordered");

const NOTHING: StoreStats = { tasks: [], waiting: 0, claimed: 0, oldestQueued: [], bytes: 0, processes: [] };

/** What `/health` says of the tasks; a store that cannot be read is told, and fails nothing. */
export async function tasksHealth(tasks: Tasks): Promise<z.output<typeof TasksBody> | undefined> {
  try {
    const stats = await firstValueFrom(tasks.stats());
    return stats && { reachable: true, ...told(stats) };
  } catch (thrown) {
    return { reachable: false, ...told(NOTHING), error: toSourceError(thrown).message };
  }
}

const told = ({ tasks, waiting, claimed, oldestQueued, bytes, processes }: StoreStats) => ({
  tasks: tasks.map(({ kind, state, count }) => ({ kind, state, count })),
  waiting_pages: waiting,
  under_way: claimed,
  oldest_queued_s: oldestQueued.map(({ kind, at }) => ({ kind, seconds: Math.round((Date.now() - at) / 1000) })),
  bytes,
  processes: processes.length,
});

/** The figures of the tasks, read when they are asked for. */
export function taskSeries(tasks: Tasks, webhooks: ReadonlyMap<string, number>, counts: TaskCounts): readonly Series[] {
  const gauge = (
    name: string,
    help: string,
    labels: readonly string[],
    samples: (stats: StoreStats) => Awaited<ReturnType<SampledSeries["read"]>>,
  ): Series => ({
    name,
    help,
    type: "gauge",
    labels,
    read: async () => samples((await firstValueFrom(tasks.stats())) ?? NOTHING),
  });
  return [
    gauge("tributary_tasks", "tasks in the store", ["kind", "state"], (stats) =>
      stats.tasks.map(({ kind, state, count }) => ({ labels: { kind, state }, value: count })),
    ),
    gauge("tributary_task_oldest_queued_seconds", "age of the oldest task that has not begun", ["kind"], (stats) =>
      stats.oldestQueued.map(({ kind, at }) => ({ labels: { kind }, value: (Date.now() - at) / 1000 })),
    ),
    gauge("tributary_task_waiting_pages", "pages of open tasks that wait", [], ({ waiting }) => [{ value: waiting }]),
    gauge("tributary_task_visits", "pages and units under way, in all processes", [], ({ claimed }) => [
      { value: claimed },
    ]),
    gauge("tributary_task_store_bytes", "bytes of the store of tasks", [], ({ bytes }) => [{ value: bytes }]),
    gauge("tributary_task_processes", "processes that work on tasks", [], ({ processes }) => [
      { value: processes.length },
    ]),
    byOutcome("tributary_webhooks_total", "tries of webhooks, by what came of them", webhooks),
    byOutcome(
      "tributary_task_pages_total",
      "pages that tasks visited in this process, by what they came to",
      counts.pages,
    ),
    byOutcome(
      "tributary_schedule_runs_total",
      "runs of schedules in this process, by what became of them",
      counts.runs,
    ),
    {
      name: "tributary_task_reclaimed_total",
      help: "pages and units of dead processes that this process gave back",
      type: "counter",
      read: () => [{ value: counts.reclaimed }],
    },
    {
      name: "tributary_task_settle_seconds",
      help: "time to keep in the store what a page or unit came to",
      type: "histogram",
      read: counts.settling.read,
    },
  ];
}

const byOutcome = (name: string, help: string, counts: ReadonlyMap<string, number>): Series => ({
  name,
  help,
  type: "counter",
  labels: ["outcome"],
  read: () => [...counts].map(([outcome, value]) => ({ labels: { outcome }, value })),
});

const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

/** How many tasks have not ended; undefined where nothing was ever ordered. */
export const openTasks = (tasks: Tasks): Observable<number | undefined> =>
  defer(() => tasks.stats()).pipe(
    map((stats) => stats?.tasks.filter(({ state }) => !ENDED.has(state)).reduce((sum, { count }) => sum + count, 0)),
  );
