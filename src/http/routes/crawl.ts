import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { checked } from "../../errors.ts";
import { begun } from "../../operations/define.ts";
import { crawlOperation } from "../../operations/site.ts";
import { fitCrawl, withinTokens } from "../../pipelines/budget/fit.ts";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import { crawlOptions } from "../../pipelines/crawl/options.ts";
import { taskCrawlOptions } from "../../tasks/limits.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { wireOf } from "../failure.ts";
import { AsyncParameter, asksForTask, type Ordering, WebhookParameter } from "../ordering.ts";
import type { Responder } from "../responder.ts";
import {
  answers,
  crawlCounts,
  FailedResultBody,
  FormatParameter,
  ImageBody,
  RenderReasonBody,
  TruncatedBody,
  unreadParameters,
  urlIsQ,
  Warnings,
} from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const Query = z.object({
  q: crawlOperation.input.shape.url,
  ...crawlOptions.shape,
  max_tokens: MaxTokens.optional(),
  async: AsyncParameter,
  webhook: WebhookParameter,
  format: FormatParameter,
});
/** In the background a crawl may have more pages, and more time. */
const AsyncQuery = Query.extend(taskCrawlOptions.shape);

const PageBody = z.object({
  url: z.url(),
  title: z.string().optional(),
  raw_content: z.string(),
  favicon: z.url().optional(),
  images: z.array(ImageBody).optional(),
  rendered: z.boolean().optional().describe("whether the text is the page's after its scripts have run"),
  render_ms: z.int().optional().describe("milliseconds that a browser was busy with it"),
  render_reason: RenderReasonBody,
  warnings: z.array(z.string()).optional(),
  depth: z.int().describe("links away from the first page"),
  bytes: z.int().describe("of its document as it came over the network, compressed where its host compresses"),
});

const AnswerBody = z.object({
  base_url: z.string().describe("the site's host"),
  results: z.array(PageBody),
  failed_results: z.array(FailedResultBody),
  ...crawlCounts,
  streamed: z.literal(true).optional().describe("the pages left as events only"),
  response_time: z.string().describe("seconds"),
  truncated: TruncatedBody.optional(),
  warnings: Warnings,
});

/** `GET /crawl` and `GET /crawl/v1`, which is the same: a site's pages, each as it is read. */
export function crawlRoutes(app: App, face: AppContext, ordering: Ordering, replying: Responder): void {
  for (const url of ["/crawl", "/crawl/v1"] as const)
    app.get(
      url,
      {
        onRequest: urlIsQ,
        preValidation: async (request, reply) => {
          if (!asksForTask(request)) return undefined;
          const { q } = checked(AsyncQuery, request.query);
          return ordering.order({ order: { kind: "crawl", url: q, options: optionsAsGiven(request) } }, request, reply);
        },
        schema: {
          operationId: url === "/crawl" ? "crawl" : "crawl_v1",
          tags: ["core"],
          summary: "A site's pages as clean text",
          description:
            "Breadth first, robots.txt obeyed. As events: a `page` as each is read; beyond 1,000 pages they leave as events only.",
          querystring: Query,
          response: answers(AnswerBody),
        },
      },
      (request, reply) => {
        const { q, max_tokens, format: _, async: _async, webhook: _webhook, ...options } = request.query;
        const { scope } = scopeFor(face, request, { wire: wireOf(request) });
        const events$ = begun(crawlOperation, { ...options, url: q }, scope);
        return replying.events(events$.pipe(withinTokens(max_tokens, fitCrawl)), request, reply, {
          layout: { ...crawlOperation.rows, entry: [PageBody] },
          warnings: unreadParameters(rawParameters(request), Query),
          deadlineMs: (options.timeout + SPARE_S) * 1000,
        });
      },
    );
}

/** The crawl's own parameters as they were written: a task keeps these, and reads them again. */
const optionsAsGiven = (request: FastifyRequest): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(rawParameters(request)).filter(([name]) => name in taskCrawlOptions.shape));

/** Seconds beside the crawl's own time in which it may end by itself. */
const SPARE_S = 10;
