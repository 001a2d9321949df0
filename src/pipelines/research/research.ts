import { catchError, concatMap, defer, last, map, merge, type Observable, of, reduce } from "rxjs";
import { type SourceError, toSourceError } from "../../errors.ts";
import type { RankedResult, StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";
import { takeUntilDeadline } from "../../operators/takeUntilDeadline.ts";
import type { Upstream } from "../../upstream/types.ts";
import { OPERATION_MS, sharesOf } from "../deadlines.ts";
import { type ExtractRequest, type ExtractResponse, extract } from "../extract.ts";
import { limitedRendering } from "../rendering/limited.ts";
import type { Engine } from "../search/engine.ts";
import type { RunOptions } from "../search/steps.ts";
import { type FoundText, foundText, type Quote, quotesFor } from "./answer.ts";
import { bestPassages } from "./best-passages.ts";
import { type Gathered, gather } from "./gather.ts";
import type { LanguageModel } from "./language-model.ts";
import { type Passage, passagesOf } from "./passages.ts";
import { planOf } from "./plan.ts";
import type { ResearchRequest, ResearchResponse, ResearchResult } from "./request.ts";
import { type Draft, drafts } from "./writing.ts";

export interface ResearchDeps extends Partial<RunOptions> {
  /** Every engine that is ready, in the order in which the answer reports them. */
  readonly engines: readonly Engine[];
  /** Suggestion sources that are ready; `pro` asks the first three for variants of the query. */
  readonly suggesters?: readonly Engine[];
  readonly upstream: Pick<Upstream, "http" | "httpStream"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Writes the answer; absent: it is made of the sources' own sentences. */
  readonly model?: LanguageModel | undefined;
  /** Reads pages. */
  readonly extract?: (request: ExtractRequest) => Observable<StreamEvent<ExtractResponse>>;
  readonly noCache?: boolean;
  /** Results are shown as they come: every engine is waited for. */
  readonly streamed?: boolean;
  /** Milliseconds after which the answer is made of what there is; default: `OPERATION_MS`, and the model's own time. */
  readonly timeMs?: number | undefined;
  /** Told of the results that `[n]` names, before the answer is written; the pages' passages and dates come with `done`. */
  readonly onResults?: ((results: readonly ResearchResult[]) => void) | undefined;
}

type ResearchEvent = StreamEvent<ResearchResponse>;

/** Pages that are read at most, and of one host. */
const MAX_PAGES = { mini: 2, pro: 8 };
const MAX_PAGES_A_HOST = 2;
/** Pages that one order has a browser render. */
const MOST_RENDERED = 5;
/** Milliseconds in which they are read, and in which the first of them may come; what is not there is answered from snippets. */
const READ_MS = { mini: { all: 1500, first: 4000 }, pro: { all: 60_000, first: 60_000 } };

/** Passages that an answer may be written from, of one result at most. */
const EVIDENCE = { count: 16, perResult: 4 };
const ANSWER_OF = {
  mini: { statements: 3, words: 60 },
  pro: { statements: 5, words: 90 },
};

/** Between two passages of one page. */
const GAP = " [...] ";

/**
 * Researches a topic: searches, and answers from what was found, each statement with `[n]` for `results[n - 1]`.
 *
 * - `mini` asks a few fast engines, reads the two best pages within a second and a half (where neither is there by then,
 *   the first within four), and answers from them and the other results' snippets.
 * - `pro` asks every engine, then for up to three variants of the query; reads up to eight of the best pages; ranks
 *   their passages by BM25 and maximal marginal relevance; answers from the best.
 *
 * The answer is made of the sources' own sentences, or written from the same passages by `model`. Without a source it
 * says so. Events: `source`, `result`, `page` (a page that was read, with the number of passages taken from it, or why it could
 * not be), `answer` (the text so far), `done`.
 *
 *     searches: --r--r--|
 *     pages:            --p--|
 *     answer:                -a-a|
 *     events:   --r--r----p---a-a(done|)
 *
 * Fails only when every engine failed, or with `unknown-source` where `sources` names none. Unsubscribing cancels
 * searches, pages and the model.
 */
export function research(request: ResearchRequest, deps: ResearchDeps): Observable<ResearchEvent> {
  const { now = () => performance.now() } = deps;
  return defer(() => {
    const begin = now();
    const shares = sharesOf(deps.timeMs ?? OPERATION_MS + (deps.model?.timeoutMs ?? 0), now);
    return gather(planOf(request, { ...deps, now }, shares)).pipe(
      concatMap((event): Observable<ResearchEvent> => {
        if (event.event !== "gathered") return of(event);
        const found = event.data;
        const results = resultsOf(found.ranking, request.max_results);
        deps.onResults?.(results);
        return passagesFrom(results, request, deps, shares.readMs()).pipe(
          concatMap((step) => (isEvidence(step) ? answered(step) : of(step))),
        );

        function answered({ found: texts, passages, dates, warnings }: EvidenceStep): Observable<ResearchEvent> {
          const evidence = bestPassages(request.query, passages, (n) => results[n - 1]?.score ?? 0, EVIDENCE);
          const quotes = quotesFor(request.query, texts, ANSWER_OF[request.model]);
          const model = deps.model && { ...deps.model, timeoutMs: Math.min(deps.model.timeoutMs, shares.writeMs()) };
          const drafts$ = drafts({ query: request.query, results, passages: evidence, quotes }, { ...deps, model });
          return drafts$.pipe(
            fork((texts$) =>
              merge(
                texts$.pipe(map(({ text }): ResearchEvent => ({ event: "answer", data: { text } }))),
                texts$.pipe(
                  last(),
                  map((draft): ResearchEvent => {
                    const shown = results.map((result, index) =>
                      withPassages(result, index + 1, evidence, quotes, dates),
                    );
                    const said = [...found.warnings, ...warnings, ...draft.warnings];
                    return { event: "done", data: response(draft, shown, found, said) };
                  }),
                ),
              ),
            ),
          );
        }
      }),
    );

    function response(
      { text: answer, why }: Draft,
      results: readonly ResearchResult[],
      found: Gathered,
      warnings: readonly string[],
    ): ResearchResponse {
      return {
        query: request.query,
        answer,
        answered: why === undefined,
        ...(why !== undefined && { why }),
        results,
        usage: { searches: found.searches, results_total: found.ranking.length },
        response_time: ((now() - begin) / 1000).toFixed(2),
        sources: found.outcomes,
        ...(warnings.length > 0 && { warnings }),
      };
    }
  });
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;

const resultsOf = (ranking: readonly RankedResult[], max: number): readonly ResearchResult[] =>
  ranking.slice(0, max).flatMap(({ score, item }) => {
    const [title, url, content] = [text(item["title"]), text(item["url"]), text(item["snippet"])];
    const [source, published] = [text(item["source"]), text(item["publishedAt"])];
    if (url === undefined || source === undefined) return [];
    return [
      {
        ...(title !== undefined && { title }),
        url,
        ...(content !== undefined && { content }),
        score,
        source,
        ...(published !== undefined && { published_date: published }),
      },
    ];
  });

/** What the answer is to be made from. */
interface EvidenceStep {
  readonly event: "evidence";
  /** In the results' order. */
  readonly found: readonly FoundText[];
  readonly passages: readonly Passage[];
  /** What pages say of their date, by their result's place. */
  readonly dates: ReadonlyMap<number, string>;
  readonly warnings: readonly string[];
}

const isEvidence = (step: ResearchEvent | EvidenceStep): step is EvidenceStep => step.event === "evidence";

/** The passages of pages read, and the snippets of the other results. */
function passagesFrom(
  results: readonly ResearchResult[],
  { model }: ResearchRequest,
  deps: ResearchDeps,
  leftMs: number,
): Observable<ResearchEvent | EvidenceStep> {
  if (results.length === 0) return of(evidenceOf(results, [], model));
  const [all, first] = [Math.min(READ_MS[model].all, leftMs), Math.min(READ_MS[model].first, leftMs)];
  return reading(results, MAX_PAGES[model], deps).pipe(
    takeUntilDeadline(all, first, ({ text }) => text !== undefined),
    fork((pages$) =>
      merge(
        pages$.pipe(map((page): ResearchEvent => ({ event: "page", data: page.shown }))),
        pages$.pipe(
          reduce((all: readonly PageRead[], page) => [...all, page], []),
          map((pages) => evidenceOf(results, pages, model)),
        ),
      ),
    ),
  );
}

function evidenceOf(
  results: readonly ResearchResult[],
  pages: readonly PageRead[],
  model: ResearchRequest["model"],
): EvidenceStep {
  const read = new Map(pages.map((page) => [page.n, page]));
  const found = results.map((result, index) => foundText(index + 1, result, read.get(index + 1)?.text));
  const passages = found.flatMap(({ n, text, from }) => passagesOf(n, text, from));
  const failed = pages.filter(({ text }) => !text).length;
  const warnings =
    model === "pro" && pages.length > 0 && failed === pages.length
      ? ["None of the best pages could be read; the answer is from snippets."]
      : [];
  const dates = new Map(pages.flatMap(({ n, date }) => (date === undefined ? [] : [[n, date] as const])));
  return { event: "evidence", found, passages, dates, warnings };
}

/** One of the best pages, read or not. */
interface PageRead {
  /** Its result's place, 1-based. */
  readonly n: number;
  readonly text?: string | undefined;
  readonly date?: string | undefined;
  /** As the event tells of it. */
  readonly shown: Readonly<Record<string, unknown>>;
}

/** Reads the best pages, no more than two of one host, each as it arrives. */
function reading(results: readonly ResearchResult[], count: number, deps: ResearchDeps): Observable<PageRead> {
  const { http } = deps.upstream;
  const upstream = { http, ...limitedRendering(deps.upstream, MOST_RENDERED, "The research") };
  const { extract: pagesOf = (request) => extract(request, { upstream, ...reporting(deps) }) } = deps;
  const places = new Map(bestPages(results, count).map(({ url, n }) => [url, n]));
  const request: ExtractRequest = {
    urls: [...places.keys()],
    includeImages: false,
    includeRawContent: true,
    format: "text",
  };
  return pagesOf(request).pipe(
    // A single page that may not be reached fails its extraction; research goes on from the snippets.
    catchError((thrown: unknown) => {
      const { kind, message } = toSourceError(thrown);
      return of<StreamEvent<ExtractResponse>>({
        event: "page",
        data: { url: request.urls[0], error: message, code: kind },
      });
    }),
    concatMap((event) => (event.event === "page" ? pageRead(event.data, places) : [])),
  );
}

const reporting = ({ onFailure, now }: ResearchDeps) => ({
  ...(now && { now }),
  ...(onFailure && { onFailure: (url: string, error: SourceError) => onFailure(url, error) }),
});

function bestPages(
  results: readonly ResearchResult[],
  count: number,
): readonly { readonly url: string; readonly n: number }[] {
  const perHost = new Map<string, number>();
  return results
    .map(({ url }, index) => ({ url: URL.parse(url), n: index + 1 }))
    .flatMap(({ url, n }) => {
      if (!url) return [];
      const before = perHost.get(url.host) ?? 0;
      perHost.set(url.host, before + 1);
      return before < MAX_PAGES_A_HOST ? [{ url: url.href, n }] : [];
    })
    .slice(0, count);
}

function pageRead(data: Readonly<Record<string, unknown>>, places: ReadonlyMap<string, number>): readonly PageRead[] {
  const { url, title, raw_content, published_date, error, code } = data;
  const n = typeof url === "string" ? places.get(url) : undefined;
  if (n === undefined) return [];
  if (error !== undefined) return [{ n, shown: { url, error, code } }];
  const content = text(raw_content);
  return [
    {
      n,
      text: content,
      date: text(published_date),
      shown: { url, ...(title !== undefined && { title }), passages: passagesOf(n, content ?? "", "page").length },
    },
  ];
}

/** A result with the passages that its page gave to the answer, in the page's order, what else is quoted of it, and the page's date. */
function withPassages(
  result: ResearchResult,
  n: number,
  evidence: readonly Passage[],
  quotes: readonly Quote[],
  dates: ReadonlyMap<number, string>,
): ResearchResult {
  const own = evidence
    .filter((passage) => passage.n === n && passage.from === "page")
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
  const shown = own.length > 0 ? own.join(GAP) : (result.content ?? "");
  const further = quotes.flatMap((quote) => (quote.n === n && !shown.includes(quote.text) ? [quote.text] : []));
  const content = [...(own.length > 0 ? own : result.content ? [result.content] : []), ...further].join(GAP);
  const date = result.published_date ?? dates.get(n);
  return {
    ...result,
    ...(content && { content }),
    ...(date !== undefined && { published_date: date }),
  };
}
