import { SourceError } from "../errors.ts";
import type { Category } from "./define.ts";
import type { ListedSource, Runnable } from "./source.ts";

/** The sources as they are asked for by name. */
export interface Catalogue {
  readonly categories: readonly Category<ListedSource>[];
  readonly sources: readonly ListedSource[];
  /** A source by `id` or `category/id`. */
  find(name: string): ListedSource | undefined;
  /** The source of a name; throws `unknown-source` with the names that are near. */
  named(name: string): ListedSource;
  /** The sources whose names are nearest to one that is none, the nearest first; those of `within` before others. */
  near(name: string, within?: string): readonly ListedSource[];
}

type Named = Pick<Runnable, "category" | "id">;

const NEAR = 3;
const LONGEST_NAME = 64;
/** Of a name that is none, so many characters are shown. */
const SHOWN_NAME = 80;
/** The category of the engines. */
const ENGINES = "search";

const catalogues = new WeakMap<readonly Category<ListedSource>[], Catalogue>();

/** Returns the catalogue of some categories: one for each list. */
export function catalogueFor(categories: readonly Category<ListedSource>[]): Catalogue {
  const known = catalogues.get(categories) ?? createCatalogue(categories);
  catalogues.set(categories, known);
  return known;
}

function createCatalogue(categories: readonly Category<ListedSource>[]): Catalogue {
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
    named: (name) => {
      const source = byName.get(name);
      if (!source) throw unknownSource(name, nearest(name, sources));
      return source;
    },
    near: (name, within) => nearest(name, sources, within),
  };
}

/** Returns the error for a name that no source has. */
export function unknownSource(name: string, near: readonly Named[]): SourceError {
  const meant = near.map(pathName).join(", ");
  const advice = meant ? `Did you mean ${meant}?` : "See /parsers for the list.";
  return new SourceError("unknown-source", `There is no source ${name.slice(0, SHOWN_NAME)}. ${advice}`);
}

/** Returns the engine of an id or `search/id`; throws `unknown-source` with the ids that are near, or with all. */
export function engineNamed<Engine extends Pick<Named, "id"> & Partial<Named>>(
  name: string,
  engines: readonly Engine[],
): Engine {
  const { category, id } = splitName(name);
  const found = engines.find((one) => one.id === id && (category === undefined || category === categoryOf(one)));
  if (found) return found;
  const near = nearest(
    id,
    engines.map((one) => ({ id: one.id, category: categoryOf(one) })),
  );
  const there = (near.length > 0 ? near : engines).map((one) => one.id).join(", ");
  const advice = near.length > 0 ? `Did you mean ${there}?` : `There are: ${there}.`;
  throw new SourceError("unknown-source", `There is no engine ${name.slice(0, SHOWN_NAME)}. ${advice}`);
}

const categoryOf = ({ category = ENGINES }: Partial<Named>): string => category;

function splitName(name: string): { readonly category?: string; readonly id: string } {
  const [category, id, ...more] = name.split("/");
  return category !== undefined && id !== undefined && more.length === 0 ? { category, id } : { id: name };
}

function nearest<One extends Named>(written: string, sources: readonly One[], within?: string): readonly One[] {
  const name = written.toLowerCase().slice(0, LONGEST_NAME);
  const id = name.split("/").at(-1) ?? name;
  return sources
    .map((source) => ({ source, far: Math.min(distance(id, source.id), distance(name, pathName(source))) }))
    .filter(({ source, far }) => far <= mistakesIn(id) || alike(id, source.id))
    .toSorted((a, b) => a.far - b.far || Number(b.source.category === within) - Number(a.source.category === within))
    .slice(0, NEAR)
    .map(({ source }) => source);
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
