import type { FastifyReply, FastifyRequest } from "fastify";
import { catchError, concatMap, forkJoin, from, map, mergeMap, type Observable, of, reduce } from "rxjs";
import { checked, type SourceError, toSourceError } from "../../../errors.ts";
import type { SourceOutcome, StreamEvent } from "../../../events.ts";
import { contentSearchOperation } from "../../../operations/content-search.ts";
import { asked, ran } from "../../../operations/define.ts";
import { sourcesOf } from "../../../operations/names.ts";
import type { Scope } from "../../../operations/scope.ts";
import { searchOperation } from "../../../operations/search.ts";
import type { ContentSearchRequest } from "../../../pipelines/content-search/request.ts";
import { SPARE_MS } from "../../../pipelines/deadlines.ts";
import { oneShot } from "../../../pipelines/one-shot.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import type { ScrapeOptions } from "../../../pipelines/scrape/options.ts";
import type { SearchResult } from "../../../pipelines/search/search.ts";
import { pathName } from "../../../sources/by-name.ts";
import { readySources } from "../../../sources/ready.ts";
import type { AppContext } from "../../app-context.ts";
import { scopeFor } from "../../scope.ts";
import { answer, documentsOf, type Serving } from "./face.ts";
import {
  type Category,
  categoryOf,
  KINDS,
  type Kind,
  ResultOptions,
  SearchBody,
  sitesOf,
  spanOf,
} from "./search-body.ts";
import type { Version } from "./version.ts";

/** Pages of results read at once. */
const AT_ONCE = 5;
/** Of the time of a search that reads its results, so much is for finding them. */
const FINDING_SHARE = 0.5;
const PASSAGES = 3;
/** Sources of pictures that one search asks. */
const MOST_PICTURES = 3;

type Item = Readonly<Record<string, unknown>> & { readonly url?: string | undefined };

/** What was found of one kind, and what there is to say of it. */
interface Found {
  readonly kind: Kind;
  readonly items: readonly Item[];
  readonly warnings: readonly string[];
  /** Nothing was found, for every engine failed. */
  readonly failure?: SourceError;
}

interface Searching {
  readonly body: SearchBody;
  readonly version: Version;
  readonly face: AppContext;
  readonly scope: Scope;
  readonly options: ScrapeOptions;
}

/** Answers `POST /search`. */
export function searched(
  { face, replying }: Serving,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = checked(SearchBody, request.body);
  const options = checked(ResultOptions, body.scrapeOptions);
  const { scope, watched } = scopeFor(face, request);
  const searching = { body, version, face, scope, options };
  const begin = performance.now();
  const kinds = KINDS.filter((kind) => body.sources.includes(kind));
  const answer$: Observable<StreamEvent> = forkJoin(kinds.map((kind) => foundOf(kind, searching))).pipe(
    concatMap((all) => {
      const [first] = all;
      if (first?.failure && all.every(({ failure }) => failure !== undefined))
        throw new ScrapeError("unreachable", 500, "SEARCH_FAILED", first.failure.message, first.failure);
      const leftMs = body.timeout - (performance.now() - begin);
      return forkJoin(all.map((found) => scrapedResults(found, searching, leftMs)));
    }),
    map((all) => {
      const data =
        version === "v1"
          ? (all.find(({ kind }) => kind === "web")?.items ?? [])
          : Object.fromEntries(all.map(({ kind, items }) => [kind, items]));
      const warning = [...unkept(body), ...all.flatMap(({ warnings }) => warnings)].join(" ");
      return answer({
        success: true,
        data,
        ...(warning && { warning }),
        id: request.id,
        creditsUsed: all.reduce((sum, { items }) => sum + items.length, 0),
      });
    }),
  );
  return replying.events(answer$, request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: body.timeout + SPARE_MS,
  });
}

function unkept({ sources, categories, location, tbs }: SearchBody): readonly string[] {
  const { warning } = spanOf(tbs);
  return [
    ...(warning ? [warning] : []),
    ...(sources.includes("alexandria") ? ["sources: alexandria is not offered."] : []),
    ...(categories.includes("developer") ? ["categories: developer is not offered."] : []),
    ...(location ? ["location was ignored: country chooses the region."] : []),
  ];
}

const limitOf = ({ body, version }: Searching): number => body.limit ?? (version === "v1" ? 5 : 10);

const code = (written: string | undefined): string | undefined => {
  const two = written?.slice(0, 2).toLowerCase();
  return two && /^[a-z]{2}$/.test(two) ? two : undefined;
};

function foundOf(kind: Kind, searching: Searching): Observable<Found> {
  const finding$ = kind === "images" ? picturesOf(searching) : pagesOf(kind, searching);
  return finding$.pipe(
    catchError((thrown: unknown) => {
      const failure = toSourceError(thrown);
      return of<Found>({ kind, items: [], warnings: [`${kind}: ${failure.message}`], failure });
    }),
  );
}

const failures = (sources: readonly SourceOutcome[]): readonly string[] =>
  sources
    .filter(({ status }) => status !== "ok" && status !== "empty")
    .map(({ id, error, status }) => `${id}: ${error ?? status}`);

const wantsDocuments = ({ options }: Searching): boolean => options.formats.length > 0;

const findingMs = (searching: Searching): number =>
  searching.body.timeout * (wantsDocuments(searching) ? FINDING_SHARE : 1);

function pagesOf(kind: "web" | "news", searching: Searching): Observable<Found> {
  const { body, scope } = searching;
  const categories = kind === "web" ? body.categories.filter((one): one is Category => one !== "developer") : [];
  const { timeRange, from: since, until } = spanOf(body.tbs);
  const only = categories.length === 1 && categories[0] === "pdf";
  const reads = body.highlights && !wantsDocuments(searching);
  const limit = limitOf(searching);
  const order: ContentSearchRequest = {
    query: only ? `${body.query} filetype:pdf` : body.query,
    // What is of none of the categories is left out afterwards.
    limit: categories.length > 0 ? limit * 3 : limit,
    depth: "basic",
    topic: kind === "news" ? "news" : "general",
    timeRange,
    from: since,
    until,
    language: code(body.lang),
    region: code(body.country),
    includeDomains: body.includeDomains.length > 0 ? body.includeDomains : sitesOf(categories),
    domainsMode: "restrict",
    excludeDomains: body.excludeDomains,
    exactMatch: false,
    chunks: reads && kind === "web" ? PASSAGES : undefined,
    images: false,
    ...(kind === "news" && { engines: [] }),
    pagesMs: Math.min(10_000, findingMs(searching) / 3),
  };
  return oneShot(asked(contentSearchOperation, { ...order }, { ...scope, timeoutMs: findingMs(searching) })).pipe(
    map(({ results, sources, warnings }): Found => {
      const fitting = results
        .map((result) => ({ ...result, category: categoryOf(result.url, categories) }))
        .filter(({ category }) => categories.length === 0 || category !== undefined)
        .slice(0, limit);
      const items = fitting.map(({ title, url, content, published_date, category }, at): Item => {
        const position = at + 1;
        return kind === "news"
          ? { title, url, snippet: content, ...(published_date && { date: published_date }), position }
          : { url, title, description: content, position, ...(category && { category }) };
      });
      return { kind, items, warnings: [...warnings, ...failures(sources)] };
    }),
  );
}

function picturesOf(searching: Searching): Observable<Found> {
  const { body, scope } = searching;
  const { catalogue, env, config } = scope;
  const among = readySources(sourcesOf(catalogue, "images"), env).slice(0, MOST_PICTURES).map(pathName);
  const order = { query: body.query, among, pagecount: 1, max_results: limitOf(searching) };
  const SEARCH_DEADLINE_MS = Math.min(findingMs(searching), config.SEARCH_DEADLINE_MS);
  const within = { ...scope, whole: true, streamed: true, config: { ...config, SEARCH_DEADLINE_MS } };
  return oneShot(ran(searchOperation, order, within)).pipe(
    map(({ items, sources }): Found => {
      const shown = items.flatMap((item) => pictureOf(item)).map((item, at) => ({ ...item, position: at + 1 }));
      return { kind: "images", items: shown, warnings: failures(sources) };
    }),
  );
}

/** A picture with where it stands. */
function pictureOf({
  title,
  url,
  image,
  thumbnail,
  width,
  height,
}: SearchResult & Readonly<Record<string, unknown>>): Item[] {
  const imageUrl = typeof image === "string" ? image : thumbnail;
  if (typeof imageUrl !== "string") return [];
  return [
    {
      title,
      imageUrl,
      ...(typeof width === "number" && { imageWidth: width }),
      ...(typeof height === "number" && { imageHeight: height }),
      ...(typeof url === "string" && { url }),
    },
  ];
}

/** The results with their pages, where any format of those is wanted. */
function scrapedResults(found: Found, searching: Searching, leftMs: number): Observable<Found> {
  const { options, body, face, scope } = searching;
  if (found.kind === "images" || !wantsDocuments(searching) || found.items.length === 0) return of(found);
  const scraping = documentsOf(face, scope.env.upstream);
  const inTime = { ...options, timeout: Math.max(1_000, Math.min(options.timeout, leftMs)) };
  return from(found.items.entries()).pipe(
    mergeMap(
      ([at, item]) =>
        scraping(item.url ?? "", inTime).pipe(
          map((document): readonly [number, Item | undefined] => [at, { ...item, ...document }]),
          catchError((thrown: unknown) => {
            const { message: error } = toSourceError(thrown);
            const metadata = { sourceURL: item.url, error };
            return of([at, body.ignoreInvalidURLs ? undefined : { ...item, metadata }] as const);
          }),
        ),
      AT_ONCE,
    ),
    reduce((all: ReadonlyMap<number, Item | undefined>, [at, item]) => new Map(all).set(at, item), new Map()),
    map((done) => ({ ...found, items: found.items.flatMap((_, at) => done.get(at) ?? []) })),
  );
}
