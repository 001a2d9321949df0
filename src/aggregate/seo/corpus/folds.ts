import { SourceError } from "../../../errors.ts";
import { searchIntent } from "../../formulas/intent.ts";
import type { Result } from "../results.ts";
import type { Suggestion } from "./answer.ts";
import type { Shown } from "./asked.ts";
import type { PageRead } from "./reading.ts";
import { type PageText, textOf } from "./text.ts";

const INTENT_QUERIES = 20;

/** Pages as they were asked for, and the texts of those that could be read. */
interface Reading {
  readonly language: string;
  readonly pages: readonly PageRead[];
  readonly texts: readonly PageText[];
  /** Pages whose text is that of a page before them: they are no further example of it. */
  readonly copies: number;
}

export function readingOf(pages: readonly PageRead[], language: string): Reading {
  const all = pages.flatMap((page) => textOf(page, language) ?? []);
  const texts = [...new Map(all.toReversed().map((text) => [text.keys.join(" "), text])).values()].toReversed();
  return { language, pages, texts, copies: all.length - texts.length };
}

/** The texts of a reading; throws where there is none. */
export function textsIn({ pages, texts }: Reading): readonly PageText[] {
  if (texts.length > 0) return texts;
  const why = pages.find(({ error }) => error)?.error ?? "they have no text.";
  throw new SourceError("unreachable", `None of the ${pages.length} pages could be read: ${why}`);
}

/** What the corpus is made of. */
export const corpusOf = ({ language, pages, texts }: Reading, now: number) => ({
  language,
  pages_asked: pages.length,
  pages_read: texts.length,
  words: texts.reduce((sum, { words }) => sum + words, 0),
  as_of: new Date(now).toISOString(),
  failed: pages.flatMap(({ url, content, error }) =>
    content?.raw_content?.trim() ? [] : [{ url, error: error ?? "The page has no main text." }],
  ),
});

/** What searchers want who type a phrase, and what is suggested beside it. */
export function intentsOf(
  q: string,
  spoken: string,
  suggestions: readonly Suggestion[],
  page: Shown | undefined,
  first: Result | undefined,
) {
  const { primary, scores, evidence } = searchIntent(q, spoken, {
    ...(page ?? { features: [] }),
    firstUrl: first?.url,
  });
  const decimals = (value: number): number => Math.round(value * 10_000) / 10_000;
  return {
    primary,
    scores: {
      informational: decimals(scores.informational),
      commercial: decimals(scores.commercial),
      transactional: decimals(scores.transactional),
      local: decimals(scores.local),
      navigational: decimals(scores.navigational),
    },
    evidence,
    queries: suggestions
      .slice(0, INTENT_QUERIES)
      .map(({ query }) => ({ query, intent: searchIntent(query, spoken).primary })),
  };
}
