import { z } from "zod";
import { begun } from "../../operations/define.ts";
import { mapOperation } from "../../operations/site.ts";
import { mapOptions } from "../../pipelines/crawl/options.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { AsyncParameter, type Ordering, WebhookParameter } from "../ordering.ts";
import type { Responder } from "../responder.ts";
import { answers, FailedResultBody, FormatParameter, unreadParameters, urlIsQ, Warnings } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const Query = z.object({
  q: mapOperation.input.shape.url,
  ...mapOptions.shape,
  async: AsyncParameter,
  webhook: WebhookParameter,
  format: FormatParameter,
});

const AnswerBody = z.object({
  urls: z.array(z.string()),
  total: z.int(),
  failed_results: z.array(FailedResultBody).describe("sitemaps and feeds that could not be read"),
  stopped: z.enum(["limit", "timeout"]).optional().describe("why there may be more"),
  response_time: z.string().describe("seconds"),
  warnings: Warnings,
});

/** Seconds beside the map's own time in which it may end by itself. */
const SPARE_S = 10;

/** `GET /map`: a site's addresses, without their content. */
export function mapRoute(app: App, face: AppContext, ordering: Ordering, replying: Responder): void {
  app.get(
    "/map",
    {
      onRequest: urlIsQ,
      schema: {
        operationId: "map",
        tags: ["core"],
        summary: "A site's addresses",
        description:
          "From its sitemaps; where there are none, from its first page and feeds. As events: a `page` each.",
        querystring: Query,
        response: answers(AnswerBody),
      },
    },
    (request, reply) => {
      const { q, format: _, async, webhook: _webhook, ...options } = request.query;
      if (async) return ordering.unit("map", request, reply);
      const { scope } = scopeFor(face, request);
      return replying.events(begun(mapOperation, { ...options, url: q }, scope), request, reply, {
        layout: mapOperation.rows,
        warnings: unreadParameters(rawParameters(request), Query),
        deadlineMs: (options.timeout + SPARE_S) * 1000,
      });
    },
  );
}
