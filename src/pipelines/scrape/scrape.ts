import { concatMap, defer, from, map, type Observable, of, switchMap } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { Extraction } from "../../extraction/page.ts";
import { lazyImport } from "../../operators/lazyImport.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import { shouldOffloadPage } from "../../reading/offload-policy.ts";
import type { Shown, ShownTask } from "../../reading/read-shown.ts";
import { type Reader, readingIn, sharedReader } from "../../reading/reader.ts";
import type { PageThread } from "../../reading/seen-pages/thread.ts";
import { parseUrl } from "../../sources/kit/requests/query.ts";
import { pageRefusalOf, wallBefore } from "../../sources/kit/responses/refusals.ts";
import type { HttpResponse, Upstream } from "../../upstream/types.ts";
import { chunksOf } from "../content-search/chunks.ts";
import type { LanguageModel } from "../research/language-model.ts";
import type { Browsing } from "./by-browser.ts";
import { byModel } from "./by-model.ts";
import { type Tracking, tracked } from "./change.ts";
import { metadataOf, readFormats, type ScrapedDocument } from "./document.ts";
import { asks, formatOf } from "./formats.ts";
import { type Fetched, fetchedPage, type Holder } from "./held.ts";
import { meansOf, type Plan, planOf } from "./limits.ts";
import { type ScrapeOptions, withScheme } from "./options.ts";
import { type Read, shownPage } from "./shown-page.ts";

export interface ScrapeDeps {
  readonly upstream: Pick<Upstream, "http" | "httpStream"> & Holder & Browsing;
  /** Where changes are remembered; undefined: for as long as the process lives. */
  readonly dataDir?: string | undefined;
  /** What was seen of pages. Default: that of `dataDir`. */
  readonly memory?: PageThread;
  readonly reader?: Pick<Reader, "read">;
  /** Reads what is light. Default: on this thread. */
  readonly read?: typeof readHere;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Persists a page's state for change tracking. Default: before the document is emitted. */
  readonly remember?: (keep$: Observable<void>, document: object) => Observable<void>;
  /** Writes what a model is needed for; absent: that is not made. */
  readonly model?: LanguageModel | undefined;
}

/** What reads pages is large: it is loaded with the first one. */
const readHere = (task: ShownTask, body: Uint8Array): Observable<Shown> =>
  lazyImport(
    () => import("../../reading/read-shown.ts"),
    ({ readShown }) => from(readShown(task, body)),
  );

const READING = readingIn<ShownTask, Shown>(import.meta.url, "../../reading/read-shown", "readShown");

const MAX_RAW_CHARS = 5_000_000;
/** So little text may be a wall's. */
const FEW_CHARS = 1_000;
/** Passages that are told of a page for a question, and their characters together. */
const HIGHLIGHTS = 6;
const MAX_HIGHLIGHT_CHARS = 2_000;

/**
 * A page in the formats that are wanted of it, from one fetch. An answer with an error's status is a page too, if it can be
 * read; a challenge in its place is not. Errors: `bad-query`, `forbidden-target`, those of the connection, `blocked`,
 * `unsupported-type`, `timeout` when the request's time is over, `NOT_SUPPORTED` where no format of it can be made.
 *
 *     http:     --a|
 *     document: ---d|
 */
export function scrape(asked: string, options: ScrapeOptions, deps: ScrapeDeps): Observable<ScrapedDocument> {
  const { now = Date.now } = deps;
  return defer(() => {
    const plan = planOf(options, meansOf(deps));
    const url = parseUrl(withScheme(asked)).href;
    // A browser that asks as from a phone asks for the page itself.
    const fetched$: Observable<Fetched | undefined> = plan.drive?.mobile
      ? of(undefined)
      : fetchedPage(url, options, deps.upstream, now);
    return fetched$.pipe(
      switchMap((fetched) =>
        shownPage(
          {
            url,
            response: fetched?.response,
            drive: plan.drive,
            read: (response, scripting) => readIn(response, { ...shownTask(response, options, plan), scripting }, deps),
            shownOf: (shown) => shown,
            withRaw: rawShown,
          },
          deps.upstream,
        ).pipe(concatMap((read) => documentOf(asked, { ...read, cachedAt: fetched?.cachedAt }, plan, deps))),
      ),
      withDeadline(options.timeout, () => late(url, options.timeout)),
    );
  });
}

const late = (url: string, ms: number): SourceError =>
  new SourceError("timeout", `${url} was not scraped within the ${ms / 1000} s of timeout.`);

/** How an answer is to be read for what is wanted of it; throws where it is not to be read. */
export function shownTask(
  { headers, url }: Pick<HttpResponse, "headers" | "url">,
  options: ScrapeOptions,
  { formats }: Plan,
): ShownTask {
  const { includeTags, excludeTags, onlyMainContent, removeBase64Images } = options;
  const pdf = options.parsers.find(({ type }) => type === "pdf");
  if (!pdf && /^application\/pdf\b/i.test(headers["content-type"] ?? ""))
    throw new SourceError("unsupported-type", `${url} is a PDF, and parsers has no pdf.`);
  const target = includeTags.length > 0 ? includeTags.join(", ") : undefined;
  const remove = excludeTags.length > 0 ? excludeTags.join(", ") : undefined;
  const part = target === undefined && remove === undefined ? undefined : { target, remove };
  const attributes = formatOf(formats, "attributes")?.selectors ?? [];
  return {
    headers,
    url,
    markdown: true,
    pages: { last: pdf?.maxPages },
    raw: asks(formats, "rawHtml") || asks(formats, "html"),
    whole: !onlyMainContent || target !== undefined,
    markup: asks(formats, "html") ? (removeBase64Images ? "plain" : "inlined") : undefined,
    part,
    attributes,
  };
}

/** A reading with other markup as `rawHtml`. */
export const rawShown = ({ rawTooLong: _, ...shown }: Shown, raw: string | undefined): Shown => ({
  ...shown,
  ...(raw !== undefined && (raw.length > MAX_RAW_CHARS ? { rawTooLong: true } : { raw })),
});

/** Reads a body: what is heavy, or meets a user's selector, elsewhere. */
export function readIn(
  { url, body }: Pick<HttpResponse, "url" | "body">,
  task: ShownTask,
  { reader = sharedReader(), read = readHere }: Pick<ScrapeDeps, "reader" | "read">,
): Observable<Shown> {
  const elsewhere = task.part !== undefined || task.attributes.length > 0 || shouldOffloadPage(body);
  return elsewhere ? reader.read(READING, task, { url, pieces: [body] }) : read(task, body);
}

/** What was read of a page; throws where that is none. */
function pageIn(response: HttpResponse, { extraction }: Shown): Extraction {
  const page = extraction.ok ? extraction.page : undefined;
  const text = page?.text ?? "";
  const few = text.length < FEW_CHARS && (extraction.ok || extraction.failure.code === "empty");
  const wall = few ? wallBefore(response, text) : undefined;
  if (wall) throw wall;
  if (extraction.ok || extraction.failure.code === "empty") return extraction;
  // What says that there is no page need not be one that can be read.
  const refusal = pageRefusalOf(response);
  if (refusal) throw refusal;
  throw new SourceError(extraction.failure.code, extraction.failure.error);
}

/** The document that a page which was read comes to; throws where a wall stands in its place. */
export function documentOf(
  asked: string,
  { response, cachedAt, shown, brought, warnings: more }: Read<Shown> & Pick<Fetched, "cachedAt">,
  { formats, warnings }: Plan,
  deps: Omit<ScrapeDeps, "upstream"> & { readonly upstream: Pick<Upstream, "httpStream"> },
): Observable<ScrapedDocument> {
  const { dataDir, reader = sharedReader(), now = Date.now, memory, remember = rememberNow } = deps;
  const extraction = pageIn(response, shown);
  const { page } = extraction;
  const markdown = extraction.ok ? (extraction.page.markdown ?? extraction.page.text) : "";
  const said = [
    ...warnings,
    ...more,
    ...(extraction.ok ? (extraction.page.warnings ?? []) : [extraction.failure.error]),
    ...(shown.rawTooLong && asks(formats, "rawHtml")
      ? ["rawHtml was left out: the page is longer than 5,000,000 characters."]
      : []),
  ];
  const query = quotationOf(formats);
  const highlights = query === undefined ? undefined : chunksOf(query, markdown, HIGHLIGHTS);
  const base: ScrapedDocument = {
    ...readFormats(formats, page && { ...page, ...(!extraction.ok && { text: "", markdown: "", html: "" }) }, shown),
    ...brought,
    ...(query !== undefined && { highlights: (highlights ?? "").slice(0, MAX_HIGHLIGHT_CHARS) }),
    metadata: metadataOf(asked, response, page, cachedAt),
  };
  const tracks = formatOf(formats, "changeTracking");
  const sight = { url: response.url, status: response.status, markdown };
  const tracking$: Observable<Tracking | undefined> = tracks
    ? tracked(sight, tracks, { dataDir, reader, now, memory })
    : of(undefined);
  return tracking$.pipe(
    concatMap((tracking) =>
      byModel(markdown, formats, tracking, { ...deps, reader }).pipe(
        concatMap(({ made, warnings: byModels }) => {
          const warning = [...said, ...byModels].join(" ");
          const document: ScrapedDocument = {
            ...base,
            ...(tracking && { changeTracking: tracking.tracked }),
            ...made,
            ...(warning && { warning }),
          };
          return tracking ? remember(tracking.keep$, document).pipe(map(() => document)) : of(document);
        }),
      ),
    ),
  );
}

export const rememberNow: NonNullable<ScrapeDeps["remember"]> = (keep$) => keep$;

/** What the page's own passages are to answer. */
function quotationOf(formats: Plan["formats"]): string | undefined {
  const quoted = formats.find(({ type }) => type === "highlights" || type === "query");
  if (quoted?.type === "highlights") return quoted.query;
  return quoted?.type === "query" && quoted.mode === "directQuote" ? quoted.prompt : undefined;
}
