import type { Observable } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { cutOffAfter, OPERATION_MS } from "../pipelines/deadlines.ts";
import { type ExtractResponse, extract } from "../pipelines/extract.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { type Outputs, printed } from "./print.ts";

export interface ExtractWishes {
  readonly images?: boolean;
  readonly markdown?: boolean;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  readonly format: PrintFormat;
}

/** `tributary extract`: the pages' clean text, one after another; pages that failed are told of beside it. */
export function extractCommand(
  { env }: Runtime,
  urls: readonly string[],
  { images = false, markdown = false, timeout, format }: ExtractWishes,
  outputs: Outputs,
): Observable<number> {
  const request = {
    urls,
    includeImages: images,
    includeRawContent: true,
    format: markdown ? "markdown" : "text",
  } as const;
  return printed(
    extract(request, { upstream: env.upstream }).pipe(
      cutOffAfter<StreamEvent<ExtractResponse>>(timeout ? timeout * 1000 : OPERATION_MS),
    ),
    {
      format,
      layout: { list: "results" },
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
