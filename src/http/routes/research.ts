import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { checked, SourceError } from "../../errors.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import { SPARE_MS, writingMs } from "../../pipelines/deadlines.ts";
import { oneShot } from "../../pipelines/one-shot.ts";
import { flag } from "../../pipelines/parameters.ts";
import { ResearchRequest } from "../../pipelines/research/request.ts";
import { bodyAsGiven, unreadFields } from "../compat/body.ts";
import {
  isResearchApi,
  JobBody,
  OrderedBody,
  ResearchApiBody,
  researchAnswerOf,
  researchRequestOf,
  researchWarningsOf,
} from "../compat/research-body.ts";
import { chatChunks } from "../compat/research-chunks.ts";
import { createResearchJobs, type ResearchJob } from "../compat/research-jobs.ts";
import { type App, type Face, written } from "../deps.ts";
import { refuse, wireOf } from "../failure.ts";
import { isStream } from "../formats/negotiate.ts";
import type { Replying } from "../reply-with.ts";
import { researching } from "../researching.ts";
import { answers, Format, OutcomeBody, TruncatedBody, unreadParameters, Warnings } from "../schemas.ts";
import { type Watch, watch } from "../watch.ts";
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
  truncated: TruncatedBody.optional(),
  warnings: Warnings,
});

/** Research in the background ends after so long, whatever it waits for. */
const JOB_MS = 300_000;

const NOT_KEPT = "There is no research of that id: it is kept for an hour, and not beyond a restart.";
const TOO_MANY = "Too much research is under way already; ask again in a while.";
const TOO_MANY_REQUESTS = 429;
const BUSY_MS = 30_000;

/** `POST /research`, in our own words and in those of the common search API, and `GET /research/:id`. */
export function researchRoutes(app: App, face: Face, replying: Replying): void {
  const jobs = createResearchJobs({
    onFailure: (error) => app.log.error({ err: error.cause ?? error }, "research failed"),
  });
  app.addHook("onClose", async () => jobs.close());

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

  const of = ({ upstream }: Watch) => ({ upstream, log: app.log });

  function own(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { stream, timeout, max_tokens, ...order } = checked(ResearchRequest, body);
    const unread = typeof body === "object" && body !== null ? unreadFields({ ...body }, ResearchRequest.shape) : [];
    const watched = watch(face.env.upstream, face.replayed);
    const streamed = stream || isStream(wireOf(request));
    const timeMs = timeout === undefined ? writingMs(face.config) : timeout * 1000;
    const events$ = researching(order, face, { ...of(watched), maxTokens: max_tokens, timeMs, streamed });
    return replying.events(events$, request, reply, {
      layout: { list: "results", entry: [ResultBody], first: ["answered", "why", "answer"] },
      watch: watched,
      warnings: [...unread, ...unreadParameters(written(request), Format)],
      deadlineMs: timeMs + SPARE_MS,
      ...(stream && { wire: "sse" }),
    });
  }

  function ordered(
    body: ResearchApiBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> | FastifyReply {
    const order = researchRequestOf(body);
    const { model, query: input } = order;
    const [id, warnings] = [randomUUID(), researchWarningsOf(body)];
    const watched = watch(face.env.upstream, face.replayed);
    const fitted$ = researching(order, face, { ...of(watched), maxTokens: body.max_tokens });
    if (body.stream) {
      const whole = body.max_tokens !== undefined;
      return replying.pieces(fitted$.pipe(chatChunks({ id, input, model, whole, warnings })), request, reply, {
        watch: watched,
        deadlineMs: writingMs(face.config) + SPARE_MS,
      });
    }
    const late = () =>
      new SourceError("timeout", `The research was not complete after ${JOB_MS / 1000} s and was cut off.`);
    const job = jobs.order({
      id,
      input,
      model,
      warnings,
      answer$: oneShot(fitted$).pipe(withDeadline(JOB_MS, late)),
    });
    if (!job) return busy(request, reply);
    return replying.value(
      { ...told(job), status: "pending", ...(warnings.length > 0 && { warnings }) },
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
        description: "202 while it waits or is under way; kept for an hour.",
        params: z.object({ id: z.string() }),
        querystring: Format.extend({ include_usage: flag(false) }),
        response: {
          ...answers(JobBody, { streams: false }),
          202: { description: "Not finished", content: { "application/json": { schema: JobBody } } },
        },
      },
    },
    (request, reply) => {
      const job = jobs.find(request.params.id);
      if (!job) throw new SourceError("not-found", NOT_KEPT);
      const { state } = job;
      const usage = request.query.include_usage;
      switch (state.status) {
        case "completed": {
          const ending = { requestId: job.id, usage, warnings: job.warnings };
          return replying.value({ ...told(job), ...researchAnswerOf(state.answer, ending) }, request, reply);
        }
        case "failed": {
          const { message: error, kind: code } = state.error;
          return replying.value({ ...told(job), error, code }, request, reply);
        }
        default:
          return replying.value({ ...told(job), ...(usage && { usage: { credits: 0 } }) }, request, reply.code(202));
      }
    },
  );
}

const told = ({ id, createdAt, input, model, state, seconds }: ResearchJob) => ({
  request_id: id,
  created_at: createdAt,
  status: state.status,
  input,
  model,
  response_time: seconds,
});

/** 429, which no kind of failure has: it is the service that is asked too much, not an upstream. */
const busy = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(request, reply, new SourceError("rate-limited", TOO_MANY, { retryAfterMs: BUSY_MS })).code(TOO_MANY_REQUESTS);
