import { defer, map, type Observable } from "rxjs";
import type { StreamEvent } from "../events.ts";
import type { Ask, RunEnv } from "../sources/run.ts";
import type { Notice, Runnable } from "../sources/source.ts";
import { OPERATION_MS } from "./deadlines.ts";
import { engineOf } from "./search/engine.ts";
import { type SingleSearchResponse, singleSearch } from "./search/single.ts";
import type { RunOptions } from "./search/steps.ts";

/** What one source answers: its items in its own order, and what there is to say beside them. */
export interface ParserResponse extends SingleSearchResponse {
  /** Sentences; absent where there is nothing to say. */
  readonly warnings?: readonly string[];
}

/** Milliseconds for sources whose upstream works for longer than others: a browser, or a large database. */
const LONGER: ReadonlyMap<string, number> = new Map([
  ["page/pagespeed", 120_000],
  ["domain/certificates", 60_000],
  ["page/screenshot", 60_000],
]);

/** The longest time that any source has. */
export const LONGEST_MS = Math.max(OPERATION_MS, ...LONGER.values());

/** Milliseconds that asking a source may take as a whole. */
export const operationMsOf = ({ category, id }: Runnable): number => LONGER.get(`${category}/${id}`) ?? OPERATION_MS;

/**
 * Asks one source. A run is cut off after `deadlineMs`, 30 seconds by default, tries and queueing included. Events and failures as in `singleSearch`; the answer also says what was left out, what is past its
 * time, how the query was understood, and why the items end before their time.
 */
export function parser(
  source: Runnable,
  ask: Ask,
  env: RunEnv,
  options: Partial<RunOptions> = {},
): Observable<StreamEvent<ParserResponse>> {
  return defer(() => {
    const notices: Notice[] = [];
    const noticed: RunEnv = {
      ...env,
      onNotice: (from, notice) => {
        notices.push(notice);
        env.onNotice?.(from, notice);
      },
    };
    const deadlineMs = options.deadlineMs ?? operationMsOf(source);
    return singleSearch(ask, engineOf(source, noticed), { ...options, deadlineMs }).pipe(
      map((event): StreamEvent<ParserResponse> => {
        if (event.event !== "done") return event;
        const warnings = [...new Set([...notices.flatMap(sentence), ...cutShort(event.data)])];
        return { event: "done", data: { ...event.data, ...(warnings.length > 0 && { warnings }) } };
      }),
    );
  });
}

function sentence(notice: Notice): readonly string[] {
  switch (notice.kind) {
    case "note":
    case "unread":
      return [notice.text];
    case "dropped":
      return [
        `${notice.count} ${notice.count === 1 ? "row was" : "rows were"} left out for not fitting (${notice.why}).`,
      ];
    case "stale":
      return [
        `Kept for ${Math.round(notice.ageMs / 1000)} s and served because the source failed: ${notice.error.message}`,
      ];
    case "untold":
      return [`Its ${notice.part} could not be read: ${notice.error.message}`];
    case "cached":
      return [];
  }
}

/** A failure after the first items: they stand, and this says that there may have been more. */
const cutShort = ({ sources }: SingleSearchResponse): readonly string[] =>
  sources.flatMap(({ status, error, items }) =>
    error !== undefined && status !== "stale" ? [`Only the first ${items} items: ${error}`] : [],
  );
