import { concatMap, defer, filter, forkJoin, last, map, merge, type Observable, of } from "rxjs";
import type { StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";
import { OPERATION_MS, sharesOf } from "../deadlines.ts";
import type { ExtractResponse, FailedResult } from "../extract.ts";
import { foundText, quotesFor } from "../research/answer.ts";
import { bestPassages } from "../research/best-passages.ts";
import { passagesOf } from "../research/passages.ts";
import { type Draft, drafts } from "../research/writing.ts";
import { type SearchResponse, search } from "../search/search.ts";
import { type Candidate, choose, fits } from "./choosing.ts";
import { askingOf } from "./engines.ts";
import { allImages, type PictureStep, type Pictures, pictures } from "./images.ts";
import { readPages } from "./pages.ts";
import type { ContentResult, ContentSearchDeps, ContentSearchRequest, ContentSearchResponse } from "./request.ts";
import { type PagesByUrl, pagesByUrl, resultOf } from "./results.ts";

type ContentEvent = StreamEvent<ContentSearchResponse>;

/** Everything but the answer, and what the searches came to. */
type Step =
  | Extract<ContentEvent, { event: "source" | "result" }>
  | { readonly event: "found"; readonly data: SearchResponse }
  | Extract<PictureStep, { event: "pictures" }>;

const PAGES_MS = 10_000;
/** The language model may write so long; then the sources' own sentences answer. */
const MODEL_MS = 20_000;

const ANSWER_OF = {
  basic: { statements: 3, words: 60 },
  advanced: { statements: 5, words: 90 },
};
/** Passages that an answer may be written from, of one result at most. */
const EVIDENCE = { count: 16, perResult: 3 };

/**
 * A web search with what an agent reads of it: the engines' results, filtered; where asked for, their pages' passages or
 * whole text, images, and an answer.
 *
 *     search:  --r--r--|
 *     pages:           --p-p|
 *     answer:               -a|
 *     events:  --r--r----p-p-a(done|)
 *
 * Events: `source`, `result` (those that fit the filters), `page`, `answer`, `done`. A page that cannot be read is told in
 * `failed_results`, and its result stands with its snippet. Fails only when every engine failed. Unsubscribing cancels all.
 */
export function contentSearch(request: ContentSearchRequest, deps: ContentSearchDeps): Observable<ContentEvent> {
  const { now = () => performance.now() } = deps;
  return defer(() => {
    const begin = now();
    const shares = sharesOf(deps.timeMs ?? OPERATION_MS, now);
    const deadlineMs = Math.min(deps.deadlineMs ?? shares.searchMs, shares.searchMs);
    return searches(request, { ...deps, now, deadlineMs }).pipe(
      fork((steps$) => merge(steps$.pipe(filter(isPublic)), found(steps$).pipe(concatMap(contents)))),
    );

    function contents([search, { images, outcomes }]: readonly [SearchResponse, Pictures]): Observable<ContentEvent> {
      const { results: candidates, warnings } = choose(search.items, request);
      return reading(candidates, request, deps, shares.readMs()).pipe(
        concatMap((event): Observable<ContentEvent> => {
          if (event.event === "page") return of(withoutUnasked(event, request));
          if (event.event !== "done") return of(event);
          const pages = pagesByUrl(event.data.results);
          const results = candidates.map((one) => resultOf(one, pages, request));
          const finish = (draft?: Draft): ContentEvent => ({
            event: "done",
            data: {
              query: request.query,
              ...(draft && { answer: draft.text }),
              results,
              images: request.images ? allImages(images, event.data.results) : [],
              failed_results: event.data.failed_results.map((failure) => asResult(failure, candidates)),
              sources: [...search.sources, ...outcomes],
              warnings: [...warnings, ...(draft?.warnings ?? [])],
              time_ms: Math.round(now() - begin),
            },
          });
          return request.answer === undefined ? of(finish()) : answered(results, pages, finish);
        }),
      );
    }

    function answered(
      results: readonly ContentResult[],
      pages: PagesByUrl,
      finish: (draft: Draft) => ContentEvent,
    ): Observable<ContentEvent> {
      const found = results.map((result, index) => foundText(index + 1, result, pages.textOf(result.url)));
      const passages = found.flatMap(({ n, text, from }) => passagesOf(n, text, from));
      const evidence = bestPassages(request.query, passages, (n) => results[n - 1]?.score ?? 0, EVIDENCE);
      const quotes = quotesFor(request.query, found, ANSWER_OF[request.answer ?? "basic"]);
      return drafts(
        { query: request.query, results, passages: evidence, quotes },
        {
          upstream: deps.upstream,
          model: deps.model && { ...deps.model, timeoutMs: Math.min(deps.model.timeoutMs, MODEL_MS, shares.writeMs()) },
          onFailure: deps.onFailure,
        },
      ).pipe(
        fork((texts$) =>
          merge(
            texts$.pipe(map(({ text }): ContentEvent => ({ event: "answer", data: { text } }))),
            texts$.pipe(last(), map(finish)),
          ),
        ),
      );
    }
  });
}

type Clocked = ContentSearchDeps & { readonly now: () => number };

/** The searches of pages and of images, side by side. */
function searches(request: ContentSearchRequest, deps: Clocked): Observable<Step> {
  const { now, onFailure, pictures: sources } = deps;
  const { ask, engines, deadlineMs, enough, settledResults } = askingOf(request, deps);
  const run = { deadlineMs, now, onFailure };
  const pages$ = search({ ...ask, enough, settledResults }, { engines, ...run }).pipe(
    concatMap((event): Step[] => {
      if (event.event === "done") return [{ event: "found", data: event.data }];
      if (event.event === "result") return fits(event.data.item, request) ? [event] : [];
      return event.event === "source" ? [event] : [];
    }),
  );
  return merge(pages$, pictures(request.query, request.images ? sources : [], run));
}

const isPublic = (step: Step): step is Extract<ContentEvent, { event: "source" | "result" }> =>
  step.event === "source" || step.event === "result";

const found = (steps$: Observable<Step>): Observable<readonly [SearchResponse, Pictures]> =>
  forkJoin([
    steps$.pipe(concatMap((step) => (step.event === "found" ? [step.data] : []))),
    steps$.pipe(concatMap((step) => (step.event === "pictures" ? [step.data] : []))),
  ]);

const NOTHING_READ: StreamEvent<ExtractResponse> = {
  event: "done",
  data: { results: [], failed_results: [], response_time: "0.00" },
};

/** Reads the results' pages, where anything of them was asked for. */
function reading(
  candidates: readonly Candidate[],
  { chunks, rawContent, images, render, pagesMs = PAGES_MS }: ContentSearchRequest,
  deps: ContentSearchDeps,
  leftMs: number,
): Observable<StreamEvent<ExtractResponse>> {
  const wanted = chunks !== undefined || rawContent !== undefined || images;
  if (!wanted || candidates.length === 0) return of(NOTHING_READ);
  return readPages(
    {
      urls: candidates.map(({ url }) => url),
      includeImages: images,
      includeRawContent: chunks !== undefined || rawContent !== undefined,
      format: rawContent ?? "text",
      render,
    },
    {
      upstream: deps.upstream,
      withinMs: Math.min(pagesMs, leftMs),
      extract: deps.extract,
      ...(deps.now && { now: deps.now }),
      ...(deps.onFailure && { onFailure: deps.onFailure }),
    },
  );
}

/** A page's event without its whole text, where only passages of it were asked for. */
function withoutUnasked(
  event: Extract<StreamEvent<never>, { event: "page" }>,
  { rawContent }: ContentSearchRequest,
): ContentEvent {
  if (rawContent !== undefined) return event;
  const { raw_content: _, ...data } = event.data;
  return { event: "page", data };
}

/** A failure under the address as the results have it. */
const asResult = (failure: FailedResult, candidates: readonly Candidate[]): FailedResult => {
  const result = candidates.find(({ url }) => url === failure.url || URL.parse(url)?.href === failure.url);
  return result ? { ...failure, url: result.url } : failure;
};
