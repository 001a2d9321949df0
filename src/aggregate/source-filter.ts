import { SourceError } from "../errors.ts";
import { findSource } from "../sources/catalogue.ts";
import type { SourceRole } from "./source-roles.ts";

/** The sources that a `sources=` names, by id or `category/id`; undefined where it names none. Throws `bad-query`. */
export function allowed(
  list: string | undefined,
  { path, sources }: { readonly path: string; readonly sources: ReadonlyMap<string, SourceRole> },
): ReadonlySet<string> | undefined {
  const names = new Set((list ?? "").split(",", 200).flatMap((name) => name.trim() || []));
  if (names.size === 0) return undefined;
  return new Set(
    [...names].map((name) => {
      const id = name.includes("/") ? findSource(name)?.id : name;
      if (id !== undefined && sources.has(id)) return id;
      throw new SourceError(
        "bad-query",
        `sources: “${name.slice(0, 80)}” is not a parser of ${path}; allowed are ${[...sources.keys()].join(", ")}.`,
      );
    }),
  );
}

/** A source was not asked, for the request names others: no failure, and nothing to tell of. */
export class SourceNotSelected extends SourceError {
  constructor(id: string) {
    super("bad-query", `sources: ${id} is needed for this, and not named.`);
  }
}
