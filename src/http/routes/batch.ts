import { z } from "zod";
import { checked } from "../../errors.ts";
import { batchOperation } from "../../operations/batch.ts";
import { ran } from "../../operations/define.ts";
import { BatchRequest, parseBatch } from "../../pipelines/batch.ts";
import { BATCH_MS, SPARE_MS } from "../../pipelines/deadlines.ts";
import { whole } from "../../pipelines/parameters.ts";
import { bodyAsGiven, unreadFields } from "../adapters/body.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { AsyncParameter, type Ordering, WebhookParameter } from "../ordering.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, freshness, unreadParameters, Warnings } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const ResultBody = z.object({
  parser: z.string(),
  query: z.string(),
  success: z.boolean(),
  items: z.array(z.looseObject({ source: z.string() })).describe("as the parser's own route has them"),
  time_ms: z.int(),
  error: z.string().optional(),
  code: z.string().optional(),
  warnings: Warnings,
});

const AnswerBody = z.object({
  success: z.literal(true),
  results: z.array(ResultBody).describe("in the order of the request"),
  time_ms: z.int(),
  warnings: Warnings,
});

const Query = Format.extend({
  async: AsyncParameter,
  webhook: WebhookParameter,
  ...freshness,
  timeout: whole(1, 300).optional().describe("seconds after which what is there is answered; default 120"),
});

/** `POST /batch`: several parsers in one request. */
export function batchRoute(app: App, face: AppContext, ordering: Ordering, replying: Responder): void {
  app.post(
    "/batch",
    {
      validatorCompiler: bodyAsGiven,
      schema: {
        operationId: "batch",
        tags: ["core"],
        summary: "Ask several parsers at once",
        description: "One that fails harms no other: its result says why. As events: a `section` as each is done.",
        querystring: Query,
        body: BatchRequest,
        response: answers(AnswerBody),
      },
    },
    (request, reply) => {
      const given: unknown = request.body;
      const { timeout, async, webhook: _webhook, format: _, ...age } = checked(Query, rawParameters(request));
      const { scope, watched } = scopeFor(face, request, { timeout });
      const requests = parseBatch(given);
      if (async) return ordering.unit("batch", request, reply);
      const events$ = ran(batchOperation, { requests, ...age }, scope);
      return replying.events(events$, request, reply, {
        layout: { list: "results", entry: [ResultBody] },
        watch: watched,
        warnings: [...unreadInItems(given), ...unreadParameters(rawParameters(request), Query)],
        deadlineMs: (scope.timeoutMs ?? BATCH_MS) + SPARE_MS,
      });
    },
  );
}

const MAX_UNREAD_TOLD = 10;

/** The fields of a batch's items that nobody reads, each in a sentence. */
const unreadInItems = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : [])
    .flatMap((item: unknown, index) =>
      typeof item === "object" && item !== null
        ? unreadFields({ ...item }, BatchRequest.element.shape).map((said) => `Item ${index + 1}: ${said}`)
        : [],
    )
    .slice(0, MAX_UNREAD_TOLD);
