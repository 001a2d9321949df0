import type { Word } from "./words.ts";

/** A text answers a question that so much of its content words stand together in one of the text's headings or sentences. */
const ANSWERED = 0.6;
/** Sources that make a demand whole. */
const NAMED = 3;

export interface Opportunity {
  /** 0–100. */
  readonly score: number;
  /** Share of the pages that do not serve it. */
  readonly gap: number;
  /** 1 where three sources or more named it. */
  readonly demand: number;
}

/**
 * What it is worth to serve a wish that few pages serve: round(100 × gap × demand). Undefined without pages. Our own measure: no
 * paid volumes are known, so what several sources name stands for what is wanted.
 */
export function opportunity(served: number, pages: number, namedBy: number): Opportunity | undefined {
  if (pages < 1) return undefined;
  const gap = 1 - served / pages;
  const demand = Math.min(1, namedBy / NAMED);
  return { score: Math.round(100 * gap * demand), gap, demand };
}

/**
 * Whether one of a page's headings and sentences holds at least 60 % of a question's content words; and as much of those that the
 * searched phrase does not have, where there are such: that a page names its subject answers nothing about it.
 */
export function answers(
  question: readonly Word[],
  said: readonly ReadonlySet<string>[],
  phrase: ReadonlySet<string> = new Set(),
): boolean {
  const wanted = [...new Set(question.filter(({ telling }) => telling).map(({ key }) => key))];
  const own = wanted.filter((key) => !phrase.has(key));
  const enough = (keys: ReadonlySet<string>, words: readonly string[]): boolean =>
    words.filter((key) => keys.has(key)).length >= ANSWERED * words.length;
  return wanted.length > 0 && said.some((keys) => enough(keys, wanted) && enough(keys, own));
}
