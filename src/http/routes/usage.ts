import { firstValueFrom } from "rxjs";
import { z } from "zod";
import { dayOf } from "../../keys/windows.ts";
import { whole } from "../../pipelines/parameters.ts";
import type { App, AppContext } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";

const MOST_DAYS = 90;

const UseBody = z.object({
  day: z.iso.date().describe("UTC"),
  key: z.string().describe("the key's name"),
  id: z.string().describe("the beginning of the key's SHA-256"),
  class: z.string().describe("what the requests cost, or all"),
  requests: z.int(),
  refused: z.int().describe("with 429"),
  bytes: z.int().describe("of their answers"),
  pages: z.int().describe("that were read while they lasted; a task tells its own"),
  cached: z.int().describe("that the cache had an answer for"),
});

const LimitBody = z.object({
  name: z.string().describe("minute, search-minute, day …: the window, and the class where it has one"),
  limit: z.int(),
  remaining: z.int(),
  reset_s: z.int().describe("seconds until the window ends"),
});

const UsageBody = z.object({
  success: z.literal(true),
  items: z.array(UseBody),
  limits: z.array(LimitBody).describe("of the request's own key, and what is left of them"),
});

/** `GET /usage`: what the request's key has used, by day and class; a key of `API_KEYS` sees every key. */
export function usageRoute(app: App, { keys }: AppContext, replying: Responder): void {
  app.get(
    "/usage",
    {
      schema: {
        tags: ["service"],
        operationId: "usage",
        summary: "What the key has used, by day",
        description: "A key of API_KEYS sees what every key has used. Empty where no keys are asked for.",
        querystring: z.object({
          days: whole(1, MOST_DAYS).default(7).describe("days, today's among them (UTC)"),
          ...Format.shape,
        }),
        response: answers(UsageBody, { streams: false }),
      },
    },
    async (request, reply) => {
      const { holder } = request;
      const uses = holder ? await firstValueFrom(keys.usage(holder, request.query.days)) : [];
      const answer: z.output<typeof UsageBody> = {
        success: true,
        items: uses.map(({ day, key, name, cost, requests, refused, bytes, pages, cached }) => ({
          day: dayOf(day),
          key: name,
          id: key,
          class: cost,
          requests,
          refused,
          bytes,
          pages,
          cached,
        })),
        limits: (request.limits ?? []).map(({ name, limit, remaining, resetS }) => ({
          name,
          limit,
          remaining,
          reset_s: resetS,
        })),
      };
      return replying.value(answer, request, reply, { list: "items", entry: [UseBody] });
    },
  );
}
