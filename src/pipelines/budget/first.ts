import { isWhole } from "../../extraction/sentences.ts";
import { beginning } from "./cut.ts";
import { type TextFields, urlOf } from "./fields.ts";
import type { CountTokens } from "./tokens.ts";
import type { Cut } from "./truncated.ts";

interface First<E> {
  readonly entry: E;
  readonly cuts: readonly Cut[];
}

/** Tokens that a title and an address keep where there is hardly any room. */
const TITLE_TOKENS = 16;
const URL_TOKENS = 40;

/**
 * The first entry of a list, cut so that it alone, as a list's JSON, has `max` tokens at most: its fields that can be
 * spared go, the largest first, until a whole sentence of its text fits; where none does, its text ends after a word. An
 * address far too long for the room ends after its host. Undefined for an empty list.
 */
export function firstAlone<E extends object>(
  list: readonly E[],
  { text, must }: Pick<TextFields, "text" | "must">,
  max: number,
  count: CountTokens,
): First<E> | undefined {
  const [first] = list;
  if (!first) return undefined;
  const whole = textIn(first, text);
  let best: First<E> | undefined;
  for (const { entry, cuts } of lessAndLess(first, [text, "url", ...must], count)) {
    const room = max - count(JSON.stringify([whole === undefined ? entry : { ...entry, [text]: "" }]));
    if (room < 0) continue;
    if (!whole) return { entry, cuts };
    const part = fitted(entry, whole, room);
    if (part === undefined) continue;
    const cut: Cut = {
      field: text,
      ...urlOf(first),
      tokens_before: count(JSON.stringify(whole)),
      tokens_after: count(JSON.stringify(part)),
    };
    best = { entry: { ...entry, [text]: part }, cuts: part === whole ? cuts : [...cuts, cut] };
    if (part === whole || isWhole(part)) return best;
  }
  return best;

  /** Tokens of parts need not add up to those of the whole: where they do not, less room is tried. */
  function fitted(entry: E, long: string, room: number): string | undefined {
    for (let left = room + 1; left > 0; left -= 1) {
      const part = beginning(long, left, count);
      if (part === undefined) return undefined;
      if (count(JSON.stringify([{ ...entry, [text]: part }])) <= max) return part;
    }
    return undefined;
  }
}

/** The entry, then without one optional field after another, the largest first, then with a short title and address. */
function* lessAndLess<E extends object>(entry: E, kept: readonly string[], count: CountTokens): Iterable<First<E>> {
  let less = entry;
  let cuts: readonly Cut[] = [];
  yield { entry: less, cuts };
  const spare = Object.entries(entry)
    .filter(([name, value]) => !kept.includes(name) && value !== undefined)
    .map(([name, value]) => ({ name, tokens: count(JSON.stringify(value)) }))
    .toSorted((one, other) => other.tokens - one.tokens);
  for (const { name } of spare) {
    less = { ...less };
    Reflect.deleteProperty(less, name);
    cuts = [...cuts, { field: name, ...urlOf(entry), dropped: true }];
    yield { entry: less, cuts };
  }
  for (const [name, most, shorten] of [
    ["title", TITLE_TOKENS, (title: string) => beginning(title, TITLE_TOKENS, count) ?? ""],
    ["url", URL_TOKENS, (url: string) => `${URL.parse(url)?.origin ?? ""}/…`],
  ] as const) {
    const long = textIn(less, name);
    const before = long === undefined ? 0 : count(JSON.stringify(long));
    if (long === undefined || before <= most) continue;
    const short = shorten(long);
    less = { ...less, [name]: short };
    cuts = [
      ...cuts,
      { field: name, ...urlOf(entry), tokens_before: before, tokens_after: count(JSON.stringify(short)) },
    ];
    yield { entry: less, cuts };
  }
}

function textIn(entry: object, field: string): string | undefined {
  const value: unknown = Reflect.get(entry, field);
  return typeof value === "string" ? value : undefined;
}
