import { catchError, forkJoin, map, type Observable, of } from "rxjs";
import { toSourceError } from "../../../errors.ts";
import type { ExtractedResult } from "../../../pipelines/extract.ts";
import type { headings } from "../../../sources/page/headings.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { links } from "../../../sources/page/links.ts";
import type { readability } from "../../../sources/page/readability/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { Gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Result } from "../results.ts";

/** The parsers that read each page; spread among an analysis' sources. */
export const PAGE_PARSERS = {
  headings: "primary",
  html_meta: "primary",
  links: "primary",
  readability: "primary",
  structured_data: "primary",
} as const;
type PageParser = keyof typeof PAGE_PARSERS;

/** A page of the results as it was read; what a parser failed to say is undefined. */
export interface PageRead {
  readonly url: string;
  readonly title: string;
  /** Absent: it could not be read, for the reason beside it. */
  readonly content?: ExtractedResult;
  readonly error?: string;
  readonly meta: ItemOf<typeof html_meta> | undefined;
  readonly headings: readonly ItemOf<typeof headings>[] | undefined;
  readonly links: readonly ItemOf<typeof links>[] | undefined;
  readonly measures: ItemOf<typeof readability> | undefined;
  readonly entities: readonly ItemOf<typeof structured_data>[] | undefined;
}

/** Reads a page of the results with every parser that may be asked; it never fails. */
export function readPage(
  ask: SourceClient<PageParser>,
  { url, title }: Pick<Result, "url" | "title">,
): Observable<PageRead> {
  const all = <T>({ items, answered }: Gathered<T>): readonly T[] | undefined => (answered ? items : undefined);
  const content$ = ask.extract(url).pipe(
    map((content) => ({ content })),
    catchError((error: unknown) => of({ error: toSourceError(error).message })),
  );
  return forkJoin({
    read: content$,
    meta: ask.answer<typeof html_meta>("html_meta", url).pipe(map(({ items }) => items[0])),
    headings: ask.answer<typeof headings>("headings", url).pipe(map(all)),
    links: ask.answer<typeof links>("links", url).pipe(map(all)),
    measures: ask.answer<typeof readability>("readability", url).pipe(map(({ items }) => items[0])),
    entities: ask.answer<typeof structured_data>("structured_data", url).pipe(map(all)),
  }).pipe(map(({ read, ...rest }) => ({ url, title: rest.meta?.title ?? title, ...read, ...rest })));
}
