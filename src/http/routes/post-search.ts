import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from "fastify";
import { checked } from "../../errors.ts";
import { contentSearchOperation } from "../../operations/content-search.ts";
import { ran } from "../../operations/define.ts";
import { withinTokens } from "../../pipelines/budget/fit.ts";
import { fitContentSearch } from "../../pipelines/content-search/fitting.ts";
import type { ContentSearchResponse } from "../../pipelines/content-search/request.ts";
import { OPERATION_MS, SPARE_MS, writingMs } from "../../pipelines/deadlines.ts";
import { answered } from "../adapters/answered.ts";
import { isExas } from "../adapters/exa/routes.ts";
import { inCommonWords } from "../adapters/perplexity/words.ts";
import { SearchAnswerBody, searchAnswerOf } from "../adapters/search-answer.ts";
import { SearchApiBody, searchRequestOf } from "../adapters/search-body.ts";
import type { Manner } from "../adapters/searxng/asked.ts";
import { parametersOf } from "../adapters/searxng/routes.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { readForms } from "../bodies.ts";
import { wireOf } from "../failure.ts";
import type { Responder } from "../responder.ts";
import { Format, unreadParameters } from "../schemas.ts";
import { scopeFor } from "../scope.ts";
import { apiSchema } from "./common-api.ts";

type Given = Readonly<Record<string, unknown>>;

/** Answers a client of SearXNG. */
type Both = (given: Given, manner: Manner, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const OF_SEARXNG: Manner = { both: true, searxngs: true, hurried: true };

/** What was asked is read by whom it is for. */
const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

/** Whether a search comes from a client of SearXNG: as a form, or with all that it says in its query. */
const isSearxngs = ({ body, headers, query }: FastifyRequest): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? "") ||
  ((body === undefined || body === null) && typeof query === "object" && query !== null && "q" in query);

/**
 * `POST /search`, where clients of several services ask: those of the common search API and of Perplexity with a JSON body,
 * those of Exa with one in its own words, those of SearXNG with a form or with a query alone.
 */
export function postSearchRoute(app: App, face: AppContext, replying: Responder, both: Both): void {
  app.register(async (routes: App) => {
    readForms(routes);
    routes.post(
      "/search",
      {
        config: { commonApi: true },
        validatorCompiler: asGiven,
        schema: apiSchema("api_search", "Search all engines, with the pages' content", SearchApiBody, SearchAnswerBody),
      },
      async (request, reply) => {
        if (isSearxngs(request)) return both(parametersOf(request), OF_SEARXNG, request, reply);
        if (isExas(request))
          return (await import("../adapters/exa/face.ts")).searched({ face, replying }, request, reply);
        return common(request, reply);
      },
    );
  });

  function common(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    checked(Format, request.query);
    const { body: read, further, warnings: unheeded } = inCommonWords(request.body);
    const body = checked(SearchApiBody, read);
    const { search, warnings } = searchRequestOf(body);
    const ending = { requestId: request.id, warnings: [...unheeded, ...warnings] };
    const ownMs = search.answer === undefined ? OPERATION_MS : writingMs(face.config);
    const timeMs = body.timeout === undefined ? ownMs : body.timeout * 1000;
    const { scope, watched } = scopeFor(face, request, { timeoutMs: timeMs, wire: wireOf(request) });
    const events$ = ran(contentSearchOperation, { ...search, further }, scope).pipe(
      withinTokens<ContentSearchResponse>(body.max_tokens, fitContentSearch),
      answered((answer) => searchAnswerOf(answer, body, ending)),
    );
    return replying.events(events$, request, reply, {
      layout: { list: "results" },
      watch: watched,
      warnings: unreadParameters(rawParameters(request), Format),
      deadlineMs: timeMs + SPARE_MS,
    });
  }
}
