import { defer, map, type OperatorFunction } from "rxjs";
import type { MergedHit } from "./dedupeByUrl.ts";
import { relevanceTo, type ShownText } from "./relevance.ts";

/** A merged hit and what it is worth. */
export interface ScoredHit extends MergedHit {
  /** 0–1. */
  readonly score: number;
}

/** The constant of reciprocal-rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const K = 60;

/** What a result keeps of its fused rank when not one word of the query shows: it may answer in other words. */
const WITHOUT_A_WORD = 0.5;

/**
 * Scores each merged hit by itself, so that its last score depends on its hits alone and not on when they came.
 *
 *     merged: --A-----B-----A'----|
 *     scored: --A0.47-B0.41-A'0.6-|
 *
 * Weighted reciprocal-rank fusion (k = 60) over families of engines: those that show one index (`backedBy`) are one
 * witness and count once, with their best.
 *
 *     fused = Σ over families of max over its engines of weight · (k + 1) / (k + rank)      a first rank of weight 1: 1
 *     y     = fused · (½ + ½ · relevance)          relevance of title and snippet to the query, 0–1: see `relevanceTo`
 *     score = y / (1 + y)                          keeps the order, bounds to 0–1
 *
 * One engine's first place with the query's words in its title comes near ½, agreement of several brings it near 1.
 * A query without words leaves the relevance out.
 */
export function score(query: string): OperatorFunction<MergedHit, ScoredHit> {
  return (merged$) =>
    defer(() => {
      const relevance = remembering(relevanceTo(query));
      return merged$.pipe(
        map((merged) => {
          const lexical = relevance(merged.id, shownText(merged));
          const words = lexical === undefined ? 1 : WITHOUT_A_WORD + (1 - WITHOUT_A_WORD) * lexical;
          const y = fused(merged) * words;
          return { ...merged, score: y / (1 + y) };
        }),
      );
    });
}

function fused({ hits }: MergedHit): number {
  const families = new Map<string, number>();
  for (const { engine, rank } of hits) {
    const family = engine.backedBy ?? engine.id;
    const worth = ((engine.weight ?? 1) * (K + 1)) / (K + rank);
    families.set(family, Math.max(families.get(family) ?? 0, worth));
  }
  return [...families.values()].toSorted((a, b) => b - a).reduce((sum, worth) => sum + worth, 0);
}

function shownText({ item }: MergedHit): ShownText {
  const { title, snippet } = item;
  return {
    title: typeof title === "string" ? title : undefined,
    snippet: typeof snippet === "string" ? snippet : undefined,
  };
}

/** Reads a page's text again only when it changed. */
function remembering(read: (text: ShownText) => number | undefined) {
  const known = new Map<string, ShownText & { readonly value: number | undefined }>();
  return (id: string, text: ShownText): number | undefined => {
    const before = known.get(id);
    if (before && before.title === text.title && before.snippet === text.snippet) return before.value;
    const value = read(text);
    known.set(id, { ...text, value });
    return value;
  };
}
