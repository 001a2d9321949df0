import { concat, map, type Observable, of } from "rxjs";
import type { html_meta } from "../../sources/page/html_meta.ts";
import type { ItemOf } from "../../sources/source.ts";
import { twoLetters } from "../prompt/language.ts";
import type { Gathered } from "../settled-result.ts";

/**
 * What an address was taken for, at once, and again with the language of the answer: the one asked for, else the page's own,
 * else English. Addresses themselves are in no language.
 *
 *     page$: -----p|
 *     out:   u----u'|
 */
export const inLanguage = <T extends object>(
  understood: T,
  wanted: string | undefined,
  page$: Observable<Gathered<Pick<ItemOf<typeof html_meta>, "lang">>>,
): Observable<T & { readonly language?: string }> =>
  wanted
    ? of({ ...understood, language: wanted })
    : concat(
        of(understood),
        page$.pipe(map(({ items: [page] }) => ({ ...understood, language: twoLetters(page?.lang) ?? "en" }))),
      );
