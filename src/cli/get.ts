import type { Observable } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../errors.ts";
import { unknownNames, words } from "../pipelines/parameters.ts";
import { parser } from "../pipelines/parser.ts";
import type { Runtime } from "../runtime.ts";
import { fresh } from "../sources/run.ts";
import { printedAnalysis } from "./analysis.ts";
import type { PrintFormat } from "./formats.ts";
import { failures, itemLines } from "./items.ts";
import { type Outputs, printed } from "./print.ts";

export interface GetCommandOptions {
  readonly pages: number;
  readonly cache: boolean;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  /** The source's own parameters, each `name=value`. */
  readonly option?: readonly string[];
  readonly format: PrintFormat;
}

/** `tributary get`: the items of one source, or what an analysis answers. */
export function getCommand(
  { env: own, catalogue }: Pick<Runtime, "env" | "catalogue">,
  name: string,
  q: string,
  { pages, cache, maxAge, timeout, option = [], format }: GetCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const env = fresh(own, { max_age: maxAge });
  const options = Object.fromEntries(option.map(pairOf));
  const analysis = printedAnalysis(
    name,
    { ...options, q, ...(!cache && { no_cache: "true" }), ...(timeout && { timeout: String(timeout) }) },
    { env, format },
    outputs,
  );
  if (analysis) return analysis;
  const source = catalogue.named(name);
  checked(z.object({ query: words(source.query.describe, source.query.example) }), { query: q });
  const unread = unknownNames("option", Object.keys(options), Object.keys(source.query.options.properties ?? {}));
  const ask = { q, pagecount: pages, noCache: !cache, probe: !cache, options };
  return printed(
    parser(source, ask, env, { deadlineMs: timeout && timeout * 1000 }),
    {
      format,
      layout: { list: "items" },
      textOf: ({ items }) => itemLines(items, outputs.out.isTTY, true),
      remarksOf: ({ items, sources, warnings = [], time_ms }) => [
        ...(unread ? [unread] : []),
        ...warnings,
        ...failures(sources),
        `${items.length} items in ${time_ms} ms`,
      ],
      answered: ({ items }) => items.length > 0,
    },
    outputs,
  );
}

export function pairOf(text: string): readonly [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new SourceError("bad-query", `--option ${text}: name=value is wanted.`);
  return [name, value];
}
