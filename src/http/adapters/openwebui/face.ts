import type { FastifyReply, FastifyRequest } from "fastify";
import { map } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { contentSearchOperation } from "../../../operations/content-search.ts";
import { asked } from "../../../operations/define.ts";
import { pagesOperation } from "../../../operations/extract.ts";
import { OPERATION_MS, SPARE_MS } from "../../../pipelines/deadlines.ts";
import type { ExtractResponse } from "../../../pipelines/extract.ts";
import { readUpload } from "../../../pipelines/uploaded.ts";
import type { AppContext } from "../../app-context.ts";
import { failureOfAll, metadataHeaders } from "../../formats/metadata-headers.ts";
import { RawBody } from "../../formats/raw-body.ts";
import type { Responder } from "../../responder.ts";
import { words } from "../../schemas.ts";
import { scopeFor } from "../../scope.ts";
import { answered } from "../answered.ts";

interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

const JSON_TYPE = "application/json; charset=utf-8";

const MOST_RESULTS = 50;

const SearchBody = z.looseObject(
  {
    query: words("words to search the web for", "rxjs backpressure"),
    count: z.coerce.number({ error: "must be a number of results" }).int().min(1).nullish(),
  },
  { error: "The body must be a JSON object" },
);

/** Answers a search with a bare list. */
export function found(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { query, count } = checked(SearchBody, request.body);
  const { scope, watched } = scopeFor(face, request);
  const events$ = asked(contentSearchOperation, { query, limit: Math.min(count ?? 10, MOST_RESULTS) }, scope);
  const list$ = events$.pipe(
    answered(({ results, sources }) => {
      const list = results.map(({ url, title, content }) => ({ link: url, title, snippet: content }));
      return new RawBody(JSON_TYPE, JSON.stringify(list), metadataHeaders({ sources }));
    }),
  );
  return replying.events(list$, request, reply, { watch: watched, wire: "json", deadlineMs: OPERATION_MS + SPARE_MS });
}

const MOST_PAGES = 20;

const LoadBody = z.looseObject(
  {
    urls: z
      .union([z.array(z.string()), z.string().transform((url) => [url])], { error: "must be a list of addresses" })
      .refine((urls) => urls.length > 0 && urls.length <= MOST_PAGES, {
        error: `must be a list of 1 to ${MOST_PAGES} addresses`,
      }),
  },
  { error: "The body must be a JSON object" },
);

/** Answers with pages as a bare list; fails where none could be read, and tells in a header of those that could not. */
export function loaded(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { urls } = checked(LoadBody, request.body);
  const { scope, watched } = scopeFor(face, request);
  const asWritten = new Map(urls.flatMap((url) => (URL.canParse(url) ? [[new URL(url).href, url] as const] : [])));
  const pages$ = asked(pagesOperation, { urls, format: "markdown" }, scope).pipe(
    answered((answer: ExtractResponse) => {
      const failure = failureOfAll(answer, { list: "results" });
      if (failure) throw failure;
      const list = answer.results.map(({ url, raw_content, images: _, ...metadata }) => ({
        page_content: raw_content ?? "",
        metadata: { source: asWritten.get(url) ?? url, ...metadata },
      }));
      return new RawBody(JSON_TYPE, JSON.stringify(list), metadataHeaders(answer));
    }),
  );
  return replying.events(pages$, request, reply, { watch: watched, wire: "json" });
}

const headerText = (value: string | readonly string[] | undefined): string | undefined => {
  const text = [value].flat()[0];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text).slice(0, 300);
  } catch {
    return text.slice(0, 300);
  }
};

/** Answers a file's bytes with its text. */
export function processed(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, headers } = request;
  if (!Buffer.isBuffer(body) || body.length === 0)
    throw new SourceError("bad-query", "The body must be the bytes of a file.");
  const name = headerText(headers["x-filename"]);
  const page$ = readUpload(
    { bytes: body, contentType: headers["content-type"], name },
    { client: face.clientOf(request) },
  ).pipe(
    map(({ text, ...metadata }): StreamEvent => {
      const data = { page_content: text, metadata: { ...(name !== undefined && { source: name }), ...metadata } };
      return { event: "done", data };
    }),
  );
  return replying.events(page$, request, reply, { wire: "json" });
}
