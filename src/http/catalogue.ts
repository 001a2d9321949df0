import type { Category } from "../sources/define.ts";
import type { ListedSource, Runnable } from "../sources/source.ts";

/** The sources as they are asked for by name. */
export interface Catalogue {
  readonly categories: readonly Category<ListedSource>[];
  readonly sources: readonly ListedSource[];
  /** A source by `id` or `category/id`. */
  find(name: string): ListedSource | undefined;
  /** The sources whose names are nearest to one that is none, the nearest first; those of `within` before others, or `alone`. */
  near(name: string, within?: string, alone?: boolean): readonly ListedSource[];
}

const NEAR = 3;
const LONGEST_NAME = 64;

export function createCatalogue(categories: readonly Category<ListedSource>[]): Catalogue {
  const sources = categories.flatMap((category) => category.sources);
  const byName = new Map<string, ListedSource>();
  for (const source of sources) {
    byName.set(pathName(source), source);
    if (!byName.has(source.id)) byName.set(source.id, source);
  }
  return {
    categories,
    sources,
    find: (name) => byName.get(name),
    near: (written, within, alone = false) => {
      const name = written.toLowerCase().slice(0, LONGEST_NAME);
      const id = name.split("/").at(-1) ?? name;
      return sources
        .filter(({ category }) => !alone || category === within)
        .map((source) => ({ source, far: Math.min(distance(id, source.id), distance(name, pathName(source))) }))
        .filter(({ source, far }) => far <= mistakesIn(id) || alike(id, source.id))
        .toSorted(
          (a, b) => a.far - b.far || Number(b.source.category === within) - Number(a.source.category === within),
        )
        .slice(0, NEAR)
        .map(({ source }) => source);
    },
  };
}

/** `category/id`. */
export const pathName = ({ category, id }: Pick<Runnable, "category" | "id">): string => `${category}/${id}`;

/** Letters that may be wrong in a name of that length: one in four, and none in a name of one or two. */
const mistakesIn = ({ length }: string): number => (length < 3 ? 0 : Math.max(1, Math.floor(length / 4)));

/** Whether one begins with the other or with one of its words, or is most of it. */
const alike = (name: string, id: string): boolean => within(name, id) || within(id, name);

const within = (part: string, whole: string): boolean =>
  part.length > 2 &&
  (`_${whole.replaceAll("-", "_")}`.includes(`_${part}`) || (whole.includes(part) && part.length * 2 >= whole.length));

/** The edit distance (Levenshtein) of two short names. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j] ?? 0) + Number(letter !== other), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}
