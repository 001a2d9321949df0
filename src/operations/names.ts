import { z } from "zod";
import { type Catalogue, engineNamed, unknownSource } from "../sources/by-name.ts";
import { mayAsk } from "../sources/ready.ts";
import type { RunEnv } from "../sources/run.ts";
import type { ListedSource } from "../sources/source.ts";

/** Names of one list at most. */
const MAX_NAMES = 100;

/** Names of engines, as a list or separated by commas, each once. */
export const EngineNames = z
  .union([z.array(z.string()), z.string().transform((list) => list.split(",", MAX_NAMES))], {
    error: "must be a list of engine ids",
  })
  .transform((names) => [...new Set(names.map((name) => name.trim()).filter(Boolean))])
  .pipe(z.array(z.string()).min(1, { error: "must name engines, separated by commas" }))
  .optional();

/** Returns the engines of some names among those that the operator lets searches ask; throws `unknown-source`. */
export function enginesNamed<S extends ListedSource>(
  names: readonly string[],
  engines: readonly S[],
  env: RunEnv,
): readonly S[] {
  const allowed = engines.filter((engine) => mayAsk(engine, env));
  return names.map((name) => engineNamed(name, allowed));
}

/** Returns the sources of a category. */
export const sourcesOf = ({ categories }: Catalogue, category: string): readonly ListedSource[] =>
  categories.find(({ id }) => id === category)?.sources ?? [];

/** Returns the sources of categories and names, each once; without names all. Throws `unknown-source`. */
export function sourcesNamed(catalogue: Catalogue, names: readonly string[] | undefined): readonly ListedSource[] {
  if (names === undefined) return catalogue.sources;
  const found = names.flatMap((name) => {
    const category = catalogue.categories.find(({ id }) => id === name);
    const sources = category?.sources ?? catalogue.find(name);
    if (sources === undefined) throw unknownSource(name, catalogue.near(name));
    return sources;
  });
  return [...new Set(found)];
}
