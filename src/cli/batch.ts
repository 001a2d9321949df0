import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { defer, from, map, mergeMap, type Observable } from "rxjs";
import { SourceError } from "../errors.ts";
import { batchOperation } from "../operations/batch.ts";
import { ran } from "../operations/define.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { itemLines } from "./items.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

interface BatchCommandOptions {
  readonly format: PrintFormat;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  readonly cache: boolean;
  /** Seconds. */
  readonly maxAge?: number | undefined;
}

/** `tributary batch`: several sources at once, as a JSON list of `{ parser, query }` in a file or on standard input orders. */
export function batchCommand(
  runtime: Runtime,
  path: string | undefined,
  { format, timeout, cache, maxAge }: BatchCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const events$ = batchIn(path).pipe(
    map((requests) => ({ requests, no_cache: !cache, max_age: maxAge })),
    mergeMap((asked) => ran(batchOperation, asked, scopeFor(runtime, timeout))),
  );
  return printed(
    events$,
    {
      format,
      layout: batchOperation.rows,
      textOf: ({ results }) =>
        results
          .filter(({ success }) => success)
          .map(({ parser, query, items }) => `${parser} ${query}\n${itemLines(items, outputs.out.isTTY, true)}`)
          .join("\n"),
      remarksOf: ({ results, time_ms }) => [
        ...results.flatMap(({ parser, query, code, error }) =>
          error ? [`${parser} ${query}: ${code}: ${error}`] : [],
        ),
        `${results.filter(({ success }) => success).length} of ${results.length} answered in ${time_ms} ms`,
      ],
      answered: ({ results }) => results.some(({ success }) => success),
    },
    outputs,
  );
}

/** The batch that a file, or standard input, orders. */
export const batchIn = (path: string | undefined): Observable<unknown> =>
  defer(() => from(text(path === undefined || path === "-" ? process.stdin : createReadStream(path)))).pipe(
    map(jsonIn),
  );

function jsonIn(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch (cause) {
    throw new SourceError("bad-query", 'The batch is no JSON: a list of { "parser", "query" } is wanted.', { cause });
  }
}
