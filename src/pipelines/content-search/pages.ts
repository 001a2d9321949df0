import { catchError, concat, defer, from, map, mergeMap, type Observable, of, tap } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import {
  type ExtractDeps,
  type ExtractedResult,
  type ExtractRequest,
  type ExtractResponse,
  extract,
  type FailedResult,
} from "../extract.ts";
import { oneShot } from "../one-shot.ts";

/** Reads pages. */
export type Extracting = (request: ExtractRequest) => Observable<StreamEvent<ExtractResponse>>;

export interface ReadingDeps extends ExtractDeps {
  /** Milliseconds for all pages together. */
  readonly withinMs: number;
  /** Default: `extract`. */
  readonly extract?: Extracting | undefined;
}

type PageRead = ExtractedResult | FailedResult;

const CONCURRENCY = 5;

/**
 * Reads pages, five at a time, within a time for all: `page` as each is done, then `done`. Never fails: a page that may
 * not be reached, or is not done in time, is told in `failed_results`, be it the only one. Unsubscribing aborts the pages
 * under way.
 *
 *     a:         ----a|
 *     b:         --------b|
 *     within(6): ----A-(B'done|)      B': timeout
 */
export function readPages(request: ExtractRequest, deps: ReadingDeps): Observable<StreamEvent<ExtractResponse>> {
  const { withinMs, now = () => performance.now(), extract: read = (asked) => extract(asked, deps) } = deps;
  const { urls } = request;
  return defer(() => {
    const begin = now();
    const done = new Map<number, PageRead>();
    const late = (): SourceError =>
      new SourceError("timeout", `The page was not read within ${withinMs / 1000} s, the time for all pages.`);

    const page = (url: string): Observable<PageRead> =>
      defer(() => {
        const left = withinMs - (now() - begin);
        if (left <= 0) throw late();
        return oneShot(read({ ...request, urls: [url] })).pipe(map(onlyPage), withDeadline(left, late));
      }).pipe(
        catchError((thrown: unknown) => {
          const error = toSourceError(thrown);
          if (error.kind === "internal") deps.onFailure?.(url, error);
          return of<FailedResult>({ url, error: error.message, code: error.kind });
        }),
      );

    const pages$ = from(urls.entries()).pipe(
      mergeMap(([index, url]) => page(url).pipe(tap((result) => done.set(index, result))), CONCURRENCY),
      map((result): StreamEvent<ExtractResponse> => ({ event: "page", data: { ...result } })),
    );
    const done$ = defer(() => {
      const all = [...done].toSorted(([a], [b]) => a - b).map(([, result]) => result);
      const data: ExtractResponse = {
        results: all.filter((result): result is ExtractedResult => !isFailed(result)),
        failed_results: all.filter(isFailed),
        response_time: ((now() - begin) / 1000).toFixed(2),
      };
      return of<StreamEvent<ExtractResponse>>({ event: "done", data });
    });
    return concat(pages$, done$);
  });
}

const isFailed = (result: PageRead): result is FailedResult => "error" in result;

function onlyPage({ results, failed_results }: ExtractResponse): PageRead {
  const page = results[0] ?? failed_results[0];
  if (!page) throw new TypeError("An extraction ends with a result or a failure for its page.");
  return page;
}
