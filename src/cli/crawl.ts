import { createWriteStream } from "node:fs";
import { createLogUpdate } from "log-update";
import {
  asyncScheduler,
  defer,
  finalize,
  fromEvent,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  scan,
  switchMap,
  take,
  takeUntil,
  tap,
  throttleTime,
} from "rxjs";
import type { StreamEvent } from "../events.ts";
import { fork } from "../operators/fork.ts";
import { crawl } from "../pipelines/crawl/crawl.ts";
import { crawlOptions } from "../pipelines/crawl/options.ts";
import type { CrawlResponse } from "../pipelines/crawl/response.ts";
import type { Runtime } from "../runtime.ts";
import { checked } from "./wishes.ts";

export interface CrawlWishes {
  readonly limit?: number;
  readonly maxDepth?: number;
  readonly maxBreadth?: number;
  readonly timeout?: number;
  readonly selectPaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  readonly external?: boolean;
  readonly images?: boolean;
  readonly markdown?: boolean;
  /** A file for the pages; absent: standard output. */
  readonly out?: string;
}

/** The progress line is written again no sooner than this. */
const REDRAW_MS = 100;

/** `tributary crawl`: a site's pages as NDJSON, one a line, and on `err` how it goes. */
export function crawlCommand(
  { env }: Pick<Runtime, "env">,
  url: string,
  wishes: CrawlWishes,
  out: NodeJS.WritableStream,
  err: NodeJS.WriteStream,
): Observable<never> {
  const options = checked(crawlOptions, {
    limit: wishes.limit,
    max_depth: wishes.maxDepth,
    max_breadth: wishes.maxBreadth,
    timeout: wishes.timeout,
    select_paths: wishes.selectPaths,
    exclude_paths: wishes.excludePaths,
    allow_external: wishes.external,
    include_images: wishes.images,
    content_format: wishes.markdown ? "markdown" : "text",
  });
  return opened(wishes.out, out).pipe(
    switchMap((file) =>
      defer(() => {
        let queue = 1;
        const onQueue = (waiting: number): void => {
          queue = waiting;
        };
        return showCrawl(crawl({ url, ...options }, { upstream: env.upstream, hold: false, onQueue }), {
          out: file,
          err,
          queue: () => queue,
        });
      }),
    ),
    take(1),
  );
}

/** Where the pages go, once it is open: a file of that name, or what there is without one. Closed when let go of. */
function opened(path: string | undefined, out: NodeJS.WritableStream): Observable<NodeJS.WritableStream> {
  if (path === undefined) return merge(NEVER, map(() => out)(fromOnce()));
  return defer(() => {
    const file = createWriteStream(path);
    const failed$ = fromEvent(file, "error").pipe(
      map((error) => {
        throw error;
      }),
    );
    return fromEvent(file, "open").pipe(
      map(() => file),
      takeUntil(failed$),
      finalize(() => file.end()),
    );
  });
}
