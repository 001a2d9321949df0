import { catchError, defer, identity, type MonoTypeOperatorFunction, map, mergeMap, type Observable, of } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import { withDeadline } from "../../operators/withDeadline.ts";
import type { Typing } from "../typed/typing.ts";
import { withData } from "../typed/with-data.ts";
import type { CrawledPage, DuplicatePage, FailedPage } from "./response.ts";

interface Visited {
  readonly page?: CrawledPage | FailedPage | DuplicatePage | undefined;
}

/** Pages of which data is taken at once. */
const AT_ONCE = 4;

/**
 * Puts the data that is wanted of each page beside it, four pages at once, in the order in which they are done. A page whose
 * data cannot be had has failed, and so has one that was not done in the time that is left.
 *
 *     visits:       --a-b-|
 *     typing:         ---A|
 *     typedPages(): -----A-B|
 */
export const typedPages = <V extends Visited>(
  typing: Typing | undefined,
  leftMs: () => number,
): MonoTypeOperatorFunction<V> =>
  typing === undefined
    ? identity
    : mergeMap((visit): Observable<V> => {
        const { page } = visit;
        if (!page || !("raw_content" in page)) return of(visit);
        return defer(() => withData(page, typing).pipe(withDeadline(Math.max(0, leftMs()), late))).pipe(
          map((typed) => ({ ...visit, page: typed })),
          catchError((thrown: unknown) => {
            const { kind: code, message: error } = toSourceError(thrown);
            return of({ ...visit, page: { url: page.url, error, code } });
          }),
        );
      }, AT_ONCE);

const late = (): SourceError =>
  new SourceError("timeout", "The crawl's time was over before the language model had read the page.");
