import { concatMap, isObservable, map as mapped, type Observable, of } from "rxjs";
import { z } from "zod";
import { findAnalysis } from "../aggregate/index.ts";
import { SourceError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { asTask, requestPath } from "../tasks/request-path.ts";
import type { InsideRequest } from "../tasks/units.ts";
import { batchIn } from "./batch.ts";
import { type CrawlCommandOptions, crawlParameters } from "./crawl.ts";
import { type GetCommandOptions, pairOf } from "./get.ts";
import { type MapCommandOptions, mapParameters } from "./map.ts";
import type { Outputs } from "./print.ts";
import type { ResearchCommandOptions } from "./research.ts";
import { withService } from "./service.ts";

const Ordered = z.object({ task_id: z.string() });

/** Orders a request of the service's own interface as a task. Emits the task's id, a line; `err` says what becomes of it. */
export const ordered = (
  runtime: Runtime,
  request: InsideRequest | Observable<InsideRequest>,
  { err }: Pick<Outputs, "err">,
): Observable<string> =>
  withService(
    runtime,
    {
      err,
      alone: (base) =>
        err.write(`No service listens at ${base}: the task begins once one is started (tributary serve).\n`),
    },
    (ask) =>
      (isObservable(request) ? request : of(request)).pipe(concatMap((one) => ask({ ...one, path: asTask(one.path) }))),
  ).pipe(mapped((answer) => Ordered.parse(answer).task_id));

const crawl = (q: string, wishes: CrawlCommandOptions): InsideRequest => ({
  method: "GET",
  path: requestPath("/crawl", { q, ...crawlParameters(wishes) }),
});

const map = (q: string, wishes: MapCommandOptions): InsideRequest => ({
  method: "GET",
  path: requestPath("/map", { q, ...mapParameters(wishes) }),
});

const research = (query: string, wishes: ResearchCommandOptions): InsideRequest => ({
  method: "POST",
  path: "/research",
  body: {
    query,
    model: wishes.pro ? "pro" : "mini",
    max_results: wishes.maxResults,
    sources: wishes.engines,
    timeout: wishes.timeout,
    no_cache: !wishes.cache,
    max_age: wishes.maxAge,
  },
});

function analysis(name: string, q: string, { cache, maxAge, timeout, option = [] }: GetCommandOptions) {
  if (!findAnalysis(`/${name}`))
    throw new SourceError(
      "bad-query",
      `--background: ${name} is no analysis; a source is asked with: tributary batch.`,
    );
  const path = requestPath(`/${name}`, {
    ...Object.fromEntries(option.map(pairOf)),
    q,
    no_cache: cache ? undefined : true,
    max_age: maxAge,
    timeout,
  });
  return { method: "GET" as const, path };
}

/** A batch's JSON, in a file or on standard input. */
const batch = (path: string | undefined): Observable<InsideRequest> =>
  batchIn(path).pipe(mapped((body) => ({ method: "POST", path: "/batch", body })));

/** The requests that `tributary crawl`, `map`, `research`, `batch`, and `get` of an analysis, stand for. */
export const requests = { crawl, map, research, batch, analysis };
