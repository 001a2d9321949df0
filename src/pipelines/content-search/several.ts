import { concatMap, filter, map, merge, type Observable, of, toArray } from "rxjs";
import type { StreamEvent } from "../../events.ts";
import { canonicalUrl } from "../../operators/canonicalUrl.ts";
import { fork } from "../../operators/fork.ts";
import type { ContentResult, ContentSearchResponse } from "./request.ts";

type ContentEvent = StreamEvent<ContentSearchResponse>;

/**
 * Several searches as one: the events of all as they come, then one answer with at most `limit` results, the best of each
 * search before the second best of any, no page twice. Fails with the first that fails.
 *
 *     a:   --r--(r done|)
 *     b:   ----r-----(done|)
 *     out: --r-rr----(done|)
 */
export function several(searches: readonly Observable<ContentEvent>[], limit: number): Observable<ContentEvent> {
  const ordered = searches.map((search$, index) => search$.pipe(map((event) => ({ index, event }))));
  return merge(...ordered).pipe(
    fork((all$) =>
      merge(
        all$.pipe(concatMap(({ event }) => (event.event === "done" ? [] : [event]))),
        all$.pipe(
          filter(({ event }) => event.event === "done"),
          toArray(),
          concatMap((ends) => {
            const answers = ends
              .toSorted((a, b) => a.index - b.index)
              .flatMap(({ event }) => (event.event === "done" ? [event.data] : []));
            return of<ContentEvent>({ event: "done", data: together(answers, limit) });
          }),
        ),
      ),
    ),
  );
}

function together(answers: readonly ContentSearchResponse[], limit: number): ContentSearchResponse {
  return {
    query: answers.map(({ query }) => query).join("; "),
    results: inTurn(answers.map(({ results }) => results)).slice(0, limit),
    images: answers.flatMap(({ images }) => images),
    failed_results: answers.flatMap(({ failed_results }) => failed_results),
    sources: answers.flatMap(({ sources }) => sources),
    warnings: [...new Set(answers.flatMap(({ warnings }) => warnings))],
    time_ms: Math.max(...answers.map(({ time_ms }) => time_ms)),
  };
}

/** The first of each list, then the second of each, …; a page only where it comes first. */
function inTurn(lists: readonly (readonly ContentResult[])[]): readonly ContentResult[] {
  const placed = lists.flatMap((list, turn) => list.map((result, place) => ({ result, place, turn })));
  const byPage = new Map<string, ContentResult>();
  for (const { result } of placed.toSorted((a, b) => a.place - b.place || a.turn - b.turn)) {
    const page = canonicalUrl(result.url);
    if (!byPage.has(page)) byPage.set(page, result);
  }
  return [...byPage.values()];
}
