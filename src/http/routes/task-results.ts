import type { FastifyReply, FastifyRequest } from "fastify";
import { concat, concatMap, defer, firstValueFrom, forkJoin, map, type Observable, of } from "rxjs";
import { z } from "zod";
import { type ErrorKind, SourceError, STATUS_OF } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { whole } from "../../pipelines/parameters.ts";
import { BEGINNING, positionOf } from "../../tasks/events.ts";
import { readOrder, STATES, type TaskRow } from "../../tasks/order.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { wireOf } from "../failure.ts";
import { isStream } from "../formats/negotiate.ts";
import type { Layout } from "../formats/rows.ts";
import type { Responder } from "../responder.ts";
import { answers, FailedResultBody, Format, unreadParameters, Warnings } from "../schemas.ts";
import { foundTask, shown, TaskParams } from "./tasks.ts";

const ACCEPTED = 202;

const Query = Format.extend({
  offset: whole(0, 1_000_000_000).optional().describe("pages, and failures and duplicates, to pass over"),
  cursor: z
    .string()
    .refine((text) => positionOf(text) !== undefined, { error: "must be the next_cursor of an answer" })
    .optional()
    .describe("what came after that answer; also while the task is open"),
  limit: whole(1, 1_000).default(100),
});

const ResultsBody = z.object({
  state: z.enum(STATES),
  results: z.array(z.looseObject({ url: z.string().optional() })),
  failed_results: z.array(FailedResultBody),
  duplicates: z.array(z.object({ url: z.string(), duplicate_of: z.string(), depth: z.int() })),
  disallowed: z.array(z.string()).describe("addresses that a robots.txt forbids"),
  next_offset: z.int().optional().describe("there is more now: ask from here on"),
  next_cursor: z.string().optional().describe("there is more now, or will be"),
  warnings: Warnings,
});

const isKind = (code: unknown): code is ErrorKind => typeof code === "string" && Object.hasOwn(STATUS_OF, code);

/** A note as it is stored; what is none of them is a failure without a word. */
const Note = z.object({
  url: z.string().default(""),
  error: z.string().optional(),
  code: z.custom<ErrorKind>(isKind).optional(),
  duplicate_of: z.string().optional(),
  depth: z.int().default(0),
  disallowed: z.boolean().optional(),
});

/**
 * `GET /tasks/:id/results`: of a crawl its pages, failures and duplicates, by number or by cursor; of a unit what its route
 * answers. As events, each page is one.
 */
export function taskResultsRoute(app: App, face: AppContext, tasks: Tasks, replying: Responder): void {
  app.get(
    "/tasks/:id/results",
    {
      schema: {
        operationId: "task_results",
        tags: ["tasks"],
        summary: "What a task has come to, page by page",
        description:
          "In the order in which they were kept. Of a map, a batch, research or an analysis: its answer, 202 before.",
        params: TaskParams,
        querystring: Query,
        response: answers(ResultsBody),
      },
    },
    async (request, reply) => {
      const row = await firstValueFrom(foundTask(tasks, request, request.params.id));
      if (row.kind !== "crawl" && row.kind !== "scrape") return unitResult(row, request, reply);
      const { offset, cursor, limit } = request.query;
      const from = offset === undefined ? (positionOf(cursor ?? "") ?? BEGINNING) : { docs: offset, notes: offset };
      const parts$ = forkJoin({
        documents: tasks.documents(row.id, from.docs, limit),
        notes: tasks.notes(row.id, from.notes, limit),
      });
      const inEvents = isStream(wireOf(request));
      const events$ = parts$.pipe(
        concatMap(({ documents, notes }): Observable<StreamEvent> => {
          const pages = documents.map((text): Readonly<Record<string, unknown>> => JSON.parse(text));
          const said = notes.map(({ body }) => Note.parse(JSON.parse(body)));
          const [docs, m] = [from.docs + documents.length, from.notes + notes.length];
          const isMore = row.docs > docs || row.notes > m;
          const data = {
            state: row.state,
            results: inEvents ? [] : pages,
            failed_results: said.flatMap(({ url, error, code }) => (error === undefined ? [] : [{ url, error, code }])),
            duplicates: said.flatMap(({ url, duplicate_of, depth }) =>
              duplicate_of === undefined ? [] : [{ url, duplicate_of, depth }],
            ),
            disallowed: said.flatMap(({ url, disallowed }) => (disallowed ? [url] : [])),
            ...(cursor === undefined && isMore && { next_offset: (offset ?? 0) + limit }),
            ...((isMore || row.ended_at === null) && { next_cursor: `${docs}.${m}` }),
          };
          const done$ = of<StreamEvent>({ event: "done", data });
          return inEvents
            ? concat(
                pages.map((page) => ({ event: "page" as const, data: page })),
                done$,
              )
            : done$;
        }),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(rawParameters(request), Query),
      });
    },
  );

  async function unitResult(row: TaskRow, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (row.ended_at === null)
      return replying.value(shown(row, face.config.TASKS_KEEP_HOURS * 3_600_000), request, reply.code(ACCEPTED));
    const [text] = await firstValueFrom(tasks.documents(row.id, 0, 1));
    if (text === undefined) throw await firstValueFrom(failureOf(row));
    const layout = await layoutOf(row);
    const events$ = defer(() => of<StreamEvent>({ event: "done", data: JSON.parse(text) }));
    return replying.events(events$, request, reply, { layout });
  }

  /** Why a unit has no answer. */
  const failureOf = (row: TaskRow): Observable<SourceError> =>
    tasks.notes(row.id, 0, 1).pipe(
      map(([note]) => {
        if (row.state === "cancelled") return new SourceError("not-found", "This task was cancelled before its end.");
        const { code = row.stopped === "timeout" ? "timeout" : "internal" } = Note.parse(
          JSON.parse(note?.body ?? "{}"),
        );
        return new SourceError(code, row.error ?? "It failed.");
      }),
    );
}

/** How the answer of a unit's route is laid out as a table. */
async function layoutOf({ kind, body }: TaskRow): Promise<Layout> {
  if (kind === "map") return { list: "urls" };
  if (kind !== "analysis") return { list: "results" };
  const order = readOrder(body);
  const [path, query] = "request" in order ? order.request.path.split("?", 2) : [];
  const [{ analyses }, { layoutOf: analysisLayout }] = await Promise.all([
    import("../../aggregate/index.ts"),
    import("../../aggregate/body.ts"),
  ]);
  const entry = analyses.find((one) => one.path === path);
  if (!entry) return {};
  const analysis = await firstValueFrom(entry.code);
  return analysisLayout(analysis, analysis.read(Object.fromEntries(new URLSearchParams(query))).rows);
}
