import type { Observable } from "rxjs";
import { SourceError } from "../errors.ts";
import { ran } from "../operations/define.ts";
import { parserOperation, unknownOptions } from "../operations/parser.ts";
import type { Runtime } from "../runtime.ts";
import { printedAnalysis } from "./analysis.ts";
import type { PrintFormat } from "./formats.ts";
import { failures, itemLines } from "./items.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

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
  runtime: Runtime,
  name: string,
  q: string,
  { pages, cache, maxAge, timeout, option = [], format }: GetCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const options = Object.fromEntries(option.map(pairOf));
  const age = { no_cache: !cache, max_age: maxAge };
  const scope = scopeFor(runtime, timeout);
  const analysis = printedAnalysis(name, { ...options, q, ...(timeout && { timeout: String(timeout) }) }, age, scope, {
    ...outputs,
    format,
  });
  if (analysis) return analysis;
  const unread = unknownOptions(runtime.catalogue.named(name), options);
  return printed(
    ran(parserOperation, { parser: name, query: q, pagecount: pages, options, ...age }, scope),
    {
      format,
      layout: parserOperation.rows,
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
