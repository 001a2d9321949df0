import type { ContentBlock } from "@modelcontextprotocol/server";
import { concatMap, map, type Observable, type OperatorFunction, of } from "rxjs";
import type { StreamEvent } from "../events.ts";
import type { Fence } from "../fence.ts";
import type { Size } from "../operations/define.ts";
import { beginning, fitting } from "../pipelines/budget/cut.ts";
import { type CountTokens, tokenizer$ } from "../pipelines/budget/tokens.ts";
import { asText } from "./text.ts";
import type { Shown } from "./tool.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Of the room that an answer has, what its list may take at least. */
const SHARE_OF_LIST = 0.5;

/** What the text's own words, and counting in parts, may take beside the list. */
const SPARE_TOKENS = 60;

export interface BudgetOptions {
  /** What stands before the text, of the shortened answer: pictures, links. */
  readonly blocks?: (answer: Fields) => readonly ContentBlock[];
  /** An entry of the list as text. Default: its head, then its other fields by name. */
  readonly entry?: (entry: Fields) => string;
  /** What to try next, in words of our own. */
  readonly advice?: (answer: Fields) => string | undefined;
}

/**
 * Answers shown as a model reads them: the events before pass as they are, `done` carries what is shown. `shorten` makes
 * an answer fit `max` tokens.
 *
 *     events: --result--done|
 *     shown:  --result--done'|
 */
export function withinBudget<Answer extends object>(
  shorten: (answer: Answer, count: CountTokens) => Fields,
  max: number,
  { blocks, advice, entry }: BudgetOptions = {},
): OperatorFunction<StreamEvent<Answer>, StreamEvent<Shown>> {
  return concatMap((event): Observable<StreamEvent<Shown>> => {
    if (event.event !== "done") return of(event);
    return tokenizer$.pipe(
      map((count) => {
        const structured = shorten(event.data, count);
        const text = { max, count, entry, advice: advice?.(structured) };
        const content = (fence: Fence): readonly ContentBlock[] => [
          ...(blocks?.(structured) ?? []),
          { type: "text", text: asText(structured, text, fence) },
        ];
        return { event: "done", data: { structured, content } };
      }),
    );
  });
}

/**
 * The entries of an answer's list from `offset` on, as many as fit `max_tokens` as JSON with the rest of the answer: what
 * was left out is told, and where to go on. Of a first entry that is too large by itself the long texts are cut.
 */
export function listWithinBudget(
  answer: object,
  name: string,
  { offset, max_tokens, limit }: Size,
  count: CountTokens,
): Fields {
  const { [name]: list, ...whole }: Fields = { ...answer };
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const rest = lean(whole, max_tokens, count);
  const room = max_tokens - SPARE_TOKENS - count(JSON.stringify(rest));
  const wanted = all.slice(offset, limit === undefined ? undefined : offset + limit);
  const costs = wanted.map((entry) => count(JSON.stringify(entry)) + 1);
  const fit = fitting(costs, room);
  const shown = fit === 0 ? wanted.slice(0, 1).map((entry) => shortEntry(entry, room, count)) : wanted.slice(0, fit);
  const next = offset + shown.length;
  const left = all.length - next;
  return {
    [name]: shown,
    ...rest,
    ...(left > 0 && {
      next_offset: next,
      truncated: `${left} of ${all.length} more: ask again with offset ${next}, or a larger max_tokens.`,
    }),
    ...(fit === 0 && wanted.length > 0 && left <= 0 && { truncated: "Long texts were cut: max_tokens was too small." }),
  };
}

/** An answer's other fields, without the outcomes of sources that did well where those would take the list's room. */
function lean({ success: _, time_ms: __, sources, ...rest }: Fields, max: number, count: CountTokens): Fields {
  const outcomes = Array.isArray(sources) ? sources.map(outcomeOf) : [];
  const whole = { ...rest, ...(outcomes.length > 0 && { sources: outcomes }) };
  if (count(JSON.stringify(whole)) < max * SHARE_OF_LIST) return whole;
  const failed = outcomes.filter(({ error }) => error !== undefined).map(({ id, status }) => ({ id, status }));
  return { ...rest, ...(failed.length > 0 && { sources: failed }) };
}

const outcomeOf = ({ id, status, items, error }: Fields): Fields => ({
  id,
  status,
  items,
  ...(error ? { error } : {}),
});

/** A first entry alone: its longest texts cut until its JSON fits. */
export function shortEntry(entry: unknown, room: number, count: CountTokens): unknown {
  if (typeof entry === "string") return beginning(entry, room, count) ?? "";
  if (typeof entry !== "object" || entry === null) return entry;
  let short: Fields = { ...entry };
  for (let over = count(JSON.stringify(short)) - room; over > 0; over = count(JSON.stringify(short)) - room) {
    const [name, size] = Object.entries(short)
      .map(([field, value]): [string, number] => [field, count(JSON.stringify(value) ?? "")])
      .reduce((most, one) => (one[1] > most[1] ? one : most), ["", 0]);
    const value = short[name];
    const kept = typeof value === "string" ? beginning(value, size - over - 1, count) : undefined;
    const { [name]: _, ...others } = short;
    short = kept === undefined || kept === value ? others : { ...others, [name]: kept };
    if (size === 0) break;
  }
  return short;
}
