import { mergeMap, type OperatorFunction, reduce } from "rxjs";
import { saysAll } from "../values/text.ts";

/**
 * The one item of the lowest rank, of equal ones the first, once all are there; what has no rank is no candidate. Without
 * a candidate the stream ends empty.
 *
 *     items: --c--a--b--|
 *     best:  -----------(a|)
 */
export function best<T>(rank: (item: T) => number | undefined): OperatorFunction<T, T> {
  return (items$) =>
    items$.pipe(
      reduce<T, readonly { readonly item: T; readonly rank: number }[]>((held, item) => {
        const its = rank(item);
        return its === undefined || (held[0] && held[0].rank <= its) ? held : [{ item, rank: its }];
      }, []),
      mergeMap((held) => held.map(({ item }) => item)),
    );
}

/** How well a name answers words: 0 where it is they, else the shorter the better; undefined where a word is missing. */
export function nameRank(words: string, name: string): number | undefined {
  if (name.toLowerCase() === words.toLowerCase()) return 0;
  return saysAll(words, name) ? name.length : undefined;
}
