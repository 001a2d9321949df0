import { defer, EMPTY, from, map, mergeMap, type Observable, throwError, toArray } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { SourceClient } from "../../source-client.ts";
import { idsOf } from "../ids.ts";
import { oneOfEachDomain, type Result } from "../results.ts";
import { PAGE_PARSERS, type PageRead, readPage } from "./reading.ts";

type Parser = keyof typeof PAGE_PARSERS;

/** Pages that are read at once. */
const CONCURRENCY = 5;

/**
 * The first result of each of the first domains, read, in the results' order, once all are. Fails with `not-found` where there is
 * no result; completes without a value where no parser of pages may be asked.
 *
 *     results: --r
 *     a:         ---a|
 *     b:         -b|
 *     pages:   -----([ab]|)
 */
export const pagesOf = (
  ask: SourceClient<Parser>,
  results: readonly Result[],
  limit: number,
): Observable<readonly PageRead[]> =>
  defer(() => {
    if (!PARSERS.some((id) => ask.has(id))) return EMPTY;
    const chosen = oneOfEachDomain(results, limit);
    if (chosen.length === 0)
      return throwError(() => new SourceError("not-found", "The engines found no page for the phrase."));
    return from(chosen).pipe(
      mergeMap((result, place) => readPage(ask, result).pipe(map((page) => ({ page, place }))), CONCURRENCY),
      toArray(),
      map((read) => read.toSorted((a, b) => a.place - b.place).map(({ page }) => page)),
    );
  });

const PARSERS = idsOf(PAGE_PARSERS);
