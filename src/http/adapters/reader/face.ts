import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, map, type Observable, tap } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { contentSearchOperation } from "../../../operations/content-search.ts";
import { asked } from "../../../operations/define.ts";
import { extractOperation } from "../../../operations/extract.ts";
import type { Scope } from "../../../operations/scope.ts";
import { withDeadline } from "../../../operators/withDeadline.ts";
import { domainPattern } from "../../../pipelines/content-search/domains.ts";
import { OPERATION_MS, SPARE_MS } from "../../../pipelines/deadlines.ts";
import { type ExtractedResult, pageOf } from "../../../pipelines/extract.ts";
import { oneShot } from "../../../pipelines/one-shot.ts";
import { whole } from "../../../pipelines/parameters.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import { refusalOf } from "../../../sources/kit/responses/refusals.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { Upstream } from "../../../upstream/types.ts";
import { type AppContext, rawParameters } from "../../app-context.ts";
import { sseEvent } from "../../formats/events.ts";
import { failureOfAll } from "../../formats/metadata-headers.ts";
import { RawBody } from "../../formats/raw-body.ts";
import type { RequestContext } from "../../request-context.ts";
import type { Responder } from "../../responder.ts";
import { words } from "../../schemas.ts";
import { scopeFor } from "../../scope.ts";
import { decoded, fieldOf, type ReaderRequest, readerRequestOf, restOf } from "./asked.ts";
import { fitted, listText, pageText, type Shown } from "./document.ts";

interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

const PLAIN = "text/plain; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

/** Answers with a page. */
export function read({ face, replying }: Serving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wishes = readerRequestOf(request);
  const rest = restOf(request, "/r");
  const written =
    fieldOf(request.body, ["url"]) ?? (rest.startsWith("?") ? fieldOf(rawParameters(request), ["url"]) : rest);
  if (!written)
    throw new SourceError("bad-query", "A page's address is missing: /r/https://example.org/, or url in a form.");
  // What stands in front may have made one slash of two.
  const url = parseUrl(written.replace(/^(https?):\/+/i, "$1://")).href;
  const { scope, watched } = scopeFor(face, request);
  const late = (): SourceError =>
    new SourceError("timeout", `${url} was not read within the ${wishes.timeoutS} s of X-Timeout.`);
  const page$ = (wishes.shown === "html" ? markup(url, watched.upstream) : content(url, wishes, scope)).pipe(
    withDeadline(wishes.timeoutS * 1000, late),
    concatMap((page) => fitted([page], wishes)),
    map(([page]) => page ?? { title: "", description: "", url, content: "" }),
  );
  const asText = (page: Shown): string => (wishes.shown === "page" ? `${pageText(page)}\n` : page.content);
  return told(page$, asText, wishes, { replying, request, reply, watched });
}

/** A page's content, or its text without markup. */
function content(url: string, wishes: ReaderRequest, scope: Scope): Observable<Shown> {
  const { shown, images: include_images, part, render } = wishes;
  const order = { urls: [url], format: shown === "text" ? "text" : "markdown", include_images, part, render };
  return oneShot(asked(extractOperation, order, scope)).pipe(
    map((answer) => {
      const [page] = answer.results;
      const failure = failureOfAll(answer, { list: "results" });
      if (!page) throw failure ?? new SourceError("internal", "The page came to nothing.");
      return shownOf(page, wishes);
    }),
  );
}

const shownOf = (
  { url, final_url, title, description, raw_content, published_date, images }: ExtractedResult,
  wishes: ReaderRequest,
): Shown => ({
  title: title ?? "",
  description: description ?? "",
  url: final_url ?? url,
  content: raw_content ?? "",
  ...(published_date !== undefined && { publishedTime: published_date }),
  ...(wishes.images && {
    images: Object.fromEntries(
      images.map(({ url: image, alt }, index) => [`Image ${index + 1}${alt ? `: ${alt}` : ""}`, image]),
    ),
  }),
});

/** A page's own HTML. */
const markup = (url: string, upstream: Upstream): Observable<Shown> =>
  pageOf(url, upstream).pipe(
    tap((response) => {
      const refusal = refusalOf(response);
      if (refusal) throw refusal;
    }),
    map((response) => ({ title: "", description: "", url: response.url, content: decodeText(response) })),
  );

const Search = z.object({
  q: words("words to search the web for", "rxjs backpressure"),
  num: whole(1, 20).optional(),
  count: whole(1, 20).optional(),
  type: z.enum(["web", "news"], { error: "must be web or news; /images/<source>?q= finds images" }).default("web"),
  site: z.union([z.string(), z.array(z.string())]).optional(),
});

/** Answers with what the engines find, and what the pages say. */
export function searched(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const wishes = readerRequestOf(request);
  const path = decoded(restOf(request, "/s").split("?", 1)[0] ?? "").replaceAll("+", " ");
  const fields = { ...rawParameters(request), ...(typeof request.body === "object" ? request.body : {}) };
  const { q, num, count, type, site } = checked(Search, {
    ...fields,
    q: fieldOf(fields, ["q"]) ?? (path || undefined),
  });
  const sites = [site, request.headers["x-site"]].flat().flatMap((given) => (given && domainPattern(given)) || []);
  const { scope, watched } = scopeFor(face, request, { timeout: wishes.timeoutS });
  const bare = wishes.shown === "no-content";
  const results$ = oneShot(
    asked(
      contentSearchOperation,
      {
        query: q,
        limit: num ?? count ?? 10,
        topic: type === "news" ? "news" : "general",
        includeDomains: sites,
        rawContent: bare ? undefined : wishes.shown === "text" ? "text" : "markdown",
        render: wishes.render,
        pagesMs: Math.min(10, wishes.timeoutS) * 1000,
      },
      scope,
    ),
  ).pipe(
    map(({ results }) =>
      results.map(
        ({ title, url, content: description, raw_content = "", published_date }): Shown => ({
          title,
          url,
          description,
          content: raw_content,
          ...(published_date !== undefined && { publishedTime: published_date }),
        }),
      ),
    ),
    concatMap((results) => fitted(results, wishes)),
  );
  return told(results$, (results) => `${listText(results)}\n`, wishes, { replying, request, reply, watched });
}

interface Telling {
  readonly replying: Responder;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly watched: RequestContext;
}

/** Answers as text, as JSON or as one event, as the request accepts it. */
function told<Data extends Shown | readonly Shown[]>(
  data$: Observable<Data>,
  asText: (data: Data) => string,
  { wire, timeoutS }: ReaderRequest,
  { replying, request, reply, watched }: Telling,
): Promise<FastifyReply> {
  const deadlineMs = Math.max(OPERATION_MS, timeoutS * 1000 + SPARE_MS);
  if (wire === "sse")
    return replying.pieces(data$.pipe(map((data) => sseEvent({ event: "data", data }))), request, reply, {
      watch: watched,
      deadlineMs,
    });
  const answer$ = data$.pipe(
    map((data): StreamEvent => {
      const whole = { code: 200, status: 20_000, data };
      const text = wire === "json" ? JSON.stringify(whole) : asText(data);
      return { event: "done", data: new RawBody(wire === "json" ? JSON_TYPE : PLAIN, text) };
    }),
  );
  return replying.events(answer$, request, reply, { watch: watched, wire: "json", deadlineMs });
}
