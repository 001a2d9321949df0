import { catchError, defer, map, type Observable, of } from "rxjs";
import { type SourceError, toSourceError } from "../../errors.ts";
import type { Upstream } from "../../upstream/types.ts";
import { bestPassages, type ChoiceOptions, shortlist } from "./best-passages.ts";
import { nearness } from "./embeddings.ts";
import type { OpenAiServer } from "./openai-server.ts";
import type { Passage } from "./passages.ts";

/** The passages that an answer may be written from, and who ranked them. */
export interface RankedPassages {
  readonly passages: readonly Passage[];
  /** The embeddings model; absent where their words ranked them. */
  readonly by?: string;
  readonly warnings: readonly string[];
}

export interface RankingDeps {
  readonly upstream: Pick<Upstream, "http">;
  readonly embeddings?: OpenAiServer | undefined;
  readonly onFailure?: ((who: string, error: SourceError) => void) | undefined;
}

/** Passages that the embeddings model is asked about, and milliseconds that it may take. */
const ASKED_ABOUT = 191;
const MOST_MS = 10_000;

/**
 * The best passages, by an embeddings model where there is one, within its time and the answer's. Never fails: where the model
 * does, the words rank them, and a warning says so.
 */
export function rankedPassages(
  query: string,
  passages: readonly Passage[],
  scoreOf: (n: number) => number,
  options: ChoiceOptions,
  { upstream, embeddings, onFailure }: RankingDeps,
  leftMs: number,
): Observable<RankedPassages> {
  return defer(() => {
    const byWords = (warnings: readonly string[]): RankedPassages => ({
      passages: bestPassages(query, passages, scoreOf, options),
      warnings,
    });
    if (!embeddings || passages.length === 0) return of(byWords([]));
    const listed = shortlist(query, passages, ASKED_ABOUT);
    const texts = listed.map(({ text }) => text);
    return nearness(query, texts, embeddings, upstream, Math.min(MOST_MS, leftMs)).pipe(
      map((list): RankedPassages => {
        const near = new Map(listed.map((passage, at) => [passage, list[at] ?? 0]));
        return {
          passages: bestPassages(query, passages, scoreOf, { ...options, near }),
          by: embeddings.model,
          warnings: [],
        };
      }),
      catchError((thrown: unknown) => {
        const error = toSourceError(thrown);
        onFailure?.("embeddings model", error);
        return of(byWords([`The embeddings model did not rank the passages (${error.message}) Their words did.`]));
      }),
    );
  });
}
