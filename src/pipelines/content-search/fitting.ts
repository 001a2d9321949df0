import { withoutContents } from "../budget/contents.ts";
import { fitEntries, truncation } from "../budget/entries.ts";
import type { TextFields } from "../budget/fields.ts";
import type { CountTokens } from "../budget/tokens.ts";
import type { Cut, Fitted } from "../budget/truncated.ts";
import { fitResearch } from "../research/fitting.ts";
import type { ContentResult, ContentSearchResponse } from "./request.ts";

/** Fewer tokens of a page than this say too little; then one page less is given. */
const PAGE_FLOOR = 200;

const MUST = ["title", "content", "score", "source", "published_date", "images", "favicon"] as const;
const CONTENTS: TextFields = { text: "content", spare: ["images"], floor: Number.POSITIVE_INFINITY, must: MUST };
const PAGES: TextFields = {
  text: "raw_content",
  spare: ["images"],
  lighter: withoutContents,
  floor: PAGE_FLOOR,
  must: MUST,
};

/**
 * Cuts a search's answer so that its results, with its answer where it has one, have `max` tokens at most, as JSON: images
 * go first; without an answer whole texts are shortened to fair shares, and the worst-ranked results dropped, the first
 * keeping its snippet or passages where there is no room for more. With an
 * answer, which matters most, whole texts go altogether, and every `[n]` still names a result.
 */
export function fitContentSearch<R extends Pick<ContentSearchResponse, "answer" | "results">>(
  response: R,
  max: number,
  count: CountTokens,
): Fitted<R> {
  const { answer, results } = response;
  if (answer === undefined) {
    const whole = results.some(({ raw_content }) => raw_content !== undefined);
    const pages = whole ? fitEntries(results, "results", PAGES, max, count) : undefined;
    const { entries, truncated } = pages?.entries.length ? pages : fitEntries(results, "results", CONTENTS, max, count);
    return truncated ? { ...response, results: entries, truncated } : response;
  }
  const tokens = count(JSON.stringify({ answer, results }));
  if (tokens <= max) return response;
  const lean = results.map(({ raw_content: _, ...result }): ContentResult => ({ ...result, images: [] }));
  const spared = results.flatMap(({ url, raw_content, images }): readonly Cut[] => [
    ...(raw_content === undefined ? [] : [{ field: "raw_content", url, dropped: true } as const]),
    ...(images.length === 0 ? [] : [{ field: "images", url, dropped: true } as const]),
  ]);
  const fitted = fitResearch({ answer, results: lean }, max, count);
  const kept = fitted.results.map((result) => ({ ...result, content: result.content ?? "" }));
  const cuts = [...spared, ...(fitted.truncated?.cut ?? [])];
  const left = fitted.truncated?.tokens ?? count(JSON.stringify({ answer, results: lean }));
  return { ...response, answer: fitted.answer, results: kept, truncated: truncation(max, left, cuts) };
}
