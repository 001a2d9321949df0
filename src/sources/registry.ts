import type { Category } from "./define.ts";
import { search } from "./search/index.ts";
import type { Source } from "./source.ts";

/** Every category, in the order of the documentation. */
export const categories: readonly Category[] = [search];

/** Every source. */
export const sources: readonly Source[] = categories.flatMap((category) => category.sources);

const byName = new Map(
  sources.flatMap(
    (source) =>
      [
        [source.id, source],
        [`${source.category}/${source.id}`, source],
      ] as const,
  ),
);

/** A source by `id` or `category/id`. */
export const findSource = (name: string): Source | undefined => byName.get(name);

/** The engine that is asked where one engine is wanted and none is named. */
export const DEFAULT_ENGINE = "duckduckgo";
