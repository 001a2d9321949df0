import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { concatMap, defer, firstValueFrom, map, type Observable } from "rxjs";
import { z } from "zod";
import { analyses } from "../../aggregate/index.ts";
import { checked, SourceError } from "../../errors.ts";
import { nextRun, Schedule } from "../../tasks/schedule.ts";
import type { Item } from "../../tasks/store.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { App } from "../app-context.ts";
import { ownerOf } from "../auth.ts";
import { refuse } from "../failure.ts";
import { draftInside } from "../internal-requests.ts";
import type { Ordering } from "../ordering.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const CREATED = 201;
const MAX_LISTED = 1_000;
const MAX_SCHEDULES = 1_000;
const TOO_MANY_REQUESTS = 429;
const KEPT_RUNS = 10;
const TRACK = "/monitor/track";
const CRAWLING = new Set(["/crawl", "/crawl/v1", "/map"]);

const fields = {
  path: z
    .string()
    .startsWith("/")
    .max(10_000)
    .describe("a GET route of this service that may be asked with async=true"),
  query: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String))
    .describe("its parameters"),
  cron: z.string().max(200).describe("five fields: minute, hour, day of month, month, day of week"),
  timezone: z.string().max(100).optional().describe("IANA name; default: that of the service"),
  webhook: z.string().max(10_000).optional().describe("address that each run is told to"),
  only_changes: z.boolean().describe("of /monitor/track: tell the webhook only where there is something new"),
  name: z.string().max(200).optional(),
  keep_runs: z.int().min(1).max(1_000).describe("runs whose results are kept"),
};
const Created = z.object({
  ...fields,
  query: fields.query.default({}),
  only_changes: fields.only_changes.default(false),
  keep_runs: fields.keep_runs.default(KEPT_RUNS),
});
/** Without defaults: what is not given stays as it was. */
const Patch = z.object(fields).partial();

const ScheduleBody = z.object({
  id: z.string(),
  name: z.string().optional(),
  path: z.string().describe("with its parameters"),
  cron: z.string(),
  timezone: z.string().optional(),
  webhook: z.string().optional(),
  keep_runs: z.int(),
  next_at: z.string().optional().describe("ISO 8601; absent where it is due no more"),
  skipped: z.int().describe("runs left out, for the one before was still under way or could not be ordered"),
  last_error: z.string().optional(),
  runs: z.array(z.string()).describe("its tasks, newest first: /tasks/{id}"),
});

const Params = z.object({ id: z.string().max(100) });

/** `/schedules`: requests that are tasks again and again, by the rules of cron. */
export function scheduleRoutes(app: App, tasks: Tasks, ordering: Ordering, replying: Responder): void {
  const owner = (request: FastifyRequest): string => ownerOf(request);
  const tags = ["tasks"];

  async function scheduleOf(id: string, given: z.output<typeof Created>, request: FastifyRequest): Promise<Schedule> {
    const { path: bare, query, cron, timezone, webhook, only_changes, name, keep_runs } = given;
    if (only_changes && bare !== TRACK)
      throw new SourceError("bad-query", `only_changes: is for ${TRACK}, which tells what is new.`);
    const found = analyses.find((one) => one.path === bare);
    if (!found && !CRAWLING.has(bare))
      throw new SourceError("bad-query", `path: must be /crawl, /map or an analysis; “${bare.slice(0, 100)}” is none.`);
    const kept = new URLSearchParams(query);
    // A reader of its own, so that nobody else's checks take its news away.
    if (found?.path === TRACK && !kept.has("reader")) kept.set("reader", `schedule-${id.slice(0, 8)}`);
    const path = kept.size > 0 ? `${bare}${bare.includes("?") ? "&" : "?"}${kept}` : bare;
    const order = await firstValueFrom(draftInside(app, path, owner(request)));
    nextRun({ cron, timezone }, Date.now());
    return Schedule.parse({
      path,
      order,
      cron,
      keep_runs,
      ...(timezone !== undefined && { timezone }),
      ...(name !== undefined && { name }),
      ...(webhook !== undefined && {
        webhook: { ...ordering.target(webhook), ...(only_changes && { only_with: "articles" }) },
      }),
    });
  }

  const found = (request: FastifyRequest, id: string): Observable<Item> =>
    tasks.schedules.find(owner(request), id).pipe(
      map((item) => {
        if (!item) throw new SourceError("not-found", "There is no such schedule.");
        return item;
      }),
    );

  app.post(
    "/schedules",
    {
      schema: {
        operationId: "schedule_create",
        tags,
        summary: "Have a request run again and again",
        description:
          "The request is checked now. Above all for /monitor/track, which tells what has changed since its last run.",
        querystring: Format,
        body: Created,
        response: {
          ...answers(ScheduleBody),
          201: { description: "Kept", content: { "application/json": { schema: ScheduleBody } } },
        },
      },
    },
    async (request, reply) => {
      const id = randomUUID();
      const schedule = await scheduleOf(id, request.body, request);
      const all = await firstValueFrom(tasks.schedules.list(owner(request), MAX_SCHEDULES));
      if (all.length >= MAX_SCHEDULES)
        return refuse(request, reply, new SourceError("rate-limited", "You have too many schedules.")).code(
          TOO_MANY_REQUESTS,
        );
      const item: Item = {
        queue: "schedule",
        id,
        owner: owner(request),
        body: JSON.stringify(schedule),
        dueAt: nextRun(schedule, Date.now()),
      };
      await firstValueFrom(tasks.schedules.add(item));
      return replying.value({ success: true, ...shown(item) }, request, reply.code(CREATED));
    },
  );

  app.get(
    "/schedules",
    {
      schema: {
        operationId: "schedules",
        tags,
        summary: "Your schedules",
        querystring: Format,
        response: answers(z.object({ success: z.literal(true), items: z.array(ScheduleBody) })),
      },
    },
    async (request, reply) => {
      const items = await firstValueFrom(tasks.schedules.list(owner(request), MAX_LISTED));
      return replying.value({ success: true, items: items.map(shown) }, request, reply, { list: "items" });
    },
  );

  app.get(
    "/schedules/:id",
    {
      schema: {
        operationId: "schedule",
        tags,
        summary: "One schedule, and its runs",
        params: Params,
        querystring: Format,
        response: answers(ScheduleBody),
      },
    },
    async (request, reply) =>
      replying.value(shown(await firstValueFrom(found(request, request.params.id))), request, reply),
  );

  app.patch(
    "/schedules/:id",
    {
      schema: {
        operationId: "schedule_change",
        tags,
        summary: "Change a schedule",
        params: Params,
        querystring: Format,
        body: Patch,
        response: answers(ScheduleBody),
      },
    },
    async (request, reply) => {
      const item = await firstValueFrom(found(request, request.params.id));
      const before = Schedule.parse(JSON.parse(item.body));
      const [bare = "/", query = ""] = before.path.split("?", 2);
      const given = checked(Created, {
        path: bare,
        query: Object.fromEntries(new URLSearchParams(query)),
        cron: before.cron,
        timezone: before.timezone,
        webhook: before.webhook?.url,
        only_changes: before.webhook?.only_with !== undefined,
        name: before.name,
        keep_runs: before.keep_runs,
        ...request.body,
      });
      const { runs, skipped } = before;
      const schedule = { ...(await scheduleOf(item.id, given, request)), runs, skipped };
      const changed = { ...item, body: JSON.stringify(schedule), dueAt: nextRun(schedule, Date.now()) };
      await firstValueFrom(tasks.schedules.replace(changed));
      return replying.value(shown(changed), request, reply);
    },
  );

  app.delete(
    "/schedules/:id",
    {
      schema: {
        operationId: "schedule_delete",
        tags,
        summary: "Delete a schedule; its runs stay",
        params: Params,
        querystring: Format,
        response: { ...answers(ScheduleBody), 204: z.null().describe("deleted") },
      },
    },
    async (request, reply) => {
      const item = await firstValueFrom(found(request, request.params.id));
      await firstValueFrom(tasks.schedules.remove(item.owner, item.id));
      return reply.code(204).send(null);
    },
  );

  app.post(
    "/schedules/:id/run",
    {
      schema: {
        operationId: "schedule_run",
        tags,
        summary: "Run a schedule now",
        params: Params,
        querystring: Format,
        response: answers(ScheduleBody),
      },
    },
    async (request, reply) => {
      const changed$ = defer(() => found(request, request.params.id)).pipe(
        concatMap((item) => tasks.schedules.runNow(item)),
      );
      return replying.value(shown(await firstValueFrom(changed$)), request, reply);
    },
  );
}

function shown({ id, body, dueAt }: Item): z.output<typeof ScheduleBody> {
  const { path, cron, timezone, webhook, name, keep_runs, runs, skipped, last_error } = Schedule.parse(
    JSON.parse(body),
  );
  return {
    id,
    ...(name !== undefined && { name }),
    path,
    cron,
    ...(timezone !== undefined && { timezone }),
    ...(webhook && { webhook: webhook.url }),
    keep_runs,
    ...(dueAt !== null && { next_at: new Date(dueAt).toISOString() }),
    skipped,
    ...(last_error !== undefined && { last_error }),
    runs,
  };
}
