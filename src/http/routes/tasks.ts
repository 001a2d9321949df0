import type { FastifyRequest } from "fastify";
import { firstValueFrom, map, type Observable } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { whole } from "../../pipelines/parameters.ts";
import { expiryOf, type Order, readOrder, STATES, type TaskRow } from "../../tasks/order.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { ownerOf } from "../auth.ts";
import { isInside } from "../internal-requests.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, unreadParameters, Warnings } from "../schemas.ts";

export const TaskBody = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(STATES),
  created_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  deadline_at: z.string().describe("when it ends with what it has, also while it is paused"),
  expires_at: z.string().optional().describe("when its results are deleted"),
  request: z.looseObject({}).optional().describe("absent where the stored order cannot be read"),
  pages: z.object({
    kept: z.int(),
    failed: z.int(),
    disallowed: z.int(),
    waiting: z.int(),
    under_way: z.int(),
  }),
  stopped: z.enum(["limit", "timeout"]).optional().describe("why it ended before it had seen all it found"),
  error: z.string().optional(),
  webhook: z
    .object({ delivered: z.int(), given_up: z.int(), waiting: z.int(), last_error: z.string().optional() })
    .optional()
    .describe("how far its webhook is; in the answer for one task"),
  results_url: z.string(),
  events_url: z.string(),
});

const ListQuery = Format.extend({
  state: z.enum(STATES, { error: `must be ${STATES.join(", ")}` }).optional(),
  limit: whole(1, 1_000).default(100),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the next_cursor of an answer")
    .optional(),
});
export const TaskParams = z.object({ id: z.string().max(100) });

/** A task of whoever asks; fails with `not-found` where there is none. */
export const foundTask = (tasks: Tasks, request: FastifyRequest, id: string): Observable<TaskRow> =>
  tasks.find(ownerOf(request), id).pipe(
    map((row) => {
      if (!row)
        throw new SourceError("not-found", "There is no such task; tasks are deleted some time after their end.");
      return row;
    }),
  );

/** `GET /tasks`, and reading, cancelling and forgetting one of them. A task of another key is not found. */
export function taskRoutes(app: App, face: AppContext, tasks: Tasks, replying: Responder): void {
  const keepMs = face.config.TASKS_KEEP_HOURS * 3_600_000;
  const owner = (request: FastifyRequest): string => ownerOf(request);
  const found = (request: FastifyRequest, id: string) => foundTask(tasks, request, id);

  app.get(
    "/tasks",
    {
      schema: {
        operationId: "tasks",
        tags: ["tasks"],
        summary: "The tasks that were ordered, newest first",
        querystring: ListQuery,
        response: answers(
          z.object({
            success: z.literal(true),
            items: z.array(TaskBody),
            next_cursor: z.string().optional(),
            warnings: Warnings,
          }),
        ),
      },
    },
    (request, reply) => {
      const { state, limit, cursor } = request.query;
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor);
      const events$ = tasks.list(owner(request), state, before, limit).pipe(
        map((rows) => {
          const last = rows.length < limit ? undefined : rows.at(-1)?.created_at;
          const items = rows.map((row) => shown(row, keepMs));
          return {
            event: "done" as const,
            data: { success: true, items, ...(last !== undefined && { next_cursor: String(last) }) },
          };
        }),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "items" },
        warnings: unreadParameters(rawParameters(request), ListQuery),
      });
    },
  );

  app.get(
    "/tasks/:id",
    {
      schema: {
        operationId: "task",
        tags: ["tasks"],
        summary: "One task, as far as it is",
        params: TaskParams,
        querystring: Format,
        response: answers(TaskBody),
      },
    },
    async (request, reply) => {
      const row = await firstValueFrom(found(request, request.params.id));
      const hook = await firstValueFrom(tasks.webhook(row));
      const { delivered, given_up, retries, last_error } = hook ?? { delivered: 0, given_up: 0, retries: [] };
      const webhook = { delivered, given_up, waiting: retries.length, ...(last_error !== undefined && { last_error }) };
      const order = orderOf(row);
      // What the face that ordered it wants to have again with it: of no use to anybody else.
      const told = isInside() ? order?.told : undefined;
      const body = { ...shown(row, keepMs, order), ...(hook && { webhook }), ...(told !== undefined && { told }) };
      return replying.value(body, request, reply);
    },
  );

  app.delete(
    "/tasks/:id",
    {
      schema: {
        operationId: "task_cancel",
        tags: ["tasks"],
        summary: "Cancel a task, or forget one that has ended",
        params: TaskParams,
        querystring: Format,
        response: { ...answers(TaskBody), 204: z.null().describe("forgotten") },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const row = await firstValueFrom(found(request, id));
      if (row.ended_at !== null) {
        await firstValueFrom(tasks.forget(id));
        return reply.code(204).send(null);
      }
      await firstValueFrom(tasks.cancel(id));
      return replying.value(shown(await firstValueFrom(found(request, id)), keepMs), request, reply);
    },
  );
}

export function shown(row: TaskRow, keepMs: number, order = orderOf(row)): z.output<typeof TaskBody> {
  const { id, kind, state, docs, failed, disallowed, waiting, claimed, error } = row;
  const stopped = row.stopped === "limit" || row.stopped === "timeout" ? row.stopped : undefined;
  const request = order && requestOf(order);
  return {
    id,
    kind,
    state,
    created_at: iso(row.created_at),
    ...(row.started_at !== null && { started_at: iso(row.started_at) }),
    deadline_at: iso(row.deadline_at),
    ...(row.ended_at !== null && { ended_at: iso(row.ended_at), expires_at: iso(expiryOf(row, row.ended_at, keepMs)) }),
    ...(request && { request }),
    pages: { kept: docs, failed, disallowed, waiting, under_way: row.ended_at === null ? claimed : 0 },
    ...(stopped && { stopped }),
    ...(error !== null && { error }),
    results_url: `/tasks/${id}/results`,
    events_url: `/tasks/${id}/events`,
  };
}

/** The request as it was ordered: of a crawl its parameters, of a unit its route and what was sent there. */
function requestOf(order: Order): Readonly<Record<string, unknown>> {
  if (order.kind === "crawl") return { ...order.options, q: order.url };
  return order.kind === "scrape" ? { form: order.form.name } : order.request;
}

function orderOf({ body }: TaskRow): Order | undefined {
  try {
    return readOrder(body);
  } catch {
    // The task itself says that it failed for this.
    return undefined;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
