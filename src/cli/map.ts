import { type Observable, tap } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { begun } from "../operations/define.ts";
import { mapOperation } from "../operations/site.ts";
import { mapOptions } from "../pipelines/crawl/options.ts";
import type { MapResponse } from "../pipelines/map/map.ts";
import type { Runtime } from "../runtime.ts";
import type { RenderMode } from "../upstream/types.ts";
import type { PrintFormat } from "./formats.ts";
import { parsedOptions } from "./options.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

export interface MapCommandOptions {
  readonly limit?: number;
  readonly timeout?: number;
  readonly selectPaths?: readonly string[];
  readonly excludePaths?: readonly string[];
  readonly external?: boolean;
  readonly subdomains?: boolean;
  readonly render?: RenderMode | undefined;
  readonly format: PrintFormat;
}

/** The command's options as the parameters of a map. */
export const mapParameters = (wishes: MapCommandOptions) => ({
  limit: wishes.limit,
  timeout: wishes.timeout,
  select_paths: wishes.selectPaths,
  exclude_paths: wishes.excludePaths,
  allow_external: wishes.external,
  include_subdomains: wishes.subdomains,
  render: wishes.render,
});

/** `tributary map`: a site's addresses, each on a line as it is found; what could not be read is told beside them. */
export function mapCommand(
  runtime: Runtime,
  url: string,
  wishes: MapCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const options = parsedOptions(mapOptions, mapParameters(wishes));
  return showMap(begun(mapOperation, { ...options, url }, scopeFor(runtime, undefined)), wishes.format, outputs);
}

export function showMap(
  events$: Observable<StreamEvent<MapResponse>>,
  format: PrintFormat,
  outputs: Outputs,
): Observable<number> {
  const shown$ = events$.pipe(
    tap((event) => {
      if (format === "text" && event.event === "page") outputs.out.write(`${event.data["url"]}\n`);
    }),
  );
  return printed(shown$, { format, layout: mapOperation.rows, remarksOf, answered: ({ total }) => total > 0 }, outputs);
}

const WHY = {
  limit: "There may be more: the limit was reached.",
  timeout: "There may be more: the time was up.",
} as const;

const remarksOf = ({ failed_results, stopped, total, response_time }: MapResponse): readonly string[] => [
  ...failed_results.map(({ url, code, error }) => `${url}: ${code}: ${error}`),
  `${total} addresses in ${response_time} s`,
  ...(stopped ? [WHY[stopped]] : []),
];
