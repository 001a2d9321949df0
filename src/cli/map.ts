import { ignoreElements, type Observable, tap } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { mapOptions } from "../pipelines/crawl/options.ts";
import { type MapResponse, mapSite } from "../pipelines/map/map.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { printed } from "./print.ts";
import { checked } from "./wishes.ts";

export interface MapWishes {
  readonly limit?: number;
  readonly timeout?: number;
  readonly selectPaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  readonly external?: boolean;
  readonly subdomains?: boolean;
  readonly format: PrintFormat;
}

/** `tributary map`: a site's addresses, each on a line as it is found; what could not be read is told on `err`. */
export function mapCommand(
  { env }: Pick<Runtime, "env">,
  url: string,
  wishes: MapWishes,
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Observable<never> {
  const options = checked(mapOptions, {
    limit: wishes.limit,
    timeout: wishes.timeout,
    select_paths: wishes.selectPaths,
    exclude_paths: wishes.excludePaths,
    allow_external: wishes.external,
    include_subdomains: wishes.subdomains,
  });
  return showMap(mapSite({ url, ...options }, { upstream: env.upstream }), wishes.format, out, err);
}

export function showMap(
  events$: Observable<StreamEvent<MapResponse>>,
  format: PrintFormat,
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Observable<never> {
  if (format !== "text") return printed(events$, format, { list: "urls" }, () => "", out);
  return events$.pipe(
    tap((event) => {
      if (event.event === "page") out.write(`${event.data["url"]}\n`);
      if (event.event === "done") err.write(remarks(event.data));
    }),
    ignoreElements(),
  );
}

const WHY = {
  limit: "There may be more: the limit was reached.",
  timeout: "There may be more: the time was up.",
} as const;

const remarks = ({ failed_results, stopped, total, response_time }: MapResponse): string =>
  [
    ...failed_results.map(({ url, code, error }) => `${url}: ${code}: ${error}`),
    `${total} addresses in ${response_time} s`,
    ...(stopped ? [WHY[stopped]] : []),
  ]
    .map((line) => `${line}\n`)
    .join("");
