import { z } from "zod";
import { ran } from "../../operations/define.ts";
import { suggestOperation, TYPING_MS } from "../../operations/suggest.ts";
import { whole } from "../../pipelines/parameters.ts";
import type { App, AppContext } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const Query = Format.extend({
  q: suggestOperation.input.shape.q,
  limit: whole(1, 50).default(10).describe("suggestions in the answer at most"),
});

const AnswerBody = z.object({
  success: z.literal(true),
  suggestions: z.array(z.string()).describe("the one that most sources rank high first"),
  sources: z.array(z.object({ id: z.string(), items: z.int(), time_ms: z.int(), error: z.string().optional() })),
  time_ms: z.int(),
});

/** `GET /suggestions`: what every source of suggestions offers, merged. */
export function suggestionRoute(app: App, face: AppContext, replying: Responder): void {
  app.get(
    "/suggestions",
    {
      config: { cost: "search" },
      schema: {
        operationId: "suggestions",
        tags: ["core"],
        summary: "Suggestions of all engines, merged",
        description: `Sources that have not answered after ${TYPING_MS / 1000} s are left behind.`,
        querystring: Query,
        response: answers(AnswerBody),
      },
    },
    (request, reply) => {
      const { q, limit } = request.query;
      const { scope, watched } = scopeFor(face, request);
      return replying.events(ran(suggestOperation, { q, limit }, scope), request, reply, {
        watch: watched,
        layout: suggestOperation.rows,
      });
    },
  );
}
