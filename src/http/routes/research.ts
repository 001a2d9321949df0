import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../../errors.ts";
import { SPARE_MS, writingMs } from "../../pipelines/deadlines.ts";
import { flag } from "../../pipelines/parameters.ts";
import type { ResearchResponse } from "../../pipelines/research/index.ts";
import { ResearchRequest } from "../../pipelines/research/request.ts";
import { readOrder, type TaskRow } from "../../tasks/order.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { bodyAsGiven, unreadFields } from "../adapters/body.ts";
import {
  isResearchApi,
  JobBody,
  OrderedBody,
  ResearchApiBody,
  researchAnswerOf,
  researchRequestOf,
  researchWarningsOf,
} from "../adapters/research-body.ts";
import { chatChunks } from "../adapters/research-chunks.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { ownerOf } from "../auth.ts";
import { refuse, wireOf } from "../failure.ts";
import { isStream } from "../formats/negotiate.ts";
import { asksForTask, type Ordering } from "../ordering.ts";
import { type RequestContext, requestContext } from "../request-context.ts";
import { researching } from "../researching.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, OutcomeBody, TruncatedBody, unreadParameters, Warnings } from "../schemas.ts";
import { apiSchema } from "./common-api.ts";

const ResultBody = z.object({
  title: z.string().optional(),
  url: z.url(),
  content: z.string().optional().describe("the snippet, or the page's passages that the answer is made from"),
  score: z.number().min(0).max(1),
  source: z.string(),
  published_date: z.string().optional().describe("ISO 8601"),
});

const AnswerBody = z.object({
  query: z.string(),
  answer: z.string().describe("each statement with [n], which names results[n - 1]"),
  answered: z.boolean().describe("whether any source that was found answers"),
  why: z.string().optional().describe("why there is no answer, where there is none"),
  results: z.array(ResultBody),
  usage: z.object({ searches: z.int(), results_total: z.int() }),
  response_time: z.string().describe("seconds"),
  sources: z.array(OutcomeBody),
  passages_ranked_by: z.string().optional().describe("the embeddings model that ranked the passages, where one did"),
  truncated: TruncatedBody.optional(),
  warnings: Warnings,
});

/** Research in the background ends after so long, whatever it waits for. */
const JOB_S = 300;

const NOT_KEPT = "There is no research of that id: it is deleted some time after its end.";
const TOO_MANY = "Too much research is under way already; ask again in a while.";
const TOO_MANY_REQUESTS = 429;
const BUSY_MS = 30_000;

/** `POST /research`, in our own words and in those of the common search API, and `GET /research/:id`. */
export function researchRoutes(
  app: App,
  face: AppContext,
  tasks: Tasks,
  ordering: Ordering,
  replying: Responder,
): void {
  const { response, ...described } = apiSchema(
    "research",
    "Research a topic: an answer with its sources",
    z.union([ResearchRequest, ResearchApiBody]),
    OrderedBody,
    201,
  );
  app.post(
    "/research",
    {
      config: { commonApi: true },
      validatorCompiler: bodyAsGiven,
      schema: {
        ...described,
        tags: ["core"],
        description:
          "Asked with `query`: the answer, or its events where `stream` or the Accept header says so. Asked with `input`, as " +
          "the common search API has it: 201 with a `request_id` for `GET /research/{id}`, or with `stream` the answer as " +
          "chunks of a chat completion.",
        response: { ...answers(AnswerBody), ...response },
      },
    },
    (request, reply) => {
      const body: unknown = request.body;
      return isResearchApi(body) ? ordered(checked(ResearchApiBody, body), request, reply) : own(body, request, reply);
    },
  );

  const of = ({ upstream }: RequestContext) => ({ upstream, log: app.log });

  function own(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { stream, timeout, max_tokens, no_cache, max_age, ...order } = checked(ResearchRequest, withoutAsync(body));
    if (isAsync(body) || asksForTask(request)) return ordering.unit("research", request, reply);
    const unread =
      typeof body === "object" && body !== null
        ? unreadFields({ ...body }, { ...ResearchRequest.shape, async: true })
        : [];
    const watched = requestContext(face, request);
    const streamed = stream || isStream(wireOf(request));
    const timeMs = timeout === undefined ? writingMs(face.config) : timeout * 1000;
    const events$ = researching(order, face, {
      ...of(watched),
      maxTokens: max_tokens,
      timeMs,
      streamed,
      no_cache,
      max_age,
    });
    return replying.events(events$, request, reply, {
      layout: { list: "results", entry: [ResultBody], first: ["answered", "why", "answer"] },
      watch: watched,
      warnings: [...unread, ...unreadParameters(rawParameters(request), Format)],
      deadlineMs: timeMs + SPARE_MS,
      ...(stream && { wire: "sse" }),
    });
  }

  async function ordered(body: ResearchApiBody, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const order = researchRequestOf(body);
    const { model, query: input } = order;
    const warnings = researchWarningsOf(body);
    if (body.stream) {
      const watched = requestContext(face, request);
      const fitted$ = researching(order, face, { ...of(watched), maxTokens: body.max_tokens });
      const whole = body.max_tokens !== undefined;
      const chunks$ = fitted$.pipe(chatChunks({ id: randomUUID(), input, model, whole, warnings }));
      return replying.pieces(chunks$, request, reply, {
        watch: watched,
        deadlineMs: writingMs(face.config) + SPARE_MS,
      });
    }
    const { max_tokens } = body;
    const own = { ...order, ...(max_tokens !== undefined && { max_tokens }) };
    const told: Told = { input, model, warnings: [...warnings] };
    const placed = await ordering.place(
      { order: { kind: "research", request: { method: "POST", path: "/research", body: own }, told }, timeoutS: JOB_S },
      request,
    );
    if ("refused" in placed)
      return placed.refused === "too-many" ? busy(request, reply) : ordering.refused(placed, request, reply);
    return replying.value(
      { ...jobOf(placed.row, told), status: "pending", ...(warnings.length > 0 && { warnings }) },
      request,
      reply.code(201),
    );
  }

  app.get(
    "/research/:id",
    {
      config: { commonApi: true },
      schema: {
        operationId: "research_result",
        tags: ["common search API"],
        summary: "Research that was ordered before",
        description: "202 while it waits or is under way; deleted TASKS_KEEP_HOURS after its end.",
        params: z.object({ id: z.string() }),
        querystring: Format.extend({ include_usage: flag(false) }),
        response: {
          ...answers(JobBody, { streams: false }),
          202: { description: "Not finished", content: { "application/json": { schema: JobBody } } },
        },
      },
    },
    async (request, reply) => {
      const row = await firstValueFrom(tasks.find(ownerOf(request), request.params.id));
      const told = row && toldOf(row);
      if (!row || !told) throw new SourceError("not-found", NOT_KEPT);
      const job = jobOf(row, told);
      const usage = request.query.include_usage;
      if (row.ended_at === null)
        return replying.value({ ...job, ...(usage && { usage: { credits: 0 } }) }, request, reply.code(202));
      const [text] = row.state === "completed" ? await firstValueFrom(tasks.documents(row.id, 0, 1)) : [];
      if (text !== undefined) {
        // What `POST /research` answered; nobody else writes there.
        const answer: ResearchResponse = JSON.parse(text);
        const ending = { requestId: row.id, usage, warnings: told.warnings };
        return replying.value({ ...job, ...researchAnswerOf(answer, ending) }, request, reply);
      }
      return replying.value({ ...job, ...(await failureOf(row)) }, request, reply);
    },
  );

  async function failureOf(row: TaskRow): Promise<{ readonly error: string; readonly code: string }> {
    const [note] = await firstValueFrom(tasks.notes(row.id, 0, 1));
    const { code = row.stopped === "timeout" ? "timeout" : "internal" } = Noted.parse(JSON.parse(note?.body ?? "{}"));
    return { error: row.error ?? "It was cancelled.", code };
  }
}

const Noted = z.object({ code: z.string().optional() });

/** What the common search API says of its research beside the answer. */
const Told = z.object({ input: z.string(), model: z.enum(["mini", "pro"]), warnings: z.array(z.string()) });
type Told = z.output<typeof Told>;

/** Undefined where the task is no research that was ordered in the common search API's words. */
const toldOf = ({ body, kind }: TaskRow): Told | undefined =>
  kind === "research" ? Told.safeParse(readOrder(body).told).data : undefined;

const STATUS = {
  queued: "pending",
  running: "in_progress",
  paused: "in_progress",
  completed: "completed",
  failed: "failed",
  cancelled: "failed",
} as const;

const jobOf = ({ id, created_at, ended_at, state }: TaskRow, { input, model }: Told) => ({
  request_id: id,
  created_at: new Date(created_at).toISOString(),
  status: STATUS[state],
  input,
  model,
  response_time: ((ended_at ?? Date.now()) - created_at) / 1000,
});

const isAsync = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "async" in body && checked(Async, body).async;

const Async = z.object({ async: z.boolean({ error: "must be true or false" }) });

function withoutAsync(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("async" in body)) return body;
  const { async: _, ...own } = body;
  return own;
}

/** 429, which no kind of failure has: it is the service that is asked too much, not an upstream. */
const busy = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(request, reply, new SourceError("rate-limited", TOO_MANY, { retryAfterMs: BUSY_MS })).code(TOO_MANY_REQUESTS);
