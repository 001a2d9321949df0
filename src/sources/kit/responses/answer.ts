import { mergeMap, type Observable, of } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { HttpRequest, HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext } from "../../source.ts";
import type { Page } from "../readers/paged.ts";
import { refusalOf, type Verdict } from "./refusals.ts";

/** A source's own reading of an answer's head and body, before the general one; undefined leaves it to the general one. */
export type Judge = (response: HttpResponse) => Verdict;

/**
 * Fetches, judges, reads: the steps that every reader over HTTP shares. `as` is the request that the source itself made,
 * where another one followed from its answer.
 */
export function answered<T>(
  request: HttpRequest,
  context: ReadContext,
  judge: Judge | undefined,
  read: (response: HttpResponse) => Page<T>,
  as: HttpRequest = request,
): Observable<Page<T>> {
  const judged = (response: HttpResponse): Page<T> => {
    const verdict = judge?.(response) ?? refusalOf(response);
    if (verdict === "empty") return { items: [], next: null };
    if (verdict) throw verdict;
    return read(response);
  };
  return context.fetch(request).pipe(
    mergeMap((response) => {
      const here = (): Page<T> => judged(response);
      return context.reading?.({ request: as, response, at: context.at, notice: context.notice }, here) ?? of(here());
    }),
  );
}

/** Statuses that mean "nothing there" for a source, as a `Judge`. */
export const emptyOn =
  (...statuses: number[]): Judge =>
  (response) =>
    statuses.includes(response.status) ? "empty" : undefined;

/** The body has a shape we do not know. */
export const changed = (source: string, why: string): SourceError =>
  new SourceError("changed", `${source} answered in a shape we do not know (${why}).`);

/** For feeds and APIs whose hosts say no by a web page under status 200: such an answer is `blocked`. */
export const noPage =
  (who: string): Judge =>
  ({ status, headers }) =>
    status === 200 && headers["content-type"]?.includes("text/html")
      ? new SourceError("blocked", `${who} answered with a web page where its feed was asked for.`)
      : undefined;

/** An allowance that is spent, with the word that a key of one's own opens a larger one. */
export const keyHelps =
  (env: string): Judge =>
  (response) => {
    if (response.status !== 429) return undefined;
    const refusal = refusalOf(response);
    return (
      refusal &&
      new SourceError(refusal.kind, `${refusal.message} A key (environment variable ${env}) allows more.`, refusal)
    );
  };
