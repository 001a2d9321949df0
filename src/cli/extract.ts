import type { Observable } from "rxjs";
import { ran } from "../operations/define.ts";
import { extractOperation } from "../operations/extract.ts";
import type { ExtractResponse } from "../pipelines/extract.ts";
import type { Runtime } from "../runtime.ts";
import type { RenderMode } from "../upstream/types.ts";
import type { PrintFormat } from "./formats.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

export interface ExtractWishes {
  readonly images?: boolean;
  readonly markdown?: boolean;
  readonly render?: RenderMode | undefined;
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
  { images = false, markdown = false, render, timeout, format, cache = true, maxAge }: ExtractWishes,
  outputs: Outputs,
): Observable<number> {
  const asked = {
    urls,
    include_images: images,
    format: markdown ? "markdown" : "text",
    render,
    no_cache: !cache,
    max_age: maxAge,
  };
  return printed(
    ran(extractOperation, asked, scopeFor(runtime, timeout)),
    {
      format,
      layout: extractOperation.rows,
      textOf,
      remarksOf: ({ failed_results }) => failed_results.map(({ url, error, code }) => `${url}: ${code}: ${error}`),
      answered: ({ results }) => results.length > 0,
      refused: ({ failed_results }) => failed_results.every(({ code }) => code === "forbidden-target"),
    },
    outputs,
  );
}

function textOf({ results }: ExtractResponse): string {
  const pages = results.map(({ url, title, raw_content, images }) =>
    [title && `# ${title}`, url, "", raw_content, ...images.map((image) => `image: ${image.url}`)]
      .filter((line) => line !== undefined)
      .join("\n"),
  );
  return pages.length > 0 ? `${pages.join("\n\n")}\n` : "";
}
