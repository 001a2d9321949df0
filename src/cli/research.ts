import { styleText } from "node:util";
import { createLogUpdate } from "log-update";
import { defer, finalize, type Observable, tap } from "rxjs";
import type { StreamEvent } from "../events.ts";
import { ran } from "../operations/define.ts";
import { researchOperation } from "../operations/research.ts";
import type { ResearchResponse } from "../pipelines/research/index.ts";
import type { Runtime } from "../runtime.ts";
import type { RenderMode } from "../upstream/types.ts";
import type { PrintFormat } from "./formats.ts";
import { failures, paintFor } from "./items.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

export interface ResearchCommandOptions {
  readonly pro?: boolean;
  readonly engines?: string;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  readonly maxResults?: number;
  readonly render?: RenderMode | undefined;
  readonly cache: boolean;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  readonly format: PrintFormat;
}

/** `tributary research`: an answer with its sources. */
export function researchCommand(
  runtime: Runtime,
  query: string,
  { pro = false, engines, maxResults, render, timeout, cache, maxAge, format }: ResearchCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const asked = {
    query,
    model: pro ? "pro" : "mini",
    max_results: maxResults,
    sources: engines,
    render,
    no_cache: !cache,
    max_age: maxAge,
  };
  return showResearch(ran(researchOperation, asked, scopeFor(runtime, timeout)), format, outputs);
}

/** What is going on, until there is an answer to show. */
interface Going {
  engines: number;
  ended: number;
  found: number;
  pages: number;
}

/** Shows research: on a terminal what is going on, then the answer as it grows; then, or elsewhere, as `printed` does. */
export function showResearch(
  events$: Observable<StreamEvent<ResearchResponse>>,
  format: PrintFormat,
  { out, err }: Outputs,
): Observable<number> {
  const shown$ = defer(() => {
    if (format !== "text" || !out.isTTY || !err.isTTY) return events$;
    const live = createLogUpdate(err);
    const going: Going = { engines: 0, ended: 0, found: 0, pages: 0 };
    const seen = new Set<string>();
    return events$.pipe(
      tap((event) => {
        if (event.event === "done") live.clear();
        else if (event.event === "answer") live(event.data.text);
        else live(styleText("dim", progress(told(going, seen, event))));
      }),
      finalize(() => live.clear()),
    );
  });
  return printed(
    shown$,
    {
      format,
      layout: { list: "results", first: ["answered", "why", "answer"] },
      textOf: (answer) => textOf(answer, out.isTTY),
      remarksOf: ({ results, sources, warnings = [], response_time }) => [
        ...warnings,
        ...failures(sources),
        `${results.length} sources in ${response_time} s`,
      ],
      answered: ({ answered }) => answered,
    },
    { out, err },
  );
}

function told(going: Going, seen: Set<string>, event: StreamEvent<ResearchResponse>): Going {
  if (event.event === "source") {
    if (event.data.status === "started") going.engines += 1;
    else going.ended += 1;
  }
  if (event.event === "result") going.found = seen.add(event.data.id).size;
  if (event.event === "page") going.pages += 1;
  return going;
}

const progress = ({ engines, ended, found, pages }: Going): string =>
  `${found} pages found; ${ended} of ${engines} searches done${pages > 0 ? `; ${pages} pages read` : ""}`;

function textOf({ answer, results }: ResearchResponse, color: boolean): string {
  const paint = paintFor(color);
  const list = results.map(({ title, url }, index) =>
    [`[${index + 1}] ${paint("bold", title ?? url)}`, `    ${paint("cyan", url)}`].join("\n"),
  );
  return `${[answer, list.join("\n")].filter(Boolean).join("\n\n")}\n`;
}
