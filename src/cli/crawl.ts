import { createWriteStream } from "node:fs";
import { createLogUpdate } from "log-update";
import {
  asyncScheduler,
  concat,
  defer,
  finalize,
  fromEvent,
  ignoreElements,
  map,
  type Observable,
  of,
  scan,
  switchMap,
  take,
  takeUntil,
  tap,
  throttleTime,
} from "rxjs";
import type { StreamEvent } from "../events.ts";
import { begun } from "../operations/define.ts";
import { crawlOperation } from "../operations/site.ts";
import { crawlOptions } from "../pipelines/crawl/options.ts";
import type { CrawlResponse } from "../pipelines/crawl/response.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { parsedOptions } from "./options.ts";
import { type Outputs, stoppedWith, written } from "./print.ts";
import { scopeFor } from "./scope.ts";

export interface CrawlCommandOptions {
  readonly limit?: number;
  readonly maxDepth?: number;
  readonly maxBreadth?: number;
  readonly timeout?: number;
  readonly selectPaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  readonly external?: boolean;
  readonly images?: boolean;
  readonly render?: "auto" | "always" | "never" | undefined;
  readonly markdown?: boolean;
  /** `ndjson`: a page a line as it is read; the others once all are. */
  readonly format: PrintFormat;
  /** A file for the pages; absent: standard output. */
  readonly out?: string;
}

/** The progress line is written again no sooner than this. */
const REDRAW_MS = 100;

/** The command's options as the parameters of a crawl. */
export const crawlParameters = (wishes: CrawlCommandOptions) => ({
  limit: wishes.limit,
  max_depth: wishes.maxDepth,
  max_breadth: wishes.maxBreadth,
  timeout: wishes.timeout,
  select_paths: wishes.selectPaths,
  exclude_paths: wishes.excludePaths,
  allow_external: wishes.external,
  include_images: wishes.images,
  content_format: wishes.markdown ? "markdown" : undefined,
  render: wishes.render,
});

/** `tributary crawl`: a site's pages as NDJSON, one a line, and on `err` how it goes. */
export function crawlCommand(
  runtime: Runtime,
  url: string,
  wishes: CrawlCommandOptions,
  { out, err }: Outputs,
): Observable<number> {
  const options = parsedOptions(crawlOptions, crawlParameters(wishes));
  const { out: path, format } = wishes;
  const crawled = (file: NodeJS.WritableStream): Observable<number> =>
    defer(() => {
      let waiting = 1;
      const onQueue = (addresses: number): void => {
        waiting = addresses;
      };
      const scope = { ...scopeFor(runtime, undefined), streamed: format === "ndjson", onQueue };
      const events$ = begun(crawlOperation, { ...options, url }, scope);
      return showCrawl(events$, { out: file, err, format, queue: () => waiting });
    });
  return path === undefined ? crawled(out) : withFile(path, crawled);
}

/** Opens a file for as long as something is written to it; fails where it cannot be written. */
function withFile<T>(path: string, writing: (file: NodeJS.WritableStream) => Observable<T>): Observable<T> {
  return defer(() => {
    const file = createWriteStream(path);
    const failed$ = fromEvent(file, "error").pipe(
      map((error) => {
        throw error;
      }),
    );
    return fromEvent(file, "open").pipe(
      take(1),
      switchMap(() => writing(file)),
      takeUntil(failed$),
      finalize(() => file.end()),
    );
  });
}

export interface CrawlView {
  /** Gets the pages. */
  readonly out: NodeJS.WritableStream;
  readonly format: PrintFormat;
  /** Gets the failures as they happen, how it goes (on a terminal), and at the end what it came to. */
  readonly err: NodeJS.WriteStream;
  /** Addresses that wait at present. */
  readonly queue: () => number;
  /** Milliseconds from any fixed point. */
  readonly now?: () => number;
}

/** Shows a crawl as it goes; emits the exit status: 0 where a page was read, else 1. */
export function showCrawl(
  events$: Observable<StreamEvent<CrawlResponse>>,
  { out, err, format, queue, now = () => performance.now() }: CrawlView,
): Observable<number> {
  return defer(() => {
    const begin = now();
    const live = err.isTTY ? createLogUpdate(err) : undefined;
    const aside = (line: string): void => {
      live?.clear();
      err.write(`${line}\n`);
    };
    const line = ({ pages, failed, duplicates }: Count): string => {
      const rate = pages / Math.max(0.001, (now() - begin) / 1000);
      return `${pages} pages, ${rate.toFixed(1)} a second; ${queue()} waiting; ${failed} failed, ${duplicates} duplicates`;
    };
    let status = 1;
    let kept = 0;
    const shown$ = events$.pipe(
      tap({
        next: (event) => {
          if (event.event === "done") {
            if (format !== "ndjson") out.write(written(event.data, format, crawlOperation.rows, textOf));
            aside(summary(event.data));
            status = event.data.pages > 0 ? 0 : 1;
          }
          if (event.event !== "page") return;
          const { url, error, code, duplicate_of } = event.data;
          if (error !== undefined) aside(`${url}: ${code}: ${error}`);
          else if (duplicate_of === undefined) {
            kept += 1;
            if (format === "ndjson") out.write(`${JSON.stringify(event.data)}\n`);
          }
        },
        unsubscribe: () => aside(stoppedWith(kept, format === "ndjson").trimEnd()),
      }),
      scan(counted, { pages: 0, failed: 0, duplicates: 0 }),
      throttleTime(REDRAW_MS, asyncScheduler, { leading: true, trailing: true }),
      tap((count) => live?.(line(count))),
      ignoreElements(),
      finalize(() => live?.clear()),
    );
    return concat(
      shown$,
      defer(() => of(status)),
    );
  });
}

const textOf = ({ results }: CrawlResponse): string =>
  results.map(({ url, title, raw_content }) => `${title ? `# ${title}\n` : ""}${url}\n\n${raw_content}\n`).join("\n");

interface Count {
  readonly pages: number;
  readonly failed: number;
  readonly duplicates: number;
}

function counted(count: Count, event: StreamEvent<CrawlResponse>): Count {
  if (event.event !== "page") return count;
  const { error, duplicate_of } = event.data;
  if (error !== undefined) return { ...count, failed: count.failed + 1 };
  if (duplicate_of !== undefined) return { ...count, duplicates: count.duplicates + 1 };
  return { ...count, pages: count.pages + 1 };
}

const WHY = { limit: "the limit", timeout: "the time", size: "the size" } as const;

function summary(response: CrawlResponse): string {
  const { base_url, pages, failed_results, duplicates, disallowed, unvisited, stopped, response_time } = response;
  const counts = [
    `${pages} pages of ${base_url} in ${response_time} s`,
    `${failed_results.length} failed`,
    `${duplicates.length} duplicates`,
    `${disallowed} forbidden by robots.txt`,
    `${unvisited} not visited`,
  ];
  return `${counts.join(", ")}${stopped ? `; ${WHY[stopped]} was reached` : ""}`;
}
