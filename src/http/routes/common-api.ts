import { switchMap } from "rxjs";
import type { z } from "zod";
import { lazyImport } from "../../operators/lazyImport.ts";
import { fitCrawl, fitExtract, withinTokens } from "../../pipelines/budget/fit.ts";
import { typingFor } from "../../pipelines/typed/wanted.ts";
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
import { requestContext } from "../request-context.ts";
import { logging } from "../researching.ts";
import type { Responder } from "../responder.ts";
import { answers, Format, unreadParameters } from "../schemas.ts";

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

const crawling = () => Promise.all([import("../../pipelines/crawl/crawl.ts"), withContent()]);
const mapping = () => import("../../pipelines/map/map.ts");
export const withContent = () => import("../../pipelines/content-search/index.ts");

/** `POST /extract`, `/crawl` and `/map`, as the common search API has them. */
export function commonApiRoutes(app: App, face: AppContext, replying: Responder): void {
  const config = { commonApi: true };

  app.post(
    "/extract",
    { config, schema: apiSchema("api_extract", "The content of up to 20 pages", ExtractApiBody, ExtractAnswerBody) },
    (request, reply) => {
      const { body } = request;
      const { upstream } = requestContext(face, request);
      const { query, chunks_per_source: chunks = DEFAULT_CHUNKS, max_tokens } = body;
      const typing$ = typingFor(body, face.config, upstream);
      const requestId = request.id;
      const events$ = lazyImport(withContent, ({ readPages, withChunks }) =>
        typing$.pipe(
          switchMap((typing) =>
            readPages(extractRequestOf(body), {
              upstream,
              typing,
              withinMs: millisecondsOf(body),
              onFailure: logging(request.log, "a page could not be read"),
            }),
          ),
          answered((answer) => (query ? withChunks(answer, query, chunks) : answer)),
        ),
      ).pipe(
        withinTokens(max_tokens, fitExtract),
        answered((answer) => extractAnswerOf(answer, body, requestId)),
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
      const { upstream } = requestContext(face, request);
      const { instructions, chunks_per_source: chunks = DEFAULT_CHUNKS, max_tokens } = body;
      const typing$ = typingFor(body, face.config, upstream);
      const requestId = request.id;
      const events$ = lazyImport(crawling, ([{ crawl }, { withChunks }]) =>
        typing$.pipe(
          switchMap((typing) =>
            crawl(crawlRequestOf(body), {
              upstream,
              typing,
              hold: true,
              onFailure: logging(request.log, "a page could not be read"),
            }),
          ),
          answered((answer) => (instructions ? withChunks(answer, instructions, chunks) : answer)),
        ),
      ).pipe(
        withinTokens(max_tokens, fitCrawl),
        answered((answer) => crawlAnswerOf(answer, body, requestId)),
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
      const { upstream } = requestContext(face, request);
      const requestId = request.id;
      const events$ = lazyImport(mapping, ({ mapSite }) => mapSite(mapRequestOf(body), { upstream })).pipe(
        answered((answer) => mapAnswerOf(answer, body, requestId)),
      );
      return replying.events(events$, request, reply, {
        layout: { list: "results" },
        warnings: unreadParameters(rawParameters(request), Format),
        deadlineMs: body.timeout * 1000,
      });
    },
  );
}
