import type { CountTokens } from "../pipelines/budget/tokens.ts";
import { shortEntry } from "./token-budget.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the words about a cut may take. */
const SPARE_TOKENS = 60;
/** Tokens below which an entry's beginning tells nothing. */
const LEAST_OF_AN_ENTRY = 60;

/**
 * An answer of at most `max` tokens as JSON: while it has more, the second half of its largest list is left out, at any depth, the
 * outcomes of sources that did well first; what went is told. Of a list's last entry the long texts are cut first.
 */
export function shortenLists(answer: Fields, max: number, count: CountTokens): Fields {
  const { success: _, time_ms: __, ...whole } = answer;
  let kept: Fields = whole;
  const cut = new Map<string, number>();
  const over = (): number => count(JSON.stringify(kept)) - (max - SPARE_TOKENS);
  if (over() > 0) kept = { ...kept, sources: failing(kept["sources"]) };
  while (over() > 0) {
    const largest = largestList(kept, [], count);
    if (!largest) break;
    const { path, list } = largest;
    const less = list.length === 1 ? shortFirst(largest, over(), count) : list.slice(0, Math.floor(list.length / 2));
    kept = replaced(kept, path, less);
    // The section's own name: a record's further down may be an upstream's, and this is said outside the fence.
    const [name = ""] = path;
    cut.set(name, (cut.get(name) ?? 0) + list.length - less.length);
  }
  if (cut.size === 0) return kept;
  const told = [...cut]
    .map(([name, left]) => (left > 0 ? `${left} more of ${name}` : `the end of long texts`))
    .join(", ");
  return { ...kept, truncated: `Left out: ${told}. A larger max_tokens gives more.` };
}

/** A list's last entry with `over` tokens less; an empty list where hardly anything of it would stay. */
function shortFirst({ list: [entry], size }: Found, over: number, count: CountTokens): readonly unknown[] {
  const room = size - over;
  if (room < LEAST_OF_AN_ENTRY || typeof entry !== "object" || entry === null) return [];
  const short = shortEntry(entry, room, count);
  return count(JSON.stringify(short)) < count(JSON.stringify(entry)) ? [short] : [];
}

const failing = (sources: unknown): readonly unknown[] =>
  Array.isArray(sources) ? sources.filter((source) => "error" in Object(source)) : [];

interface Found {
  readonly path: readonly string[];
  readonly list: readonly unknown[];
  readonly size: number;
}

/** The list that takes the most of an answer and has something to leave out. */
function largestList(node: Fields, path: readonly string[], count: CountTokens): Found | undefined {
  let largest: Found | undefined;
  for (const [name, value] of Object.entries(node)) {
    const here = [...path, name];
    const found: Found | undefined = Array.isArray(value)
      ? value.length > 0
        ? { path: here, list: value, size: count(JSON.stringify(value)) }
        : undefined
      : typeof value === "object" && value !== null
        ? largestList(Object.fromEntries(Object.entries(value)), here, count)
        : undefined;
    if (found && found.size > (largest?.size ?? 0)) largest = found;
  }
  return largest;
}

function replaced(node: Fields, [name = "", ...below]: readonly string[], value: unknown): Fields {
  return { ...node, [name]: below.length === 0 ? value : replaced(Object(node[name]), below, value) };
}
