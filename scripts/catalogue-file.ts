import type { Category } from "../src/sources/define.ts";
import { listed } from "../src/sources/listing.ts";

/** What the service knows of its sources without their code: a line a category, a line a source, in the registry's order. */
export const catalogueFile = (categories: readonly Category[]): string =>
  categories
    .map(listed)
    .flatMap(({ id, title, sources }) => [
      { id, title },
      ...sources.map(({ category, id, title, docs, terms, key, polite, backedBy, weight, ttlMs, query, item }) => ({
        category,
        id,
        title,
        docs,
        terms,
        key,
        polite,
        backedBy,
        weight,
        ttlMs,
        query,
        item,
      })),
    ])
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
