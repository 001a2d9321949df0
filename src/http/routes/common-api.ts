import type { z } from "zod";
import { begun } from "../../operations/define.ts";
import { pagesOperation } from "../../operations/extract.ts";
import { crawlOperation, mapOperation } from "../../operations/site.ts";
import { lazyImport } from "../../operators/lazyImport.ts";
import { fitCrawl, fitExtract, withinTokens } from "../../pipelines/budget/fit.ts";
import { answered } from "../adapters/answered.ts";
import { ApiFailureBody, DEFAULT_CHUNKS } from "../adapters/body.ts";
import {
  CrawlAnswerBody,
  CrawlApiBody,
  crawlAnswerOf,
  crawlRequestOf,
  ExtractAnswerBody,
  ExtractApiBody,
  extractAnswerOf,
  extractRequestOf,
  MapAnswerBody,
  MapApiBody,
  mapAnswerOf,
  mapRequestOf,
  millisecondsOf,
} from "../adapters/pages.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, unreadParameters } from "../schemas.ts";
import { scopeFor } from "../scope.ts";

/** The documentation of an operation of the common search API. */
export const apiSchema = <Body extends z.ZodType>(
  operationId: string,
  summary: string,
  body: Body,
  answer: z.ZodType,
  status = 200,
) => {
  const { 200: ok, ...failures } = answers(answer);
  const failure = { content: { "application/json": { schema: ApiFailureBody } } };
  return {
    operationId,
    tags: ["common search API"],
    summary,
    description: "In the fields of the common search API, so that its clients can be pointed here.",
    querystring: Format,
    body,
    response: {
      [status]: ok,
      "4xx": { ...failures["4xx"], ...failure },
      "5xx": { ...failures["5xx"], ...failure },
    },
  };
};

const chunking = () => import("../../pipelines/content-search/chunks.ts");

/** `POST /extract`, `/crawl` and `/map`, as the common search API has them. */
export function commonApiRoutes(app: App, face: AppContext, replying: Responder): void {
  const config = { commonApi: true };

  app.post(
    "/extract",
    { config, schema: apiSchema("api_extract", "The content of up to 20 pages", ExtractApiBody, ExtractAnswerBody) },
    (request, reply) => {
      const { body } = request;
      const { query, chunks_per_source: chunks = DEFAULT_CHUNKS, max_tokens } = body;
      const { scope } = scopeFor(face, request, { timeoutMs: millisecondsOf(body) });
      const events$ = lazyImport(chunking, ({ withChunks }) =>
        begun(pagesOperation, extractRequestOf(body), scope).pipe(
          answered((answer) => (query ? withChunks(answer, query, chunks) : answer)),
          withinTokens(max_tokens, fitExtract),
          answered((answer) => extractAnswerOf(answer, body, request.id)),
        ),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(rawParameters(request), Format),
        deadlineMs: body.timeout * 1000,
      });
    },
  );

  app.post(
    "/crawl",
    { config, schema: apiSchema("api_crawl", "A site's pages", CrawlApiBody, CrawlAnswerBody) },
    (request, reply) => {
      const { body } = request;
      const { instructions, chunks_per_source: chunks = DEFAULT_CHUNKS, max_tokens, schema, prompt } = body;
      const { scope } = scopeFor(face, request);
      const events$ = lazyImport(chunking, ({ withChunks }) =>
        begun(crawlOperation, { ...crawlRequestOf(body), schema, prompt }, scope).pipe(
          answered((answer) => (instructions ? withChunks(answer, instructions, chunks) : answer)),
          withinTokens(max_tokens, fitCrawl),
          answered((answer) => crawlAnswerOf(answer, body, request.id)),
        ),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(rawParameters(request), Format),
        deadlineMs: body.timeout * 1000,
      });
    },
  );

  app.post(
    "/map",
    { config, schema: apiSchema("api_map", "A site's addresses", MapApiBody, MapAnswerBody) },
    (request, reply) => {
      const { body } = request;
      const { scope } = scopeFor(face, request);
      const events$ = begun(mapOperation, mapRequestOf(body), scope).pipe(
        answered((answer) => mapAnswerOf(answer, body, request.id)),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(rawParameters(request), Format),
        deadlineMs: body.timeout * 1000,
      });
    },
  );
}
