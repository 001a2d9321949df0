import { bestPassages } from "../research/best-passages.ts";
import { passagesOf } from "../research/passages.ts";

/** Between two passages of one page. */
const GAP = " [...] ";

/**
 * A text's passages that answer a query best, in the text's order, joined by ` [...] `; each has some 500 characters at
 * most. Undefined where the text has none.
 */
export function chunksOf(query: string, text: string, count: number): string | undefined {
  const best = bestPassages(query, passagesOf(1, text, "page"), () => 0, { count, perResult: count });
  if (best.length === 0) return undefined;
  return best
    .toSorted((a, b) => a.place - b.place)
    .map((passage) => passage.text)
    .join(GAP);
}

/** Pages with their text cut to the passages that answer a query best; a page without any stays whole. */
export const withChunks = <R extends { readonly results: readonly { readonly raw_content?: string }[] }>(
  response: R,
  query: string,
  count: number,
): R => ({
  ...response,
  results: response.results.map((result) =>
    result.raw_content === undefined
      ? result
      : { ...result, raw_content: chunksOf(query, result.raw_content, count) ?? result.raw_content },
  ),
});
