import { defer, type Observable, of } from "rxjs";
import type { Runtime } from "../runtime.ts";
import type { ListedSource } from "../sources/source.ts";
import type { Outputs } from "./print.ts";

/**
 * `tributary sources`: the sources in whose names, titles or descriptions each of the words stands, all without words; a
 * line each. Emits the exit status: 1 where there is none.
 */
export const sourcesCommand = (
  { catalogue: { sources } }: Pick<Runtime, "catalogue">,
  words: readonly string[],
  { out, err }: Outputs,
): Observable<number> =>
  defer(() => {
    const wanted = words.flatMap((word) => word.toLowerCase().split(/\s+/)).filter(Boolean);
    const found = sources.filter((source) => wanted.every((word) => textOf(source).includes(word)));
    for (const source of found) out.write(`${lineOf(source)}\n`);
    if (found.length === 0) err.write("No source has these words. Without words, all are listed.\n");
    return of(found.length > 0 ? 0 : 1);
  });

const textOf = ({ category, id, title, query, terms }: ListedSource): string =>
  [`${category}/${id}`, title, query.describe, terms].join("\n").toLowerCase();

const lineOf = ({ category, id, title, query }: ListedSource): string =>
  `${`${category}/${id}`.padEnd(32)}  ${title}: ${query.describe}, e.g. ${query.example}`;
