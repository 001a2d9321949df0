import { defer, mergeMap, type OperatorFunction, of } from "rxjs";
import type { PageRead } from "./article.ts";
import type { Keyed } from "./entries.ts";

/** An entry and its page, at its place among the articles. */
export interface Reading {
  readonly index: number;
  readonly one: Keyed;
  readonly page: PageRead;
}

const SAME_TEXT = "Another entry's page has the same text: it is a wall or a notice, not the article.";

/**
 * Readings of pages as they come. A text that two pages have is neither's article (a consent wall, a notice): the second one
 * comes without it, and the first one again without it.
 *
 *     in:  --a---b---a'--|      a and a' have one text
 *     out: --a---b---(xy)|      x: a without it, y: a' without it
 */
export const eachItsOwn = (): OperatorFunction<Reading, Reading> => (readings$) =>
  defer(() => {
    const first = new Map<string, Reading>();
    return readings$.pipe(
      mergeMap((reading) => {
        const text = reading.page.page?.raw_content?.trim();
        if (!text) return of(reading);
        const before = first.get(text);
        const bare = (one: Reading): Reading => ({ ...one, page: { error: SAME_TEXT } });
        if (!before) {
          first.set(text, reading);
          return of(reading);
        }
        return of(bare(before), bare(reading));
      }),
    );
  });
