import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { categories } from "../../src/sources/catalogue.ts";
import type { ListedSource } from "../../src/sources/source.ts";
import { FIXTURES } from "../e2e/processes.ts";

/** A source and what its fixture was recorded with. */
export interface Known {
  readonly source: ListedSource;
  readonly q: string;
  readonly options: Readonly<Record<string, string>>;
}

/** Two sources of each category that are asked without a key. */
export const known: readonly Known[] = categories.flatMap(({ id, sources }) =>
  sources
    .filter((source) => !source.key?.required && existsSync(join(FIXTURES, id, source.id)))
    .flatMap((source): readonly Known[] => {
      const items = loadRecordings(FIXTURES, `${id}/${source.id}`).find(({ meta }) => meta.case === "items");
      if (!items || items.meta.key) return [];
      return [{ source, q: items.meta.q ?? source.query.example, options: items.meta.options ?? {} }];
    })
    .slice(0, 2),
);

export const SEARCH = "javascript tutorial";
export const PAGE = "https://plain.example/";

/** An example of each kind of wrong input that every face can be given. */
export const LONG = "x".repeat(2_001);
