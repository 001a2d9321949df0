import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, firstValueFrom, forkJoin, map, of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { CrawledPage, DuplicatePage, FailedPage } from "../../pipelines/crawl/response.ts";
import { whole } from "../../pipelines/parameters.ts";
import { readOrder, STATES, type TaskRow } from "../../tasks/order.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { ownerOf } from "../auth.ts";
import { type App, type Face, written } from "../deps.ts";
import { refuse } from "../failure.ts";
import type { Replying } from "../reply-with.ts";
import { answers, FailedResultBody, Format, unreadParameters, Warnings } from "../schemas.ts";

const TOO_MANY = "You have too many open tasks; cancel one or wait for one to end.";
const TOO_MANY_REQUESTS = 429;
const AGAIN_MS = 30_000;
const ACCEPTED = 202;

const TaskBody = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.enum(STATES),
  created_at: z.string(),
  started_at: z.string().optional(),
  ended_at: z.string().optional(),
  expires_at: z.string().optional().describe("when its results are deleted"),
  request: z.object({ q: z.string() }).loose().optional().describe("absent where the stored order cannot be read"),
  pages: z.object({
    kept: z.int(),
    failed: z.int(),
    disallowed: z.int(),
    waiting: z.int(),
    under_way: z.int(),
  }),
  stopped: z.enum(["limit", "timeout"]).optional().describe("why it ended before it had seen all it found"),
  error: z.string().optional(),
  results_url: z.string(),
});

const ListQuery = Format.extend({
  state: z.enum(STATES, { error: `must be ${STATES.join(", ")}` }).optional(),
  limit: whole(1, 1_000).default(100),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, "must be the next_cursor of an answer")
    .optional(),
});
const ResultsQuery = Format.extend({
  offset: whole(0, 1_000_000_000).default(0).describe("pages, and failures and duplicates, to pass over"),
  limit: whole(1, 1_000).default(100),
});
const Params = z.object({ id: z.string().max(100) });

/** Orders a crawl in the background: 202 with where it can be followed. */
export async function orderCrawl(
  tasks: Tasks,
  face: Face,
  q: string,
  options: Readonly<Record<string, unknown>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await firstValueFrom(tasks.order(ownerOf(request, face.config.API_KEYS), q, options));
  if (!row)
    return refuse(request, reply, new SourceError("rate-limited", TOO_MANY, { retryAfterMs: AGAIN_MS })).code(
      TOO_MANY_REQUESTS,
    );
  const url = `/tasks/${row.id}`;
  return reply
    .code(ACCEPTED)
    .header("location", url)
    .send({ success: true, task_id: row.id, status: row.state, url, results_url: `${url}/results` });
}

/** `GET /tasks`, and reading, cancelling and forgetting one of them. A task of another key is not found. */
export function taskRoutes(app: App, face: Face, tasks: Tasks, replying: Replying): void {
  const keepMs = face.config.TASKS_KEEP_HOURS * 3_600_000;
  const owner = (request: FastifyRequest): string => ownerOf(request, face.config.API_KEYS);
  const found = (request: FastifyRequest, id: string) =>
    tasks.find(owner(request), id).pipe(
      map((row) => {
        if (!row)
          throw new SourceError("not-found", "There is no such task; tasks are deleted some time after their end.");
        return row;
      }),
    );

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
        warnings: unreadParameters(written(request), ListQuery),
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
        params: Params,
        querystring: Format,
        response: answers(TaskBody),
      },
    },
    async (request, reply) =>
      replying.value(shown(await firstValueFrom(found(request, request.params.id)), keepMs), request, reply),
  );

  app.get(
    "/tasks/:id/results",
    {
      schema: {
        operationId: "task_results",
        tags: ["tasks"],
        summary: "What a task has come to, page by page",
        params: Params,
        querystring: ResultsQuery,
        response: answers(
          z.object({
            state: z.enum(STATES),
            results: z.array(z.object({ url: z.string() }).loose()),
            failed_results: z.array(FailedResultBody),
            duplicates: z.array(z.object({ url: z.string(), duplicate_of: z.string(), depth: z.int() })),
            next_offset: z.int().optional().describe("there is more now: ask from here on"),
            warnings: Warnings,
          }),
        ),
      },
    },
    (request, reply) => {
      const { offset, limit } = request.query;
      const { id } = request.params;
      const events$ = found(request, id).pipe(
        concatMap((row) =>
          forkJoin({
            row: of(row),
            documents: tasks.documents(id, offset, limit),
            notes: tasks.notes(id, offset, limit),
          }),
        ),
        map(({ row, documents, notes }) => {
          const said = notes.map((text): FailedPage | DuplicatePage => JSON.parse(text));
          return {
            event: "done" as const,
            data: {
              state: row.state,
              results: documents.map((text): CrawledPage => JSON.parse(text)),
              failed_results: said.filter((one) => "error" in one),
              duplicates: said.filter((one) => "duplicate_of" in one),
              ...(Math.max(row.docs, row.notes) > offset + limit && { next_offset: offset + limit }),
            },
          };
        }),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(written(request), ResultsQuery),
      });
    },
  );

  app.delete(
    "/tasks/:id",
    {
      schema: {
        operationId: "task_cancel",
        tags: ["tasks"],
        summary: "Cancel a task, or forget one that has ended",
        params: Params,
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

function shown(row: TaskRow, keepMs: number): z.output<typeof TaskBody> {
  const { id, kind, state, docs, failed, disallowed, waiting, claimed, error } = row;
  const stopped = row.stopped === "limit" || row.stopped === "timeout" ? row.stopped : undefined;
  const request = requestOf(row);
  return {
    id,
    kind,
    state,
    created_at: iso(row.created_at),
    ...(row.started_at !== null && { started_at: iso(row.started_at) }),
    ...(row.ended_at !== null && { ended_at: iso(row.ended_at), expires_at: iso(row.ended_at + keepMs) }),
    ...(request && { request }),
    pages: { kept: docs, failed, disallowed, waiting, under_way: row.ended_at === null ? claimed : 0 },
    ...(stopped && { stopped }),
    ...(error !== null && { error }),
    results_url: `/tasks/${id}/results`,
  };
}

function requestOf({ body }: TaskRow): { readonly q: string } | undefined {
  try {
    const { url, options } = readOrder(body);
    return { ...options, q: url };
  } catch {
    // The task itself says that it failed for this.
    return undefined;
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
