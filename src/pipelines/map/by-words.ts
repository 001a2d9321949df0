import { terms } from "../../language/terms.ts";
import { bm25 } from "../research/bm25.ts";

/** Addresses whose words are those of a search first, the best of them before the others; none is left out. */
export function byWords(links: readonly string[], search: string): readonly string[] {
  const asked = terms(search);
  if (asked.length === 0) return links;
  const scores = bm25(
    asked,
    links.map((link) => terms(wordsOf(link))),
  );
  return links
    .map((link, at) => ({ link, score: scores[at] ?? 0 }))
    .toSorted((one, other) => other.score - one.score)
    .map(({ link }) => link);
}

/** The words of an address. */
const wordsOf = (link: string): string => {
  const { hostname = "", pathname = "" } = URL.parse(link) ?? {};
  return `${hostname} ${pathname}`.replace(/[^\p{L}\p{N}]+/gu, " ");
};
