import { EMPTY, mergeMap, type Observable, of } from "rxjs";
import { z } from "zod";
import type { StreamEvent } from "../events.ts";
import { type BatchDeps, type BatchResponse, batch } from "./batch.ts";

export interface SuggestionsRequest {
  readonly q: string;
  readonly limit: number;
  /** The sources that are asked, each as `category/id`. */
  readonly sources: readonly string[];
}

/** What one source came to. */
interface Asked {
  readonly id: string;
  readonly items: number;
  readonly time_ms: number;
  readonly error?: string;
}

export interface SuggestionsResponse {
  readonly success: true;
  /** The first is the one that most sources rank high. */
  readonly suggestions: readonly string[];
  readonly sources: readonly Asked[];
  readonly time_ms: number;
}

/** How much of a rank counts in reciprocal rank fusion (Cormack et al., 2009). */
const RANK_DAMPING = 60;

/**
 * What people may go on to type, asked of several sources at once and merged by their ranks. A source that fails, or has
 * not answered in `timeoutMs`, harms no other. Unsubscribing cancels all.
 *
 *     a:       --a|
 *     b:       ----#
 *     events:  ----(done|)
 */
export function suggestions(
  { q, limit, sources }: SuggestionsRequest,
  deps: BatchDeps,
): Observable<StreamEvent<SuggestionsResponse>> {
  const asked = sources.map((parser) => ({ parser, query: q, options: {}, pagecount: 1 }));
  return batch(asked, deps).pipe(
    mergeMap(
      (event): Observable<StreamEvent<SuggestionsResponse>> =>
        event.event === "done" ? of({ event: "done", data: merged(event.data, limit) }) : EMPTY,
    ),
  );
}

const Titled = z.looseObject({ title: z.string().min(1) });

function merged({ results, time_ms }: BatchResponse, limit: number): SuggestionsResponse {
  const best = new Map<string, { readonly text: string; readonly score: number }>();
  for (const { items } of results)
    for (const [index, item] of items.entries()) {
      const { data } = Titled.safeParse(item);
      if (!data) continue;
      const name = data.title.trim().toLowerCase();
      const before = best.get(name);
      best.set(name, {
        text: before?.text ?? data.title.trim(),
        score: (before?.score ?? 0) + 1 / (RANK_DAMPING + index + 1),
      });
    }
  return {
    success: true,
    suggestions: [...best.values()]
      .toSorted((a, b) => b.score - a.score)
      .slice(0, limit)
      .map(({ text }) => text),
    sources: results.map(({ parser, items, time_ms: took, error }) => ({
      id: parser,
      items: items.length,
      time_ms: took,
      ...(error !== undefined && { error }),
    })),
    time_ms,
  };
}
