import { readFileSync } from "node:fs";
import { catchError, defer, from, map, type Observable, shareReplay, switchMap, throwError } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Category } from "./define.ts";
import type { JsonSchema, ListedSource, Source } from "./source.ts";

/*
 * Every source as `catalogue.ndjson` lists it, which `npm run docs` writes out of the registry: a line a category, and a
 * line a source. What a source does is imported, with its category, when it is first asked.
 */

type CategoryLine = Pick<Category, "id" | "title">;
type SourceLine = Omit<ListedSource, "open" | "code">;

const lines = readFileSync(new URL("./catalogue.ndjson", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

/** Every category, in the order of the documentation. */
export const categories: readonly Category<ListedSource>[] = catalogueOf(lines, importCategory);

/** Every source. */
export const sources: readonly ListedSource[] = categories.flatMap((category) => category.sources);

const byName = new Map(
  sources.flatMap((source) => [[source.id, source] as const, [`${source.category}/${source.id}`, source] as const]),
);

/** A source by `id` or `category/id`. */
export const findSource = (name: string): ListedSource | undefined => byName.get(name);

/** The lines of a catalogue, whose categories' code comes from `load`: once each, and again only after it failed. */
export function catalogueOf(
  texts: readonly string[],
  load: (category: string) => Promise<Category>,
): readonly Category<ListedSource>[] {
  const shelves = new Map<string, { title: string; sources: ListedSource[]; code: Observable<Category> }>();
  for (const text of texts) {
    const line: CategoryLine | SourceLine = JSON.parse(text);
    if ("category" in line) {
      const shelf = shelves.get(line.category);
      shelf?.sources.push(listing(line, text, shelf.code));
    } else {
      const code = defer(() => from(load(line.id))).pipe(shareReplay(1));
      shelves.set(line.id, { title: line.title, sources: [], code });
    }
  }
  return [...shelves].map(([id, { title, sources }]) => ({ id, title, sources }));
}

/** A line as a source. Its schemas, most of the line, are read again by the first who wants them. */
function listing({ query, item: _, ...facts }: SourceLine, text: string, category: Observable<Category>): ListedSource {
  let schemas: SourceLine | undefined;
  const read = (): SourceLine => {
    const line: SourceLine = schemas ?? JSON.parse(text);
    schemas = line;
    return line;
  };
  const code = category.pipe(
    map(({ sources }) => sourceIn(sources, facts)),
    catchError((cause: unknown) =>
      throwError(() => new SourceError("internal", `What reads ${facts.title} could not be loaded.`, { cause })),
    ),
  );
  return {
    ...facts,
    query: {
      describe: query.describe,
      example: query.example,
      get options(): JsonSchema {
        return read().query.options;
      },
    },
    get item(): JsonSchema {
      return read().item;
    },
    code,
    open: (q, options, context) => code.pipe(switchMap((source) => source.open(q, options, context))),
  };
}

function sourceIn(sources: readonly Source[], { category, id }: Pick<Source, "category" | "id">): Source {
  const source = sources.find((one) => one.id === id);
  if (!source)
    throw new Error(`The catalogue lists ${category}/${id}, which is not there: npm run docs writes it anew.`);
  return source;
}

async function importCategory(id: string): Promise<Category> {
  const module: Readonly<Record<string, unknown>> = await import(`./${id}/index.ts`);
  const category = Object.values(module).find((value): value is Category => isCategory(value, id));
  if (!category) throw new Error(`${id}/index.ts has no category of that id.`);
  return category;
}

const isCategory = (value: unknown, id: string): boolean =>
  typeof value === "object" && value !== null && "sources" in value && "id" in value && value.id === id;
