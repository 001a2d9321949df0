import { styleText } from "node:util";
import { createLogUpdate } from "log-update";
import { defer, finalize, ignoreElements, type Observable, scan, tap } from "rxjs";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import type { SearchResponse } from "../pipelines/search.ts";

export const SEARCH_FORMATS = ["text", "json", "ndjson"] as const;
export type SearchFormat = (typeof SEARCH_FORMATS)[number];

/** Lines of the list that grows on a terminal. */
const LIVE_RESULTS = 8;

interface Shown {
  readonly title?: unknown;
  readonly url?: unknown;
  readonly snippet?: unknown;
  readonly engines?: readonly string[];
  readonly source?: unknown;
}

interface Growing {
  readonly ranked: readonly { readonly id: string; readonly item: Shown }[];
  readonly outcomes: readonly SourceOutcome[];
  readonly running: readonly string[];
}

const NOTHING: Growing = { ranked: [], outcomes: [], running: [] };

/**
 * Shows a search: on a terminal the ranked list grows as results arrive, with the engines' states below it; piped, the
 * final list as plain text, the answer as JSON, or every event as a line of JSON.
 */
export function showSearch(
  events$: Observable<StreamEvent<SearchResponse>>,
  format: SearchFormat,
  out: NodeJS.WriteStream,
): Observable<never> {
  return defer(() => {
    if (format === "ndjson")
      return events$.pipe(
        tap((event) => out.write(`${JSON.stringify(event)}\n`)),
        ignoreElements(),
      );
    const live = format === "text" && out.isTTY ? createLogUpdate(out) : undefined;
    return events$.pipe(
      scan((growing: Growing, event) => {
        if (event.event !== "done") {
          const next = grown(growing, event);
          live?.(liveView(next, out.columns));
          return next;
        }
        live?.clear();
        out.write(format === "json" ? `${JSON.stringify(event.data, null, 2)}\n` : finalView(event.data, out.isTTY));
        return growing;
      }, NOTHING),
      finalize(() => live?.clear()),
      ignoreElements(),
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
      clip(`${String(i + 1).padStart(2)}. ${item.title ?? item.url}`, columns),
      styleText("dim", clip(`    ${item.url ?? ""}`, columns)),
    ]);
  const states = `${ranked.length} results; ${outcomes.length} engines answered${running.length > 0 ? `; waiting for ${running.join(", ")}` : ""}`;
  return [...results, "", styleText("dim", clip(states, columns))].join("\n");
}

function finalView({ items, sources, time_ms }: SearchResponse, color: boolean): string {
  const paint = (style: "bold" | "cyan" | "dim" | "yellow", text: string): string =>
    color ? styleText(style, text) : text;
  const results = items.map(({ title, url, snippet, engines }: Shown, i) =>
    [
      `${String(i + 1).padStart(2)}. ${paint("bold", String(title ?? url ?? ""))}`,
      `    ${paint("cyan", String(url ?? ""))}`,
      ...(snippet ? [`    ${snippet}`] : []),
      ...(engines ? [`    ${paint("dim", engines.join(", "))}`] : []),
    ].join("\n"),
  );
  const failed = sources
    .filter(({ error }) => error)
    .map(({ id, status, error }) => paint("yellow", `${id}: ${status}: ${error}`));
  return `${[...results, ...failed, paint("dim", `${items.length} results in ${time_ms} ms`)].join("\n")}\n`;
}

const clip = (line: string, columns: number): string =>
  line.length > columns ? `${line.slice(0, columns - 1)}…` : line;
