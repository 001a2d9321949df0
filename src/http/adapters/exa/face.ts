import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, map } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { contentSearchOperation } from "../../../operations/content-search.ts";
import { asked } from "../../../operations/define.ts";
import { pagesOperation } from "../../../operations/extract.ts";
import { withChunks } from "../../../pipelines/content-search/index.ts";
import { OPERATION_MS, SPARE_MS, writingMs } from "../../../pipelines/deadlines.ts";
import { oneShot } from "../../../pipelines/one-shot.ts";
import type { AppContext } from "../../app-context.ts";
import { failureOfAll } from "../../formats/metadata-headers.ts";
import { requestContext } from "../../request-context.ts";
import { researching } from "../../researching.ts";
import type { Responder } from "../../responder.ts";
import { scopeFor } from "../../scope.ts";
import { answered } from "../answered.ts";
import { answerOf, answerPieces, contentsAnswerOf, searchAnswerOf } from "./answers.ts";
import { AnswerBody, ContentsBody, SearchBody, SimilarBody, searchOf, wantedOf } from "./bodies.ts";

interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

/** Answers `/search`. */
export function searched(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, ...body } = checked(SearchBody, request.body);
  const wanted = wantedOf(body.contents);
  const { scope, watched } = scopeFor(face, request);
  const answer$ = asked(contentSearchOperation, { ...searchOf(query, body, wanted) }, scope).pipe(
    answered((found) => searchAnswerOf(found, wanted, request.id)),
  );
  return replying.events(answer$, request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: OPERATION_MS + SPARE_MS,
  });
}

/** Answers `/findSimilar`: there is no index of likeness, so the engines are asked for the page's own title. */
export function similar(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, excludeSourceDomain, ...body } = checked(SimilarBody, request.body);
  const wanted = wantedOf(body.contents);
  const { scope, watched } = scopeFor(face, request);
  const answer$ = oneShot(asked(pagesOperation, { urls: [url], include_raw_content: false }, scope)).pipe(
    concatMap((read) => {
      const failure = failureOfAll(read, { list: "results" });
      if (failure) throw failure;
      const [page] = read.results;
      const words = page?.title ?? page?.description;
      if (!page || !words) throw new SourceError("not-found", "The page says no title to look for others by.");
      const own = new URL(page.final_url ?? page.url);
      const found = searchOf(words.slice(0, 300), body, wanted);
      const others = excludeSourceDomain ? [{ host: own.hostname.replace(/^www\./, ""), path: "" }] : [];
      const search = { ...found, excludeDomains: [...found.excludeDomains, ...others] };
      return asked(contentSearchOperation, search, scope).pipe(
        answered(({ results, ...rest }) => {
          const besides = results.filter((result) => new URL(result.url).href !== own.href);
          return searchAnswerOf({ ...rest, results: besides }, wanted, request.id);
        }),
      );
    }),
  );
  return replying.events(answer$, request, reply, { watch: watched, wire: "json" });
}

/** Answers `/contents`; fails where no page could be read. */
export function read({ face, replying }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = checked(ContentsBody, request.body);
  const urls = body.urls ?? body.ids ?? [];
  if (urls.length === 0) throw new SourceError("bad-query", "urls: is missing: the addresses of pages.");
  const wanted = wantedOf(body);
  const { scope, watched } = scopeFor(face, request);
  const asWritten = new Map(urls.flatMap((url) => (URL.canParse(url) ? [[new URL(url).href, url] as const] : [])));
  const answer$ = asked(pagesOperation, { urls, format: "markdown", render: wanted.render }, scope).pipe(
    answered((answer) => {
      const failure = failureOfAll(answer, { list: "results" });
      if (failure) throw failure;
      const results = answer.results.map((page) => ({ ...page, url: asWritten.get(page.url) ?? page.url }));
      const { highlights, text } = wanted;
      const query = typeof body.highlights === "object" ? body.highlights?.query : undefined;
      const shown =
        highlights !== undefined && !text && query ? withChunks({ results }, query, highlights).results : results;
      return contentsAnswerOf(shown, answer.failed_results, wanted, request.id);
    }),
  );
  return replying.events(answer$, request, reply, { watch: watched, wire: "json" });
}

/** Answers `/answer` with research, whole or as it is written. */
export function answeredBy(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, stream, text, model, outputSchema } = checked(AnswerBody, request.body);
  if (outputSchema !== undefined && outputSchema !== null)
    throw new SourceError("bad-query", "outputSchema: is not offered; an answer is text with its citations.");
  const watched = requestContext(face, request);
  const depth = /pro|research/i.test(model ?? "") ? "pro" : "mini";
  const events$ = researching({ query, max_results: 10, model: depth }, face, {
    upstream: watched.upstream,
    log: request.log,
  });
  const answering = { watch: watched, deadlineMs: writingMs(face.config) + SPARE_MS };
  if (stream) return replying.pieces(events$.pipe(answerPieces(text ?? false)), request, reply, answering);
  const answer$ = events$.pipe(
    map(
      (event): StreamEvent =>
        event.event === "done" ? { event: "done", data: answerOf(event.data, text ?? false, request.id) } : event,
    ),
  );
  return replying.events(answer$, request, reply, { ...answering, wire: "json" });
}
