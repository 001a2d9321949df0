import { concatMap, defer, last, map, merge, type Observable, of } from "rxjs";
import type { RankedResult, StreamEvent } from "../../events.ts";
import { fork } from "../../operators/fork.ts";
import type { Upstream } from "../../upstream/types.ts";
import { OPERATION_MS, sharesOf } from "../deadlines.ts";
import type { Engine } from "../search/engine.ts";
import type { RunOptions } from "../search/steps.ts";
import { type Quote, quotesFor } from "./answer.ts";
import { type Gathered, gather } from "./gather.ts";
import type { LanguageModel } from "./language-model.ts";
import type { OpenAiServer } from "./openai-server.ts";
import type { Passage } from "./passages.ts";
import { planOf } from "./plan.ts";
import { type RankedPassages, rankedPassages } from "./ranked-passages.ts";
import { type EvidenceStep, isEvidence, passagesFrom, type ReadingDeps, text } from "./reading.ts";
import type { ResearchRequest, ResearchResponse, ResearchResult } from "./request.ts";
import { type Draft, drafts } from "./writing.ts";

export interface ResearchDeps extends Partial<RunOptions>, Pick<ReadingDeps, "extract"> {
  /** Every engine that is ready, in the order in which the answer reports them. */
  readonly engines: readonly Engine[];
  /** Suggestion sources that are ready; `pro` asks the first three for variants of the query. */
  readonly suggesters?: readonly Engine[];
  readonly upstream: Pick<Upstream, "http" | "httpStream"> & Partial<Pick<Upstream, "render" | "rendering">>;
  /** Writes the answer; absent: it is made of the sources' own sentences. */
  readonly model?: LanguageModel | undefined;
  /** Ranks the passages that the model writes from; absent: their words do. */
  readonly embeddings?: OpenAiServer | undefined;
  readonly noCache?: boolean;
  /** Results are shown as they come: every engine is waited for. */
  readonly streamed?: boolean;
  /** Milliseconds after which the answer is made of what there is; default: `OPERATION_MS`, and the model's own time. */
  readonly timeMs?: number | undefined;
  /** Told of the results that `[n]` names, before the answer is written; the pages' passages and dates come with `done`. */
  readonly onResults?: ((results: readonly ResearchResult[]) => void) | undefined;
}

type ResearchEvent = StreamEvent<ResearchResponse>;

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
 * - `mini` asks a few fast engines, reads the three best pages within a second and a half (where none is there by then,
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

        function answered(step: EvidenceStep): Observable<ResearchEvent> {
          const scoreOf = (n: number): number => results[n - 1]?.score ?? 0;
          return rankedPassages(request.query, step.passages, scoreOf, EVIDENCE, deps, shares.rankMs()).pipe(
            concatMap((ranked) => written(step, ranked)),
          );
        }

        function written(step: EvidenceStep, ranked: RankedPassages): Observable<ResearchEvent> {
          const { found: texts, dates, warnings } = step;
          const { passages: evidence } = ranked;
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
                    const said = [...found.warnings, ...warnings, ...ranked.warnings, ...draft.warnings];
                    return { event: "done", data: { ...response(draft, shown, found, said), ...rankedBy(ranked) } };
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

const rankedBy = ({ by }: RankedPassages): Pick<ResearchResponse, "passages_ranked_by"> =>
  by === undefined ? {} : { passages_ranked_by: by };

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
