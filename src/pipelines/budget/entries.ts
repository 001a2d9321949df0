import { isWhole } from "../../extraction/sentences.ts";
import { beginning, fairShares, fitting } from "./cut.ts";
import { type TextFields, urlOf } from "./fields.ts";
import { firstAlone } from "./first.ts";
import type { CountTokens } from "./tokens.ts";
import type { Cut, Truncated } from "./truncated.ts";

type Entry = object;

export interface FittedEntries<E> {
  readonly entries: readonly E[];
  /** Absent where nothing was cut. */
  readonly truncated?: Truncated;
}

const MAX_CUTS_TOLD = 20;
/** What a list adds to its entries: brackets, and a comma an entry. */
const BRACKETS = 2;
const COMMA = 1;

/**
 * Cuts a list, its most important entries first, so that its JSON has `max` tokens at most. Something of the first entry
 * stays in any case: see `firstAlone`.
 */
export function fitEntries<E extends Entry>(
  list: readonly E[],
  name: string,
  fields: TextFields,
  max: number,
  count: CountTokens,
): FittedEntries<E> {
  if (fits(list, max, count)) return { entries: list };
  let [lean, spared]: [readonly E[], readonly Cut[]] = [list, []];
  for (const lighten of [withoutSpare<E>, withLighterTexts<E>]) {
    const { entries, cuts } = lighten(lean, fields);
    [lean, spared] = [entries, [...spared, ...cuts]];
    if (fits(lean, max, count))
      return { entries: lean, truncated: truncation(max, count(JSON.stringify(lean)), spared) };
  }
  // Tokens of parts need not add up to those of the whole: where they do not, less room is tried.
  for (let room = max; room > 0; room -= Math.max(1, Math.ceil(max / 20))) {
    const { entries, cuts } = shortened(lean, name, fields, room, count);
    if (entries.length === 0) break;
    const tokens = count(JSON.stringify(entries));
    if (tokens <= max) return { entries, truncated: truncation(max, tokens, [...spared, ...cuts]) };
  }
  const first = firstAlone(lean, fields, max, count);
  const entries = first ? [first.entry] : [];
  const dropped = list.slice(entries.length).map((entry): Cut => ({ field: name, ...urlOf(entry), dropped: true }));
  const tokens = count(JSON.stringify(entries));
  return { entries, truncated: truncation(max, tokens, [...spared, ...(first?.cuts ?? []), ...dropped]) };
}

export function truncation(max_tokens: number, tokens: number, cuts: readonly Cut[]): Truncated {
  const more = cuts.length - MAX_CUTS_TOLD;
  return { max_tokens, tokens, cut: cuts.slice(0, MAX_CUTS_TOLD), ...(more > 0 && { more }) };
}

/** Characters a token has at most in any real text: a list far beyond needs no counting. */
const CHARS_A_TOKEN = 24;

/** Whether a list's JSON has so few tokens; entries are counted until it is clear. */
function fits(list: readonly Entry[], max: number, count: CountTokens): boolean {
  const json = JSON.stringify(list);
  return json.length <= max * CHARS_A_TOKEN && count(json) <= max;
}

interface Costed<E> {
  readonly entry: E;
  readonly text: string | undefined;
  /** Tokens of the entry without its text. */
  readonly fixed: number;
  /** Tokens of the text. */
  readonly want: number;
}

function shortened<E extends Entry>(
  list: readonly E[],
  name: string,
  { text, floor }: TextFields,
  max: number,
  count: CountTokens,
): { entries: readonly E[]; cuts: readonly Cut[] } {
  const room = max - BRACKETS;
  const costed = withinReach(list, text, room, count);
  const least = ({ fixed, want }: Costed<E>): number => fixed + Math.min(want, floor);
  const kept = costed.slice(0, fitting(costed.map(least), room));
  const left = room - kept.reduce((sum, { fixed }) => sum + fixed, 0);
  const shares = fairShares(
    kept.map(({ want }) => want),
    left,
  );
  const entries: E[] = [];
  const cuts: Cut[] = [];
  for (const [index, one] of kept.entries()) keep(one, shares[index] ?? 0);
  const next = costed[kept.length];
  const spent = shares.reduce((sum, share) => sum + share, 0);
  if (next?.text !== undefined && !Number.isFinite(floor)) keep(next, left - spent - next.fixed);
  for (const entry of list.slice(entries.length)) cuts.push({ field: name, ...urlOf(entry), dropped: true });
  return { entries, cuts };

  function keep({ entry, text: whole, want }: Costed<E>, share: number): void {
    if (whole === undefined || want <= share) {
      entries.push(entry);
      return;
    }
    const part = beginning(whole, share, count);
    if (part === undefined || (!Number.isFinite(floor) && !isWhole(part))) return;
    entries.push({ ...entry, [text]: part });
    cuts.push({
      field: text,
      ...urlOf(entry),
      tokens_before: want,
      tokens_after: count(JSON.stringify(part)),
    });
  }
}

/** Entries with their costs, until they are more than could be kept. */
function withinReach<E extends Entry>(
  list: readonly E[],
  text: string,
  room: number,
  count: CountTokens,
): readonly Costed<E>[] {
  const costed: Costed<E>[] = [];
  let fixedSoFar = 0;
  for (const entry of list) {
    const { [text]: value, ...rest } = fieldsOf(entry);
    const whole = typeof value === "string" ? value : undefined;
    const fixed = count(JSON.stringify(whole === undefined ? entry : { ...rest, [text]: "" })) + COMMA;
    costed.push({ entry, text: whole, fixed, want: whole === undefined ? 0 : count(JSON.stringify(whole)) });
    fixedSoFar += fixed;
    if (fixedSoFar > room) break;
  }
  return costed;
}

function withoutSpare<E extends Entry>(list: readonly E[], { spare }: TextFields) {
  const cuts: Cut[] = [];
  const entries = list.map((entry) => {
    const fields = fieldsOf(entry);
    const full = spare.filter((field) => Array.isArray(fields[field]) && fields[field].length > 0);
    if (full.length === 0) return entry;
    for (const field of full) cuts.push({ field, ...urlOf(entry), dropped: true });
    return { ...entry, ...Object.fromEntries(full.map((field) => [field, []])) };
  });
  return { entries, cuts };
}

function withLighterTexts<E extends Entry>(list: readonly E[], { text, lighter = (whole) => whole }: TextFields) {
  const cuts: Cut[] = [];
  const entries = list.map((entry) => {
    const { [text]: value } = fieldsOf(entry);
    if (typeof value !== "string") return entry;
    const light = lighter(value);
    if (light === value) return entry;
    cuts.push({ field: "table_of_contents", ...urlOf(entry), dropped: true });
    return { ...entry, [text]: light };
  });
  return { entries, cuts };
}

const fieldsOf = (entry: Entry): Readonly<Record<string, unknown>> => Object.fromEntries(Object.entries(entry));
