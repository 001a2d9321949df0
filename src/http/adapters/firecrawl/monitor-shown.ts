import type { Config } from "../../../config.ts";
import { readOrder, type TaskRow } from "../../../tasks/order.ts";
import { Schedule } from "../../../tasks/schedule.ts";
import type { Item } from "../../../tasks/store.ts";
import { type CheckedBody, CheckOrder, MonitorTold } from "./monitor-body.ts";

/** A monitor as it is stored. */
export interface StoredMonitor {
  readonly item: Item;
  readonly schedule: Schedule;
  readonly told: MonitorTold;
  readonly order: CheckOrder;
}

/** A schedule as the monitor that it is; undefined for others. */
export function monitorIn(item: Item): StoredMonitor | undefined {
  const schedule = Schedule.safeParse(JSON.parse(item.body)).data;
  if (schedule?.order.kind !== "check") return undefined;
  const told = MonitorTold.safeParse(schedule.order.told).data;
  const order = CheckOrder.safeParse(schedule.order.request.body).data;
  return told && order && { item, schedule, told, order };
}

export interface Check {
  readonly row: TaskRow;
  /** Absent until it is over. */
  readonly body?: CheckedBody | undefined;
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A monitor as clients read it, with its last check. */
export function shownMonitor(
  { item, schedule, told, order }: StoredMonitor,
  last: Check | undefined,
  keepHours: Config["TASKS_KEEP_HOURS"],
) {
  const { name = "", cron, timezone, webhook, skipped, last_error } = schedule;
  return {
    id: item.id,
    name,
    status: item.dueAt === null ? "paused" : "active",
    schedule: { cron, ...(timezone !== undefined && { timezone }) },
    nextRunAt: iso(item.dueAt),
    lastRunAt: iso(last?.row.created_at ?? null),
    currentCheckId: last && last.row.ended_at === null ? last.row.id : null,
    targets: order.targets,
    webhook: webhook
      ? { url: webhook.url, headers: webhook.headers, ...(webhook.events && { events: webhook.events }) }
      : null,
    notification: null,
    retentionDays: Math.max(1, Math.ceil(keepHours / 24)),
    lastCheckSummary: last?.body?.summary ?? null,
    skippedChecks: skipped,
    ...(last_error !== undefined && { lastError: last_error }),
    createdAt: told.createdAt,
    updatedAt: told.updatedAt,
  };
}

const STATUS = {
  queued: "queued",
  running: "running",
  paused: "running",
  completed: "completed",
  failed: "failed",
  cancelled: "failed",
};
const NONE: CheckedBody["summary"] = { totalPages: 0, same: 0, changed: 0, new: 0, removed: 0, error: 0 };

/** A check as clients read it. */
export function shownCheck(monitor: string, { row, body }: Check) {
  const order = readOrder(row.body);
  const trigger = MonitorTold.safeParse(order.told).data?.trigger ?? "scheduled";
  const summary = body?.summary ?? NONE;
  const partial = row.state === "completed" && summary.error > 0;
  return {
    id: row.id,
    monitorId: monitor,
    status: partial ? "partial" : STATUS[row.state],
    trigger,
    scheduledFor: iso(row.created_at),
    startedAt: iso(row.started_at),
    finishedAt: iso(row.ended_at),
    actualCredits: summary.totalPages,
    billingStatus: "not_applicable",
    summary,
    error: row.error,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.ended_at ?? row.started_at ?? row.created_at),
  };
}
