import { map, type Observable, tap } from "rxjs";
import { SourceError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { sources as builtIn } from "../sources/catalogue.ts";
import { doctor } from "./doctor.ts";
import type { PrintFormat } from "./formats.ts";
import type { Outputs } from "./print.ts";

/** `tributary test-source`: the sources in `SOURCES_DIR`, each asked its example; those that cannot be used are told of first. */
export function testSource(
  runtime: Runtime,
  names: readonly string[],
  wishes: { readonly format: PrintFormat },
  outputs: Outputs,
): Observable<number> {
  const { config, catalogue, broken } = runtime;
  if (config.SOURCES_DIR === undefined)
    throw new SourceError("bad-query", "SOURCES_DIR is not set: it names the folder of your own sources.");
  const known = new Set(builtIn.map(({ id }) => id));
  const chosen = ({ category, id }: { readonly category: string; readonly id: string }): boolean =>
    names.length === 0 || names.some((name) => name === category || name === id || name === `${category}/${id}`);
  const own = catalogue.sources.filter((source) => !known.has(source.id) && chosen(source));
  const failed = broken.filter(({ id }) => {
    const [category = "", name = ""] = id.split("/");
    return chosen({ category, id: name });
  });
  if (own.length === 0 && failed.length === 0)
    throw new SourceError("unknown-source", `There is no such source in ${config.SOURCES_DIR}.`);
  return doctor(runtime, own, wishes, outputs).pipe(
    tap({
      subscribe: () => failed.map(({ id, error }) => outputs.err.write(`${id}: ${error.kind}: ${error.message}\n`)),
    }),
    map((status) => (failed.length > 0 ? 1 : status)),
  );
}
