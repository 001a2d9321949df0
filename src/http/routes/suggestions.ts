import { z } from "zod";
import { whole } from "../../pipelines/parameters.ts";
import { suggestions } from "../../pipelines/suggestions.ts";
import { pathName } from "../../sources/by-name.ts";
import { readySources } from "../../sources/ready.ts";
import type { App, AppContext } from "../app-context.ts";
import { requestContext } from "../request-context.ts";
import { logging } from "../researching.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, words } from "../schemas.ts";

const CATEGORY = "suggest";
/** Whoever types waits for no slow source. */
const TYPING_MS = 1_500;

const Query = Format.extend({
  q: words("what was typed so far", "rxjs back"),
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
  const listed = face.categories.find(({ id }) => id === CATEGORY)?.sources ?? [];
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
      const watched = requestContext(face, request);
      const events$ = suggestions(
        { q, limit, sources: readySources(listed, face.env).map(pathName) },
        {
          find: (name) => face.catalogue.find(name),
          env: { ...face.env, upstream: watched.upstream },
          deadlineMs: TYPING_MS,
          timeoutMs: TYPING_MS,
          onSource: face.metrics.source,
          onFailure: logging(request.log, "a source of suggestions failed"),
        },
      );
      return replying.events(events$, request, reply, { watch: watched, layout: { list: "suggestions" } });
    },
  );
}
