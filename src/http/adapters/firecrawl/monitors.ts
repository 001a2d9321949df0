import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, firstValueFrom, forkJoin, map, type Observable, of } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { ORDER_VERSION, type TaskRow } from "../../../tasks/order.ts";
import { nextRun, Schedule } from "../../../tasks/schedule.ts";
import type { Item } from "../../../tasks/store.ts";
import { rawParameters } from "../../app-context.ts";
import { ownerOf } from "../../auth.ts";
import { targetsOf } from "./checks.ts";
import { CHECKING } from "./inside.ts";
import {
  CheckedBody,
  type CheckOrder,
  ListQuery,
  MonitorBody,
  MonitorPatch,
  type MonitorTold,
} from "./monitor-body.ts";
import { cronOf } from "./monitor-schedule.ts";
import { type Check, monitorIn, type StoredMonitor, shownMonitor } from "./monitor-shown.ts";
import type { Ordering } from "./orders.ts";
import { webhookOf } from "./webhook.ts";

const MAX_MONITORS = 1_000;
export const KEPT_CHECKS = 30;
const AGAIN_MS = 60_000;

export type Handler = (
  ordering: Ordering,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
) => Promise<FastifyReply>;

export const foundMonitor = ({ tasks }: Ordering, request: FastifyRequest, id: string): Observable<StoredMonitor> =>
  tasks.schedules.find(ownerOf(request), id).pipe(
    map((item) => {
      const monitor = item && monitorIn(item);
      if (!monitor) throw new SourceError("not-found", "Monitor not found");
      return monitor;
    }),
  );

/** A task as the check that it is, with its pages where it is over. */
export const checkOf = ({ tasks }: Ordering, row: TaskRow): Observable<Check> =>
  row.docs === 0
    ? of({ row })
    : tasks.documents(row.id, 0, 1).pipe(map(([text]) => ({ row, body: CheckedBody.parse(JSON.parse(text ?? "")) })));

export const lastOf = (
  ordering: Ordering,
  { item, schedule: { runs } }: StoredMonitor,
): Observable<Check | undefined> =>
  runs[0] === undefined
    ? of(undefined)
    : ordering.tasks
        .find(item.owner, runs[0])
        .pipe(concatMap((row): Observable<Check | undefined> => (row ? checkOf(ordering, row) : of(undefined))));

async function answered(
  ordering: Ordering,
  monitor: StoredMonitor,
  reply: FastifyReply,
  warnings: readonly string[] = [],
) {
  const last = await firstValueFrom(lastOf(ordering, monitor));
  const data = shownMonitor(monitor, last, ordering.face.config.TASKS_KEEP_HOURS);
  return reply.send({ success: true, data, ...(warnings.length > 0 && { warning: warnings.join(" ") }) });
}

/** A monitor as its schedule is stored. */
function scheduleOf(
  given: Pick<Schedule, "name" | "cron" | "timezone" | "webhook">,
  order: CheckOrder,
  told: MonitorTold,
): Schedule {
  // What a check could not do is refused now.
  targetsOf(order);
  nextRun(given, Date.now());
  const request = { method: "POST", path: CHECKING, body: order };
  return Schedule.parse({
    ...given,
    path: CHECKING,
    order: { v: ORDER_VERSION, kind: "check", request, told },
    keep_runs: KEPT_CHECKS,
  });
}

const unkept = ({
  notification,
  goal,
  judgeEnabled,
  retentionDays,
}: Readonly<Record<string, unknown>>): readonly string[] => [
  ...(notification ? ["notification was ignored: no e-mail is sent; use webhook."] : []),
  ...(goal || judgeEnabled ? ["goal and judgeEnabled were ignored: changes are told, not judged."] : []),
  ...(retentionDays
    ? [`retentionDays was ignored: the last ${KEPT_CHECKS} checks are kept, for TASKS_KEEP_HOURS.`]
    : []),
];

/** Answers `POST /monitor`. */
export const created: Handler = async (ordering, request, reply) => {
  const { tasks, face } = ordering;
  const body = checked(MonitorBody, request.body);
  const owner = ownerOf(request);
  const all = await firstValueFrom(tasks.schedules.list(owner, MAX_MONITORS));
  if (all.length >= MAX_MONITORS)
    throw new ScrapeError("rate-limited", 429, "RATE_LIMITED", "You have too many monitors.", undefined, AGAIN_MS);
  const id = randomUUID();
  const { cron, text = "", timezone } = body.schedule;
  const webhook = webhookOf(body.webhook, "monitor", face.config);
  const at = new Date().toISOString();
  const given = { name: body.name, cron: cron ?? cronOf(text), timezone, webhook };
  const schedule = scheduleOf(
    Schedule.pick({ name: true, cron: true, timezone: true, webhook: true }).parse(given),
    { monitor: id, targets: body.targets },
    { monitor: id, trigger: "scheduled", createdAt: at, updatedAt: at },
  );
  const item: Item = {
    queue: "schedule",
    id,
    owner,
    body: JSON.stringify(schedule),
    dueAt: nextRun(schedule, Date.now()),
  };
  await firstValueFrom(tasks.schedules.add(item));
  return answered(ordering, await firstValueFrom(foundMonitor(ordering, request, id)), reply, unkept(body));
};

/** Answers `GET /monitor`. */
export const listed: Handler = async (ordering, request, reply) => {
  const { limit, offset } = checked(ListQuery, rawParameters(request));
  const items = await firstValueFrom(ordering.tasks.schedules.list(ownerOf(request), MAX_MONITORS));
  const monitors = items.flatMap((item) => monitorIn(item) ?? []).slice(offset, offset + limit);
  const last =
    monitors.length === 0 ? [] : await firstValueFrom(forkJoin(monitors.map((one) => lastOf(ordering, one))));
  const { TASKS_KEEP_HOURS } = ordering.face.config;
  return reply.send({ success: true, data: monitors.map((one, at) => shownMonitor(one, last[at], TASKS_KEEP_HOURS)) });
};

/** Answers `GET /monitor/{id}`. */
export const shown: Handler = async (ordering, request, reply, id) =>
  answered(ordering, await firstValueFrom(foundMonitor(ordering, request, id)), reply);

/** Answers `PATCH /monitor/{id}`. */
export const changed: Handler = async (ordering, request, reply, id) => {
  const monitor = await firstValueFrom(foundMonitor(ordering, request, id));
  const body = checked(MonitorPatch, request.body);
  const { schedule: before, item, order, told } = monitor;
  const { cron, text = "", timezone } = body.schedule ?? { cron: before.cron, timezone: before.timezone };
  const given = {
    name: body.name ?? before.name,
    cron: cron ?? cronOf(text),
    timezone,
    webhook: "webhook" in body ? webhookOf(body.webhook, "monitor", ordering.face.config) : before.webhook,
  };
  const schedule = scheduleOf(
    Schedule.pick({ name: true, cron: true, timezone: true, webhook: true }).parse(given),
    { ...order, targets: body.targets ?? order.targets },
    { ...told, updatedAt: new Date().toISOString() },
  );
  const paused = body.status === undefined ? item.dueAt === null : body.status === "paused";
  const { runs, skipped } = before;
  const next: Item = {
    ...item,
    body: JSON.stringify({ ...schedule, runs, skipped }),
    dueAt: paused ? null : nextRun(schedule, Date.now()),
  };
  await firstValueFrom(ordering.tasks.schedules.replace(next));
  return answered(ordering, await firstValueFrom(foundMonitor(ordering, request, id)), reply, unkept(body));
};

/** Answers `DELETE /monitor/{id}`. */
export const removed: Handler = async (ordering, request, reply, id) => {
  const { item } = await firstValueFrom(foundMonitor(ordering, request, id));
  await firstValueFrom(ordering.tasks.schedules.remove(item.owner, item.id));
  return reply.send({ success: true });
};
