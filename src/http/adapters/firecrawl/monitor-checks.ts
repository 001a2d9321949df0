import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { rawParameters } from "../../app-context.ts";
import { publicAddress } from "../../host.ts";
import { ListQuery, PagesQuery } from "./monitor-body.ts";
import { shownCheck } from "./monitor-shown.ts";
import { checkOf, foundMonitor, type Handler, KEPT_CHECKS, lastOf } from "./monitors.ts";
import { type Ordering, placed } from "./orders.ts";

/** Answers `POST /monitor/{id}/run`: a check now, whether the monitor is paused or not. */
export const run: Handler = async (ordering, request, reply, id) => {
  const monitor = await firstValueFrom(foundMonitor(ordering, request, id));
  const last = await firstValueFrom(lastOf(ordering, monitor));
  if (last && last.row.ended_at === null)
    throw new ScrapeError("bad-query", 409, "CONFLICT", "A check of this monitor is under way.");
  const { schedule, item, told } = monitor;
  const order = { ...schedule.order, told: { ...told, trigger: "manual" } };
  const row = await placed({ order, ...(schedule.webhook && { webhook: schedule.webhook }) }, ordering, request);
  const runs = [row.id, ...schedule.runs].slice(0, KEPT_CHECKS);
  await firstValueFrom(ordering.tasks.schedules.replace({ ...item, body: JSON.stringify({ ...schedule, runs }) }));
  return reply.send({ success: true, data: shownCheck(id, { row }) });
};

/** Answers `GET /monitor/{id}/checks`. */
export const checks: Handler = async (ordering, request, reply, id) => {
  const { limit, offset } = checked(ListQuery, rawParameters(request));
  const { schedule, item } = await firstValueFrom(foundMonitor(ordering, request, id));
  const runs = schedule.runs.slice(offset, offset + limit);
  const rows = await Promise.all(runs.map((run) => firstValueFrom(ordering.tasks.find(item.owner, run))));
  const all = await Promise.all(rows.flatMap((row) => (row ? [firstValueFrom(checkOf(ordering, row))] : [])));
  return reply.send({ success: true, data: all.map((check) => shownCheck(id, check)) });
};

/** Answers `GET /monitor/{id}/checks/{check}`: its pages, a part at a time. */
export async function checkShown(
  ordering: Ordering,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, check }: { readonly id: string; readonly check: string },
): Promise<FastifyReply> {
  const { limit, skip, status } = checked(PagesQuery, rawParameters(request));
  const { schedule, item } = await firstValueFrom(foundMonitor(ordering, request, id));
  const row = schedule.runs.includes(check) ? await firstValueFrom(ordering.tasks.find(item.owner, check)) : undefined;
  if (!row) throw new SourceError("not-found", "Check not found");
  const read = await firstValueFrom(checkOf(ordering, row));
  const pages = (read.body?.pages ?? []).filter((page) => status === undefined || page.status === status);
  const after = skip + limit;
  const more = new URLSearchParams({ skip: String(after), limit: String(limit), ...(status && { status }) });
  const next = `${publicAddress(request, ordering.face.config)}/v2/monitor/${id}/checks/${check}?${more}`;
  return reply.send({
    success: true,
    data: { ...shownCheck(id, read), pages: pages.slice(skip, after), ...(after < pages.length && { next }) },
    ...(after < pages.length && { next }),
  });
}
