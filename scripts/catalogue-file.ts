import type { Category } from "../src/sources/define.ts";
import { listed } from "../src/sources/listing.ts";

/**
 * What the service knows of its sources without their code, in the registry's order: a line a category, and two a source,
 * what it is and its schemas.
 */
export const catalogueFile = (categories: readonly Category[]): string =>
  categories
    .map(listed)
    .flatMap(({ id, title, sources }) => [
      { id, title },
      ...sources.flatMap(
        ({ category, id, title, docs, terms, key, polite, backedBy, weight, ttlMs, remembers, query, item }) => {
          const { describe, example, options } = query;
          const words = { describe, example };
          return [
            { category, id, title, docs, terms, key, polite, backedBy, weight, ttlMs, remembers, query: words },
            { options, item },
          ];
        },
      ),
    ])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
