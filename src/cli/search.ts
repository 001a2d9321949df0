import { styleText } from "node:util";
import { createLogUpdate } from "log-update";
import { defer, finalize, mergeMap, type Observable, scan } from "rxjs";
import { SourceError } from "../errors.ts";
import type { SourceOutcome, StreamEvent } from "../events.ts";
import { engineOf } from "../pipelines/search/engine.ts";
import { type SearchResponse, search } from "../pipelines/search/search.ts";
import type { Runtime } from "../runtime.ts";
import { categories } from "../sources/catalogue.ts";
import { missingKey } from "../sources/run.ts";
import type { PrintFormat } from "./formats.ts";
import { printed } from "./print.ts";

/** Lines of the list that grows on a terminal. */
const LIVE_RESULTS = 8;

const ENGINES = categories.find(({ id }) => id === "search")?.sources ?? [];
const ENGINE_IDS = ENGINES.map(({ id }) => id).join(", ");

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

export interface SearchWishes {
  readonly engines?: string;
  readonly pagecount: number;
  readonly maxResults?: number;
  readonly cache: boolean;
  readonly format: PrintFormat;
}

/** `tributary search`: asks the engines named, or all whose keys are set. */
export function searchCommand(
  { config, env }: Runtime,
  q: string,
  { engines, pagecount, maxResults, cache, format }: SearchWishes,
  out: NodeJS.WriteStream,
): Observable<never> {
  const named = engines
    ?.split(",")
    .map((id) => id.trim())
    .filter(Boolean);
  const unknown = named?.find((id) => !ENGINES.some((source) => source.id === id));
  if (unknown) throw new SourceError("unknown-source", `There is no engine “${unknown}”. There are: ${ENGINE_IDS}.`);
  if (!q.trim()) throw new SourceError("bad-query", "The query is empty: words to search for are wanted.");
  const asked = ENGINES.filter((source) => (named ? named.includes(source.id) : !missingKey(source, env)));
  return showSearch(
    search(
      { q, pagecount, noCache: !cache, options: {}, limit: maxResults },
      { engines: asked.map((source) => engineOf(source, env)), deadlineMs: config.SEARCH_DEADLINE_MS },
    ),
    format,
    out,
  );
}

/**
 * Shows a search: on a terminal the ranked list grows as results arrive, with the engines' states below it; elsewhere as
 * `printed` does.
 */
export function showSearch(
  events$: Observable<StreamEvent<SearchResponse>>,
  format: PrintFormat,
  out: NodeJS.WriteStream,
): Observable<never> {
  const shown$ = defer(() => {
    // A terminal that has no size (a container's, a build's) has no place for a list that is redrawn.
    if (format !== "text" || !out.isTTY || !out.columns) return events$;
    const live = createLogUpdate(out);
    return events$.pipe(
      scan(
        ({ growing }: { growing: Growing; event?: StreamEvent<SearchResponse> }, event) => {
          const next = grown(growing, event);
          if (event.event === "done") live.clear();
          else live(liveView(next, out.columns));
          return { growing: next, event };
        },
        { growing: NOTHING },
      ),
      mergeMap(({ event }) => (event ? [event] : [])),
      finalize(() => live.clear()),
    );
  });
  return printed(shown$, format, { list: "items" }, (answer) => finalView(answer, out.isTTY), out);
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
