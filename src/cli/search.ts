import { styleText } from "node:util";
import { createLogUpdate } from "log-update";
import { defer, finalize, type Observable, tap } from "rxjs";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import { ran } from "../operations/define.ts";
import { searchOperation } from "../operations/search.ts";
import type { SearchResponse } from "../pipelines/search/search.ts";
import type { Runtime } from "../runtime.ts";
import type { PrintFormat } from "./formats.ts";
import { failures, itemLines } from "./items.ts";
import { type Outputs, printed } from "./print.ts";
import { scopeFor } from "./scope.ts";

/** Lines of the list that grows on a terminal. */
const LIVE_RESULTS = 8;

interface Growing {
  readonly ranked: readonly { readonly id: string; readonly item: Readonly<Record<string, unknown>> }[];
  readonly outcomes: readonly SourceOutcome[];
  readonly running: readonly string[];
}

const NOTHING: Growing = { ranked: [], outcomes: [], running: [] };

export interface SearchCommandOptions {
  readonly engines?: string;
  /** Seconds for all. */
  readonly timeout?: number | undefined;
  readonly pages: number;
  readonly maxResults?: number;
  readonly language?: string;
  readonly region?: string;
  readonly timeRange?: string;
  readonly cache: boolean;
  /** Seconds. */
  readonly maxAge?: number | undefined;
  readonly format: PrintFormat;
}

/** `tributary search`: asks the engines named, or all whose keys are set. */
export function searchCommand(
  runtime: Runtime,
  query: string,
  { engines, pages, maxResults, language, region, timeRange, timeout, cache, maxAge, format }: SearchCommandOptions,
  outputs: Outputs,
): Observable<number> {
  const options = Object.fromEntries(
    Object.entries({ language, region, time_range: timeRange }).filter(([, value]) => value !== undefined),
  );
  const order = { query, engines, pagecount: pages, max_results: maxResults, options };
  const scope = { ...scopeFor(runtime, timeout), streamed: true };
  const events$ = ran(searchOperation, { ...order, no_cache: !cache, max_age: maxAge }, scope);
  return showSearch(events$, format, outputs, maxResults);
}

/**
 * Shows a search: on a terminal the ranked list grows as results arrive, with the engines' states below it; then, or
 * elsewhere, as `printed` does. Who stops it gets the list as far as it is, `limit` results at most.
 */
export function showSearch(
  events$: Observable<StreamEvent<SearchResponse>>,
  format: PrintFormat,
  { out, err }: Outputs,
  limit = Number.POSITIVE_INFINITY,
): Observable<number> {
  return defer(() => {
    let growing = NOTHING;
    // A terminal that has no size (a container's, a build's) has no place for a list that is redrawn.
    const live = format === "text" && out.isTTY && err.isTTY && err.columns ? createLogUpdate(err) : undefined;
    const shown$ = events$.pipe(
      tap((event) => {
        growing = grown(growing, event);
        if (event.event === "done") live?.clear();
        else live?.(liveView(growing, err.columns));
      }),
      finalize(() => live?.clear()),
    );
    return printed(
      shown$,
      {
        format,
        layout: searchOperation.rows,
        textOf: ({ items }) => itemLines(items, out.isTTY),
        soFar: () => {
          const items = growing.ranked.slice(0, limit).map(({ item }) => item);
          return { text: itemLines(items, out.isTTY), kept: items.length };
        },
        remarksOf: ({ items, sources, time_ms }) => [...failures(sources), `${items.length} results in ${time_ms} ms`],
        answered: ({ items }) => items.length > 0,
      },
      { out, err },
    );
  });
}

function grown(growing: Growing, event: StreamEvent<SearchResponse>): Growing {
  if (event.event === "result") {
    const { id, rank, item } = event.data;
    const others = growing.ranked.filter((result) => result.id !== id);
    return { ...growing, ranked: others.toSpliced(rank - 1, 0, { id, item }) };
  }
  if (event.event !== "source") return growing;
  const { data } = event;
  if (data.status === "started") return { ...growing, running: [...growing.running, data.id] };
  return {
    ...growing,
    running: growing.running.filter((id) => id !== data.id),
    outcomes: [...growing.outcomes, data],
  };
}

function liveView({ ranked, outcomes, running }: Growing, columns: number): string {
  const results = ranked
    .slice(0, LIVE_RESULTS)
    .flatMap(({ item }, i) => [
      clip(`${String(i + 1).padStart(2)}. ${item["title"] ?? item["url"]}`, columns),
      styleText("dim", clip(`    ${item["url"] ?? ""}`, columns)),
    ]);
  const states = `${ranked.length} results; ${outcomes.length} engines answered${running.length > 0 ? `; waiting for ${running.join(", ")}` : ""}`;
  return [...results, "", styleText("dim", clip(states, columns))].join("\n");
}

const clip = (line: string, columns: number): string =>
  line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
