import { concatMap, defer, type OperatorFunction } from "rxjs";
import type { StreamEvent } from "../../../events.ts";
import type { ContentResult, ContentSearchResponse } from "../../../pipelines/content-search/index.ts";
import type { ExtractedResult, FailedResult } from "../../../pipelines/extract.ts";
import type { ResearchResponse } from "../../../pipelines/research/index.ts";
import type { Wanted } from "./bodies.ts";

/** Between two passages of one page. */
const GAP = " [...] ";

/** Nothing is billed. */
const COST = { total: 0 };

const resultOf = (
  { url, title, content, raw_content, score, published_date, favicon }: ContentResult,
  { text, maxCharacters, highlights }: Wanted,
) => ({
  id: url,
  url,
  title,
  ...(published_date !== undefined && { publishedDate: published_date }),
  score,
  // A page that could not be read has the engines' words for it.
  ...(text && { text: (raw_content ?? content).slice(0, maxCharacters) }),
  ...(highlights !== undefined && { highlights: content.split(GAP).filter(Boolean) }),
  favicon,
});

/** A search as Exa answers it. */
export const searchAnswerOf = ({ results, time_ms }: ContentSearchResponse, wanted: Wanted, requestId: string) => ({
  requestId,
  resolvedSearchType: "keyword",
  results: results.map((result) => resultOf(result, wanted)),
  costDollars: COST,
  searchTime: time_ms,
});

/** Pages as Exa answers them. */
export const contentsAnswerOf = (
  results: readonly ExtractedResult[],
  failed: readonly FailedResult[],
  { maxCharacters }: Wanted,
  requestId: string,
) => ({
  requestId,
  results: results.map(({ url, title, raw_content = "", published_date, byline, favicon }) => ({
    id: url,
    url,
    title: title ?? null,
    ...(published_date !== undefined && { publishedDate: published_date }),
    ...(byline !== undefined && { author: byline }),
    text: raw_content.slice(0, maxCharacters),
    ...(favicon !== undefined && { favicon }),
  })),
  statuses: [
    ...results.map(({ url }) => ({ id: url, status: "success", source: "crawled" })),
    ...failed.map(({ url, error, code }) => ({
      id: url,
      status: "error",
      source: "crawled",
      error: { tag: code, message: error },
    })),
  ],
  costDollars: COST,
});

const citationsOf = ({ results }: ResearchResponse, withText: boolean) =>
  results.map(({ url, title, published_date, content }) => ({
    id: url,
    url,
    title: title ?? url,
    ...(published_date !== undefined && { publishedDate: published_date }),
    ...(withText && content !== undefined && { text: content }),
  }));

/** Research as Exa answers a question; `[n]` names `citations[n - 1]`. */
export const answerOf = (found: ResearchResponse, withText: boolean, requestId: string) => ({
  requestId,
  answer: found.answer,
  citations: citationsOf(found, withText),
  costDollars: COST,
});

const piece = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const saying = (content: string): string => piece({ choices: [{ index: 0, delta: { role: "assistant", content } }] });

/**
 * Research as Exa streams an answer: pieces of its text, then its citations, then `[DONE]`.
 *
 *     events: --r--a---a'--done|
 *     pieces: -----t---t'--(cD|)
 *
 * Text that was sent cannot be taken back: where an answer is begun anew, the new one follows after a blank line.
 */
export const answerPieces =
  (withText: boolean): OperatorFunction<StreamEvent<ResearchResponse>, string> =>
  (events$) =>
    defer(() => {
      let sent = "";
      const further = (text: string): readonly string[] => {
        const rest = text.startsWith(sent) ? text.slice(sent.length) : `\n\n${text}`;
        sent = text;
        return rest ? [saying(rest)] : [];
      };
      return events$.pipe(
        concatMap((event): readonly string[] => {
          if (event.event === "answer") return further(event.data.text);
          if (event.event !== "done") return [];
          return [
            ...further(event.data.answer),
            piece({ choices: [{ index: 0, delta: {} }], citations: citationsOf(event.data, withText) }),
            "data: [DONE]\n\n",
          ];
        }),
      );
    });
