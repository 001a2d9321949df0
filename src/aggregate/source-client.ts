import type { Observable } from "rxjs";
import type { ExtractedResult } from "../pipelines/extract.ts";
import type { Item, ItemOf, TypedSource } from "../sources/source.ts";
import type { HttpHead, HttpResponse } from "../upstream/types.ts";
import type { RequestOptions } from "./request-options.ts";
import type { SerpRequest, SerpResult } from "./serp.ts";
import type { Gathered } from "./settled-result.ts";

/** How a page is read. */
export interface Extracting {
  readonly format?: "text" | "markdown";
  readonly images?: boolean;
}

/**
 * The door to the sources for one run of an analysis. Everything it gives is cold: asked when subscribed, cancelled down to
 * the socket when nobody listens any more. The same question (source, `q`, pages, options) is asked once a run, however many
 * subscribe and whenever they do; what it came to is counted in the answer's `sources`.
 *
 * A stream of it fails with the source's own `SourceError`, or with `LeftOut` where `sources=` does not name the source. Both
 * make a `section` absent that does not do without it.
 */
export interface SourceClient<Id extends string> {
  /**
   * A source's items as they come, in the type of the source:
   * `ask.items<typeof opengraph>("opengraph", url)` with `import type { opengraph } from "../../sources/page/opengraph/index.ts"`.
   */
  items<S extends TypedSource<string, unknown> = TypedSource<string, Item>>(
    id: S["id"] & Id,
    q: string,
    how?: RequestOptions,
  ): Observable<ItemOf<S>>;
  /** The same whole, as one value that says whether it was answered; it never fails. */
  answer<S extends TypedSource<string, unknown> = TypedSource<string, Item>>(
    id: S["id"] & Id,
    q: string,
    how?: RequestOptions,
  ): Observable<Gathered<ItemOf<S>>>;
  /** Whether the request lets a source be asked. */
  has(id: Id): boolean;
  /**
   * Another stream where the first failed, found nothing or may not be asked. Once it has begun to answer, the first one's failure
   * is none of the answer's. Where both fail, the failure is the first one's.
   *
   *     primary$:  --#            primary$:  --a--|
   *     fallback$:   --b|
   *     out:       ----b|         out:       --a--|
   */
  withFallback<T>(primary$: Observable<T>, fallback$: Observable<T>): Observable<T>;
  /** The engines' results through the search pipeline: deduplicated, scored, ranked; see `serp.ts`. Needs `...ENGINES` among the sources. */
  serp(request: SerpRequest): Observable<readonly SerpResult[]>;
  /** A page of the user's choice or of the results, fetched once a run for this and all page parsers. Counted nowhere by itself. */
  page(url: string): Observable<HttpResponse>;
  /** What a HEAD of an address answers, whatever its status; once a run, through the guard. Counted nowhere by itself. */
  head(url: string): Observable<HttpHead>;
  /** A page's main text and what it says of itself, from that same fetched page. Counted as `extract`. */
  extract(url: string, how?: Extracting): Observable<ExtractedResult>;
}
