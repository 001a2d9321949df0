import type { FastifyReply, FastifyRequest } from "fastify";
import { EMPTY, firstValueFrom } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../errors.ts";
import { flag } from "../pipelines/parameters.ts";
import { ORDER_VERSION, readOrder, type TaskRow, type UnitKind } from "../tasks/order.ts";
import type { NewOrder, Placed, Tasks } from "../tasks/tasks.ts";
import type { GivenWebhook } from "../tasks/webhook.ts";
import { createGuard } from "../upstream/guard.ts";
import { type AppContext, rawParameters } from "./app-context.ts";
import { ownerOf } from "./auth.ts";
import { refuse } from "./failure.ts";
import { CONTENT_TYPE } from "./formats/negotiate.ts";
import { isDraft, toldInside } from "./internal-requests.ts";

const TOO_MANY = "You have too many open tasks; cancel one or wait for one to end.";
const FULL = "The store of tasks is full; forget tasks that have ended, or ask again later.";
const OTHER_REQUEST = "This Idempotency-Key was used within the last day for another request.";
const TOO_MANY_REQUESTS = 429;
const CONFLICT = 409;
const ACCEPTED = 202;
const AGAIN_MS = 30_000;
const MAX_KEY = 255;
/** Parameters that concern the order or its answer, and those in which keys stand: none is kept. */
const NOT_KEPT = new Set(["async", "format", "api_key", "webhook"]);

/** Of a route that takes `async`. */
export const WebhookParameter = z
  .string()
  .max(10_000)
  .optional()
  .describe("with async=true: address that is told of the task's start, its pages and its end");

export const AsyncParameter = flag(false).describe(
  "answer 202 with a task at once; the task outlives the request and the process",
);

/** Whether a request's query asks for a task; for routes that check it before their schema. */
export const asksForTask = (request: FastifyRequest): boolean =>
  checked(AsyncParameter, rawParameters(request)["async"]);

/** Takes orders of tasks. */
export interface Ordering {
  /** A webhook at an address; fails with `bad-query` or `forbidden-target` where it may not be asked. */
  target(url: string): GivenWebhook;
  /** Orders, and answers 202 with where the task can be followed. */
  order(given: NewOrder, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Orders the request itself, whose parameters were checked, as one unit. */
  unit(kind: UnitKind, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** Orders; answers nothing. */
  place(given: NewOrder, request: FastifyRequest): Promise<Placed>;
  /** Answers why an order was not taken. */
  refused(placed: Extract<Placed, { refused: string }>, request: FastifyRequest, reply: FastifyReply): FastifyReply;
}

export function createOrdering({ config }: Pick<AppContext, "config">, tasks: Tasks): Ordering {
  // Names are looked up at each delivery, where the guard stands again.
  const guard = createGuard(config, () => EMPTY);
  const target = (url: string): GivenWebhook => ({ url: guard.checkUrl(url).href });
  const place = (given: NewOrder, request: FastifyRequest): Promise<Placed> => {
    const idempotencyKey = keyOf(request);
    const webhook = rawParameters(request)["webhook"];
    const told = toldInside();
    const order = {
      ...given,
      ...(told !== undefined && { order: { ...given.order, told } }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      ...(webhook !== undefined && { webhook: target(String(webhook)) }),
    };
    return firstValueFrom(tasks.order(ownerOf(request), order));
  };

  async function order(given: NewOrder, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isDraft()) {
      const draft = readOrder(JSON.stringify({ ...given.order, v: ORDER_VERSION }));
      return reply.type(CONTENT_TYPE.json).send(JSON.stringify(draft));
    }
    const placed = await place(given, request);
    if ("refused" in placed) return refused(placed, request, reply);
    const body = orderedBody(placed.row, config.TASKS_KEEP_HOURS * 3_600_000);
    return reply.code(ACCEPTED).header("location", body.url).send(body);
  }

  return {
    target,
    order,
    place,
    refused,
    unit: (kind, request, reply) => order({ order: { kind, request: requestOf(request) } }, request, reply),
  };
}

function refused(
  { refused: why }: Extract<Placed, { refused: string }>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  switch (why) {
    case "too-many":
      return refuse(request, reply, new SourceError("rate-limited", TOO_MANY, { retryAfterMs: AGAIN_MS })).code(
        TOO_MANY_REQUESTS,
      );
    case "full":
      return refuse(request, reply, new SourceError("overloaded", FULL, { retryAfterMs: AGAIN_MS }));
    case "other-request":
      return refuse(request, reply, new SourceError("bad-query", OTHER_REQUEST)).code(CONFLICT);
  }
}

const orderedBody = ({ id, state, deadline_at }: TaskRow, keepMs: number) => ({
  success: true,
  task_id: id,
  status: state,
  url: `/tasks/${id}`,
  results_url: `/tasks/${id}/results`,
  events_url: `/tasks/${id}/events`,
  expires_at: new Date(deadline_at + keepMs).toISOString(),
});

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key === "" || key.length > MAX_KEY)
    throw new SourceError("bad-query", `Idempotency-Key must be one text of 1 to ${MAX_KEY} characters.`);
  return key;
}

function requestOf(request: FastifyRequest) {
  const [path = "/", query = ""] = request.url.split("?", 2);
  const kept = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !NOT_KEPT.has(name)));
  const method = request.method === "POST" ? ("POST" as const) : ("GET" as const);
  const body = method === "POST" ? withoutAsync(request.body) : undefined;
  return { method, path: kept.size > 0 ? `${path}?${kept}` : path, ...(body !== undefined && { body }) };
}

function withoutAsync(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => !NOT_KEPT.has(name)));
}
