import { concat, defer, type Observable, of, tap } from "rxjs";
import { type ExtractResponse, extract } from "../pipelines/extract.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { printed } from "./print.ts";

export interface ExtractWishes {
  readonly images?: boolean;
  readonly markdown?: boolean;
  readonly format: PrintFormat;
}

/**
 * `tributary extract`: the pages' clean text, one after another; pages that failed are named on the last lines. Emits the
 * exit status: 1 when no page at all could be read.
 */
export function extractCommand(
  { env }: Runtime,
  urls: readonly string[],
  { images = false, markdown = false, format }: ExtractWishes,
  out: NodeJS.WritableStream,
): Observable<number> {
  const request = {
    urls,
    includeImages: images,
    includeRawContent: true,
    format: markdown ? "markdown" : "text",
  } as const;
  return defer(() => {
    let status = 0;
    const read$ = extract(request, { upstream: env.upstream }).pipe(
      tap((event) => {
        if (event.event === "done" && event.data.results.length === 0) status = 1;
      }),
    );
    return concat(
      printed(read$, format, { list: "results" }, textOf, out),
      defer(() => of(status)),
    );
  });
}

function textOf({ results, failed_results }: ExtractResponse): string {
  const pages = results.map(({ url, title, raw_content, images }) =>
    [title && `# ${title}`, url, "", raw_content, ...images.map((image) => `image: ${image.url}`)]
      .filter((line) => line !== undefined)
      .join("\n"),
  );
  const failures = failed_results.map(({ url, error, code }) => `${url}: ${code}: ${error}`);
  return `${[...pages, ...failures].join("\n\n")}\n`;
}
