import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { defer, from, map, mergeMap, type Observable, of } from "rxjs";
import { SourceError } from "../errors.ts";
import { ran } from "../operations/define.ts";
import { extractOperation } from "../operations/extract.ts";
import type { ExtractResponse } from "../pipelines/extract.ts";
import type { Runtime } from "../runtime.ts";
import type { RenderMode } from "../upstream/types.ts";
import type { PrintFormat } from "./formats.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

export interface ExtractCommandOptions {
  readonly images?: boolean;
  readonly markdown?: boolean;
  readonly render?: RenderMode | undefined;
  /** A file that holds a JSON schema; `-`: standard input. */
  readonly schema?: string | undefined;
  readonly prompt?: string | undefined;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  readonly format: PrintFormat;
  readonly cache?: boolean;
  /** Seconds. */
  readonly maxAge?: number | undefined;
}

/** `tributary extract`: the pages' clean text, one after another; pages that failed are told of beside it. */
export function extractCommand(
  runtime: Runtime,
  urls: readonly string[],
  {
    images = false,
    markdown = false,
    render,
    schema,
    prompt,
    timeout,
    format,
    cache = true,
    maxAge,
  }: ExtractCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const asked = {
    urls,
    include_images: images,
    format: markdown ? "markdown" : "text",
    render,
    prompt,
    no_cache: !cache,
    max_age: maxAge,
  };
  const events$ = schemaIn(schema).pipe(
    mergeMap((read) => ran(extractOperation, { ...asked, schema: read }, scopeFor(runtime, timeout))),
  );
  return printed(
    events$,
    {
      format,
      layout: extractOperation.rows,
      textOf,
      remarksOf: ({ results, failed_results }) => [
        ...results.flatMap(({ url, unverified = [] }) =>
          unverified.length > 0 ? [`${url}: nothing on the page was found for ${unverified.join(", ")}`] : [],
        ),
        ...failed_results.map(({ url, error, code }) => `${url}: ${code}: ${error}`),
      ],
      answered: ({ results }) => results.length > 0,
      refused: ({ failed_results }) => failed_results.every(({ code }) => REFUSED.has(code)),
    },
    outputs,
  );
}

/** What of an address may not be asked, or is none. */
const REFUSED: ReadonlySet<string> = new Set(["forbidden-target", "bad-query"]);

/** The schema that a file holds; undefined where none is named. */
function schemaIn(path: string | undefined): Observable<unknown> {
  if (path === undefined) return of(undefined);
  return defer(() => from(text(path === "-" ? process.stdin : createReadStream(path)))).pipe(
    map((words): unknown => {
      try {
        return JSON.parse(words);
      } catch (cause) {
        throw new SourceError("bad-query", "schema: must be a JSON schema, an object; the file holds no JSON.", {
          cause,
        });
      }
    }),
  );
}

function textOf({ results }: ExtractResponse): string {
  const pages = results.map(({ url, title, raw_content, images, passages, data }) =>
    [
      title && `# ${title}`,
      url,
      "",
      passages ? JSON.stringify(data, null, 2) : raw_content,
      ...images.map((image) => `image: ${image.url}`),
    ]
      .filter((line) => line !== undefined)
      .join("\n"),
  );
  return pages.length > 0 ? `${pages.join("\n\n")}\n` : "";
}
