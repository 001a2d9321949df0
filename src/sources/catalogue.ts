import { readFileSync } from "node:fs";
import { catchError, defer, from, map, type Observable, shareReplay, throwError } from "rxjs";
import { SourceError } from "../errors.ts";
import { type Catalogue, catalogueFor } from "./by-name.ts";
import type { Category } from "./define.ts";
import type { JsonSchema, ListedSource, Source } from "./source.ts";
import { withCode } from "./with-code.ts";

/*
 * Every source as `catalogue.ndjson` lists it, which `npm run docs` writes out of the registry: a line a category, and
 * two a source, what it is and its schemas. What a source does is imported, with its category, when it is first asked.
 */

type CategoryLine = Pick<Category, "id" | "title">;
type SourceLine = Omit<ListedSource, "open" | "code" | "query" | "item"> & {
  readonly query: Omit<ListedSource["query"], "options">;
};

interface SchemasLine {
  readonly options: JsonSchema;
  readonly item: JsonSchema;
}

const lines = readFileSync(new URL("./catalogue.ndjson", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);

/** Every category, in the order of the documentation. */
export const categories: readonly Category<ListedSource>[] = catalogueOf(lines, importCategory);

/** Every source. */
export const sources: readonly ListedSource[] = categories.flatMap((category) => category.sources);

/** The sources by name. */
const catalogue: Catalogue = catalogueFor(categories);

/** A source by `id` or `category/id`. */
export const findSource = (name: string): ListedSource | undefined => catalogue.find(name);

/** The lines of a catalogue, whose categories' code comes from `load`: once each, and again only after it failed. */
export function catalogueOf(
  texts: readonly string[],
  load: (category: string) => Promise<Category>,
): readonly Category<ListedSource>[] {
  const shelves = new Map<string, { title: string; sources: ListedSource[]; code: Observable<Category> }>();
  const ahead = texts.values();
  for (const text of ahead) {
    const line: CategoryLine | SourceLine = JSON.parse(text);
    if ("category" in line) {
      const shelf = shelves.get(line.category);
      const schemas = ahead.next().value ?? "";
      shelf?.sources.push(listing(line, schemas, shelf.code));
    } else {
      const code = defer(() => from(load(line.id))).pipe(shareReplay(1));
      shelves.set(line.id, { title: line.title, sources: [], code });
    }
  }
  return [...shelves].map(([id, { title, sources }]) => ({ id, title, sources }));
}

/** A source's lines as a source; its schemas, nearly all of the catalogue, are read by the first who wants them. */
function listing({ query, ...facts }: SourceLine, text: string, category: Observable<Category>): ListedSource {
  let schemas: SchemasLine | undefined;
  const read = (): SchemasLine => {
    const line: SchemasLine = schemas ?? JSON.parse(text);
    schemas = line;
    return line;
  };
  let imported: Source | undefined;
  const code = category.pipe(
    map(({ sources }) => {
      imported ??= sourceIn(sources, facts);
      return imported;
    }),
    catchError((cause: unknown) =>
      throwError(() => new SourceError("internal", `What reads ${facts.title} could not be loaded.`, { cause })),
    ),
  );
  const loaded = (): Source | undefined => imported;
  return {
    ...facts,
    query: {
      ...query,
      get options(): JsonSchema {
        return read().options;
      },
    },
    get item(): JsonSchema {
      return read().item;
    },
    code,
    loaded,
    open: (q, options, context) => withCode({ code, loaded }, (source) => source.open(q, options, context)),
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
