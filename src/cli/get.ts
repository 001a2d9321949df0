import type { Observable } from "rxjs";
import { SourceError } from "../errors.ts";
import { createCatalogue, pathName } from "../http/catalogue.ts";
import { parser } from "../pipelines/parser.ts";
import type { Runtime } from "../runtime.ts";
import { categories } from "../sources/catalogue.ts";
import { printedAnalysis } from "./analysis.ts";
import type { PrintFormat } from "./formats.ts";
import { failures, itemLines } from "./items.ts";
import { type Outputs, printed } from "./print.ts";

export interface GetWishes {
  readonly pages: number;
  readonly cache: boolean;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  /** The source's own parameters, each `name=value`. */
  readonly option?: readonly string[];
  readonly format: PrintFormat;
}

/** `tributary get`: the items of one source, or what an analysis answers. */
export function getCommand(
  { env }: Pick<Runtime, "env">,
  name: string,
  q: string,
  { pages, cache, timeout, option = [], format }: GetWishes,
  outputs: Outputs,
): Observable<number> {
  const options = Object.fromEntries(option.map(pairOf));
  const analysis = printedAnalysis(
    name,
    { ...options, q, ...(!cache && { no_cache: "true" }), ...(timeout && { timeout: String(timeout) }) },
    { env, format },
    outputs,
  );
  if (analysis) return analysis;
  const catalogue = createCatalogue(categories);
  const source = catalogue.find(name);
  if (!source) {
    const near = catalogue.near(name).map(pathName).join(", ");
    throw new SourceError("unknown-source", `There is no source “${name}”.${near && ` Did you mean ${near}?`}`);
  }
  const unknown = Object.keys(options).find((key) => !Object.hasOwn(source.query.options.properties ?? {}, key));
  if (unknown !== undefined) {
    const known = Object.keys(source.query.options.properties ?? {}).join(", ") || "none";
    throw new SourceError("bad-query", `${pathName(source)} has no option “${unknown}”; it has ${known}.`);
  }
  const ask = { q, pagecount: pages, noCache: !cache, probe: !cache, options };
  return printed(
    parser(source, ask, env, { deadlineMs: timeout && timeout * 1000 }),
    {
      format,
      layout: { list: "items" },
      textOf: ({ items }) => itemLines(items, outputs.out.isTTY, true),
      remarksOf: ({ items, sources, warnings = [], time_ms }) => [
        ...warnings,
        ...failures(sources),
        `${items.length} items in ${time_ms} ms`,
      ],
      answered: ({ items }) => items.length > 0,
    },
    outputs,
  );
}

function pairOf(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new SourceError("bad-query", `--option ${text}: name=value is wanted.`);
  return [name, value];
}
