import { z } from "zod";
import { RANGES, SAMPLE_MS } from "../../metrics/rings.ts";
import type { App, AppContext } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";
import { StateBody, statesOf } from "../source-states.ts";

const rate = z.number().optional();

const PointBody = z.object({
  at: z.iso.datetime().describe("the end of the span that the figures are of"),
  requests_per_s: rate.describe("operations answered, over every face"),
  errors_per_s: rate.describe("those that failed for a reason that is not the asker's"),
  cache_hits_per_s: rate.describe("of the result cache"),
  cache_misses_per_s: rate.describe("of the result cache"),
  memory_bytes: z.number().optional().describe("resident"),
  heap_bytes: z.number().optional().describe("of JavaScript, used"),
  event_loop_delay_ms: z.number().optional().describe("the longest within the span"),
  sockets: z.number().optional().describe("connections to upstreams"),
  jobs: z.number().optional().describe("tasks that have not ended; absent where nothing was ever ordered"),
});

const HistoryBody = z.object({
  success: z.literal(true),
  range: z.enum(["15m", "1h", "24h"]),
  step_s: z.number().describe("seconds from one point to the next"),
  items: z.array(PointBody).describe("the oldest first; nothing is told of the time before the start"),
});

const SourceBody = z.object({
  ...StateBody.partial({ state: true, consecutive_failures: true }).shape,
  asked: z.int().optional().describe("times in the last 24 hours"),
  answered: z.int().optional().describe("of these, those that the source answered"),
  success_rate: z.number().optional().describe("0–1"),
  p50_ms: z.number().optional().describe("median of its last 64 answers"),
  p95_ms: z.number().optional(),
  by_hour: z
    .array(z.object({ answered: z.int(), failed: z.int() }))
    .optional()
    .describe("24 hours, the present one last"),
});

const SourcesBody = z.object({ success: z.literal(true), items: z.array(SourceBody) });

const tags = ["service"];

/** `GET /health/history` and `GET /health/sources`: the last 24 hours, as the service keeps them in memory. */
export function historyRoutes(app: App, { metrics, env }: AppContext, replying: Responder): void {
  const { history } = metrics;
  app.get(
    "/health/history",
    {
      schema: {
        tags,
        operationId: "health_history",
        summary: "How the service fared: requests, errors, cache, memory, event loop, sockets, jobs",
        description: "Kept in memory, in rings of a fixed size; gone with the process.",
        querystring: Format.extend({
          range: z
            .enum(["15m", "1h", "24h"], { error: "must be 15m, 1h or 24h" })
            .default("15m")
            .describe("a point each 5 s, 20 s, 5 min"),
        }),
        response: answers(HistoryBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const { range } = request.query;
      const answer: z.output<typeof HistoryBody> = {
        success: true,
        range,
        step_s: (RANGES[range].samples * SAMPLE_MS) / 1000,
        items: [...history.read(range)],
      };
      reply.header("cache-control", "no-store");
      return replying.value(answer, request, reply, { list: "items", entry: [PointBody] });
    },
  );
  app.get(
    "/health/sources",
    {
      schema: {
        tags,
        operationId: "health_sources",
        summary: "How each source fared in the last 24 hours",
        querystring: Format,
        response: answers(SourcesBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const days = history.sources();
      const states = new Map(statesOf(env.upstream.circuitBreaker.states()).map((state) => [state.id, state]));
      const items = [...new Set([...days.keys(), ...states.keys()])].map((id) => {
        const day = days.get(id);
        return {
          id,
          ...(day?.lastFailure && { last_error: day.lastFailure }),
          ...states.get(id),
          ...(day && {
            asked: day.asked,
            answered: day.answered,
            success_rate: Math.round((day.answered / day.asked) * 1000) / 1000,
            ...(day.p50_ms !== undefined && { p50_ms: Math.round(day.p50_ms) }),
            ...(day.p95_ms !== undefined && { p95_ms: Math.round(day.p95_ms) }),
            by_hour: [...day.by_hour],
          }),
        };
      });
      const answer: z.output<typeof SourcesBody> = { success: true, items };
      reply.header("cache-control", "no-store");
      return replying.value(answer, request, reply, { list: "items", entry: [SourceBody] });
    },
  );
}
