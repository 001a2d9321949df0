import { catchError, concat, defer, from, map, mergeMap, type Observable, of, switchMap, tap, throwError } from "rxjs";
import type { Client } from "../admission/client.ts";
import { type ErrorKind, type SourceError, toSourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import type { ExtractedPage, Extraction, PageBlock, PageImage } from "../extraction/page.ts";
import type { Body } from "../extraction/read.ts";
import { type BodyTask, bodyOf } from "../reading/body.ts";
import { shouldOffloadPage } from "../reading/offload-policy.ts";
import { askPage } from "../reading/onwards.ts";
import type { Part, PartTask } from "../reading/read-part.ts";
import { type Reader, readingIn, sharedReader } from "../reading/reader.ts";
import { parseUrl } from "../sources/kit/requests/query.ts";
import { pageRefusalOf, wallBefore } from "../sources/kit/responses/refusals.ts";
import type { HttpResponse, RenderMode, Upstream } from "../upstream/types.ts";
import { type Measured, mayRender, NO_BROWSER, type Outcome, readRendered } from "./rendering/rendering.ts";
import type { Typing } from "./typed/typing.ts";
import { type TypedFields, withData } from "./typed/with-data.ts";

export interface ExtractRequest {
  /** `https://` is assumed where no scheme is given. */
  readonly urls: readonly string[];
  readonly includeImages: boolean;
  readonly includeRawContent: boolean;
  /** Tell all blocks of an HTML page, and why each is not in the text. */
  readonly includeBlocks?: boolean | undefined;
  readonly format: "text" | "markdown";
  /** Of each page only this; selectors are taken to be valid. */
  readonly part?: Part | undefined;
  /** Tell why a page was rendered. */
  readonly debug?: boolean | undefined;
  /** Whether a browser runs the page's scripts first: where its text comes with them (`auto`), in any case, or never. Default: the configuration's. */
  readonly render?: RenderMode | undefined;
}

type PageResult = ExtractedResult | FailedResult;

/** What is kept of pages that were read: returns what is held of `key`, or what `page$` comes to. */
type KeptPages = (key: string, page$: Observable<PageResult>) => Observable<PageResult>;

export interface ExtractDeps {
  /** Without `render` no page is rendered. */
  readonly upstream: Pick<Upstream, "http" | "client"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
  /** Told of what is our own fault, for the log: `failed_results` holds the sentence only. */
  readonly onFailure?: (url: string, error: SourceError) => void;
  readonly read?: (body: Body) => Promise<Extraction>;
  /** Answers a page from what is kept of it; absent: every page is fetched. */
  readonly kept?: KeptPages | undefined;
  /** Reads what is heavy. Default: the process's own. */
  readonly reader?: Pick<Reader, "read">;
  /** Takes data out of each page's text; a page whose data cannot be had has failed. */
  readonly typing?: Typing | undefined;
}

/** A page's content. What the page does not say is absent. */
export interface ExtractedResult extends TypedFields {
  readonly url: string;
  /** Where redirects led, if they led elsewhere. */
  readonly final_url?: string;
  readonly title?: string;
  /** Plain text or Markdown; absent where it was not asked for. */
  readonly raw_content?: string;
  /** All that the page says, and why what is not in the text is not; absent where it was not asked for, or the text was not chosen of blocks. */
  readonly blocks?: readonly PageBlock[];
  /** Empty where they were not asked for. */
  readonly images: readonly PageImage[];
  readonly favicon?: string;
  readonly byline?: string;
  /** ISO 8601. */
  readonly published_date?: string;
  /** BCP 47. */
  readonly language?: string;
  readonly site_name?: string;
  readonly description?: string;
  /** Where the text was read, when the page carries it as data and shows hardly a word: `json-ld`, `next-data`, `nuxt-data`, `flight`, `state`. */
  readonly strategy?: string;
  /** Whether the text is the page's after its scripts have run; absent where rendering is off. */
  readonly rendered?: boolean;
  /** Milliseconds that a browser was busy with it; absent where none was. */
  readonly render_ms?: number;
  /** Why it was, or should have been; absent where that was not asked for, or nothing spoke for it. */
  readonly render_reason?: string;
  /** What of the page is not in the text, or not as it was written. */
  readonly warnings?: readonly string[];
}

export interface FailedResult {
  readonly url: string;
  /** A sentence a person can act on. */
  readonly error: string;
  /** `empty`: there is no text without JavaScript. */
  readonly code: ErrorKind | "empty";
  /** A browser ran the page's scripts, and it showed no text either. */
  readonly rendered?: boolean;
  readonly render_ms?: number;
  readonly render_reason?: string;
}

export interface ExtractResponse {
  /** In the order in which the URLs were given. */
  readonly results: readonly ExtractedResult[];
  readonly failed_results: readonly FailedResult[];
  /** Seconds, a decimal string. */
  readonly response_time: string;
}

/** What reads pages is large: it is loaded with the first one. */
const readWhenWanted = async (body: Body): Promise<Extraction> =>
  (await import("../extraction/read.ts")).readBody(body);

const READING = readingIn<BodyTask, Extraction>(import.meta.url, "../reading/read-body", "readContent");
const READING_PART = readingIn<PartTask, Extraction>(import.meta.url, "../reading/read-part", "readPart");

const CONCURRENCY = 5;

/** What fails a request for one URL: nothing was read. */
const REFUSED: ReadonlySet<ErrorKind> = new Set(["bad-query", "forbidden-target", "overloaded", "no-browser", "busy"]);

/** So little text may be a wall's, which is then looked for. */
const FEW_CHARS = 1000;

/**
 * Fetches pages and reads their content, five at a time: `page` as each is done, with its result or its failure, then
 * `done`. Unsubscribing aborts the pages under way.
 *
 *     a:       ----a|
 *     b:       --b|
 *     events:  --B-A(done|)
 *
 * A single URL fails the stream when it is none (`bad-query`), may not be reached (`forbidden-target`) or finds no
 * room (`overloaded`, which fails several URLs only where it is all that happened); every other failure is told in `failed_results`. Statuses other than 2xx and challenge pages are failures, not content.
 */
export function extract(request: ExtractRequest, deps: ExtractDeps): Observable<StreamEvent<ExtractResponse>> {
  const { urls } = request;
  const { now = () => performance.now() } = deps;
  return defer(() => {
    const begin = now();
    const done = new Map<number, ExtractedResult | FailedResult>();
    const failures: SourceError[] = [];
    const pages$ = from(urls.entries()).pipe(
      mergeMap(
        ([index, url]) =>
          pageAt(url, request, deps).pipe(
            switchMap((page) => typed(page, request, deps.typing)),
            catchError((thrown: unknown) => {
              const error = toSourceError(thrown);
              if (urls.length === 1 && REFUSED.has(error.kind)) return throwError(() => error);
              failures.push(error);
              if (error.kind === "internal") deps.onFailure?.(url, error);
              return of<FailedResult>({ url, error: error.message, code: error.kind });
            }),
            tap((result) => done.set(index, result)),
          ),
        CONCURRENCY,
      ),
      map((data): StreamEvent<ExtractResponse> => ({ event: "page", data: { ...data } })),
    );
    const done$ = defer(() => {
      const overloaded = failures.length === urls.length && failures.every(({ kind }) => kind === "overloaded");
      if (overloaded && failures[0]) throw failures[0];
      return of<StreamEvent<ExtractResponse>>({ event: "done", data: answer(done, now() - begin) });
    });
    return concat(pages$, done$);
  });
}

/** The document at an address of the user's choice, or where that leads (`askPage`), whatever its status. */
export const pageOf = (url: string, upstream: Pick<Upstream, "http" | "client">): Observable<HttpResponse> =>
  askPage((request) => upstream.http(request), {
    url,
    guarded: true,
    headers: { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5" },
  });

const pageAt = (
  written: string,
  request: ExtractRequest,
  { upstream, read, reader, now, typing, kept = (_key, page$) => page$ }: ExtractDeps,
): Observable<ExtractedResult | FailedResult> =>
  defer(() => {
    const url = parseUrl(written.trim()).href;
    const { format, includeImages, part } = request;
    // Data is taken out of the text, be that asked for or not.
    const includeRawContent = request.includeRawContent || typing !== undefined;
    const page$ = pageOf(url, upstream).pipe(
      tap((response) => {
        const refusal = pageRefusalOf(response);
        if (refusal) throw refusal;
      }),
      switchMap((response) =>
        readRendered(
          {
            url,
            response,
            mode: request.render,
            read: (document) =>
              contentOf(
                document,
                { ...request, scripting: mayRender(request.render, upstream) },
                { read, reader, client: upstream.client },
              ),
            measure: measured,
          },
          { upstream, ...(now && { now }) },
        ),
      ),
      map((outcome) =>
        resultOf(url, outcome, { ...request, includeRawContent }, Boolean(upstream.rendering?.available())),
      ),
    );
    return kept(
      JSON.stringify([
        "extract",
        url,
        format,
        includeImages,
        includeRawContent,
        part,
        request.render,
        request.includeBlocks,
        request.debug,
      ]),
      page$,
    );
  });

/** A page with the data that is wanted of it. */
function typed(
  page: PageResult,
  { includeRawContent }: ExtractRequest,
  typing: Typing | undefined,
): Observable<PageResult> {
  if (!typing || isFailed(page)) return of(page);
  return withData(page, typing).pipe(
    map(({ raw_content, ...rest }) => ({
      ...rest,
      ...(includeRawContent && raw_content !== undefined && { raw_content }),
    })),
  );
}

/** How much a reading holds, and whether it is a wall's. */
const measured = (extraction: Extraction, response: HttpResponse): Measured => {
  const text = extraction.ok ? extraction.page.text : "";
  const emptyOrFew = extraction.ok ? text.length < FEW_CHARS : extraction.failure.code === "empty";
  return {
    words: extraction.words ?? text.length,
    scripting: extraction.scripting,
    refusal: emptyOrFew ? wallBefore(response, text) : undefined,
  };
};

/** A document as far as reading it goes. */
export type Document = Pick<HttpResponse, "body" | "headers" | "url">;

/** What a document says: what is heavy is read elsewhere, and whatever meets a user's selector. */
export const contentOf = (
  document: Document,
  request: Pick<ExtractRequest, "format" | "part" | "includeBlocks"> & Pick<BodyTask, "scripting">,
  {
    read = readWhenWanted,
    reader = sharedReader(),
    client,
  }: Pick<ExtractDeps, "read" | "reader"> & { readonly client?: Client | undefined } = {},
): Observable<Extraction> =>
  defer(() => {
    const { part, includeBlocks: blocks, scripting } = request;
    const { body, headers, url } = document;
    const task: BodyTask = { headers, url, markdown: request.format === "markdown", scripting, blocks };
    if (part) return reader.read(READING_PART, { ...task, part }, { url, pieces: [body], client });
    return shouldOffloadPage(body)
      ? reader.read(READING, task, { url, pieces: [body], client })
      : from(read(bodyOf(task, body)));
  });

function resultOf(
  url: string,
  outcome: Outcome<Extraction>,
  request: ExtractRequest,
  browser: boolean,
): ExtractedResult | FailedResult {
  const { read: extraction, response, rendered, renderMs, reason } = outcome;
  const { refusal } = measured(extraction, response);
  if (refusal) throw refusal;
  const why = request.debug && reason ? { render_reason: reason } : {};
  const told = {
    ...(rendered !== undefined && { rendered }),
    ...(renderMs !== undefined && { render_ms: renderMs }),
    ...why,
  };
  if (!extraction.ok) return { url, ...withHint(extraction.failure, outcome, browser), ...(rendered ? told : why) };
  const warnings = [...(extraction.page.warnings ?? []), ...outcome.warnings];
  return {
    url,
    ...(response.url !== url && { final_url: response.url }),
    ...shown(extraction.page, request),
    ...told,
    ...(warnings.length > 0 && { warnings }),
  };
}

/** What a page without text takes, where it could have had it. */
function withHint<Failure extends { readonly code: string; readonly error: string }>(
  failure: Failure,
  { rendered, read }: Outcome<Extraction>,
  browser: boolean,
): Failure {
  if (failure.code !== "empty") return failure;
  if (rendered) return { ...failure, error: "The page shows no text, with JavaScript either." };
  return browser || !read.scripting?.scripts ? failure : { ...failure, error: `${failure.error} ${NO_BROWSER}` };
}

function shown(page: ExtractedPage, { includeImages, includeRawContent, format }: ExtractRequest) {
  const { title, favicon, byline, publishedDate, language, siteName, description, strategy, blocks } = page;
  return {
    ...(title !== undefined && { title }),
    ...(includeRawContent && { raw_content: format === "markdown" ? (page.markdown ?? page.text) : page.text }),
    ...(blocks && { blocks }),
    images: includeImages ? page.images : [],
    ...(favicon !== undefined && { favicon }),
    ...(byline !== undefined && { byline }),
    ...(publishedDate !== undefined && { published_date: publishedDate }),
    ...(language !== undefined && { language }),
    ...(siteName !== undefined && { site_name: siteName }),
    ...(description !== undefined && { description }),
    ...(strategy !== undefined && { strategy }),
  };
}

function answer(done: ReadonlyMap<number, ExtractedResult | FailedResult>, ms: number): ExtractResponse {
  const all = [...done].toSorted(([a], [b]) => a - b).map(([, result]) => result);
  return {
    results: all.filter((result): result is ExtractedResult => !isFailed(result)),
    failed_results: all.filter(isFailed),
    response_time: (ms / 1000).toFixed(2),
  };
}

const isFailed = (result: ExtractedResult | FailedResult): result is FailedResult => "error" in result;
