import { isoDay, monthNames } from "./iso-day.ts";
import { plainly, tellingTerms, type Unit, unitsOf } from "./units.ts";

/** A part of a page, word for word, and the values that stand in it. */
export interface ValuePassage {
  /** Where the values are in the data: JSON pointers (RFC 6901). */
  readonly paths: readonly string[];
  readonly text: string;
  /** `exact`: the values stand there; `words`: most of their words do. */
  readonly match: "exact" | "words";
}

/** Where data comes from. */
export interface Support {
  /** In the page's order. */
  readonly passages: readonly ValuePassage[];
  /** JSON pointers of the values that nothing on the page was found for. */
  readonly unverified: readonly string[];
  /** Further values were not looked for. */
  readonly more: boolean;
}

const MAX_VALUES = 300;
const MAX_DEPTH = 32;
const MAX_QUOTE_CHARS = 700;
/** Of a value's telling words, so many stand in a passage that says the same otherwise. */
const WORDS_SHARE = 0.6;
const MIN_WORDS = 2;
const SIBLING = 3;
const FAR = 1_000;

/** What is asked of a process that reads. */
export interface SupportTask {
  readonly data: unknown;
  readonly page: string;
}

interface Value {
  readonly path: string;
  /** Which object or list it is a member of. */
  readonly parent: string;
  readonly names: string;
  readonly value: string | number;
}

interface Candidates {
  readonly units: ReadonlySet<number>;
  readonly match: ValuePassage["match"];
}

/**
 * The passages of a page that the values of its data come from. Texts and numbers are looked for, not true, false and null.
 * Where a value stands at several places, that is taken where the other values of its object stand, or the words of its name.
 */
export function supportOf({ data, page }: SupportTask): Support {
  const values = [...leaves(data)];
  const units = unitsOf(page);
  const looked = values.slice(0, MAX_VALUES).map((value) => ({ value, found: candidatesFor(value, units) }));
  const byParent = Map.groupBy(looked, ({ value }) => value.parent);
  const passages = new Map<
    string,
    { readonly place: number; readonly text: string; paths: string[]; match: ValuePassage["match"] }
  >();
  const unverified: string[] = [];
  const add = (place: number, text: string, match: ValuePassage["match"], path: string): void => {
    const key = `${match} ${text}`;
    const had = passages.get(key);
    if (had) had.paths.push(path);
    else passages.set(key, { place, text, paths: [path], match });
  };
  for (const members of byParent.values()) {
    const anchor = anchorOf(members.map(({ found }) => found));
    for (const { value, found } of members) {
      const at = found && chosen(value, found, members, anchor, units);
      const unit = at === undefined ? undefined : units[at];
      const whole = unit ? undefined : quoted(value.value, page);
      if (unit && found) add(at ?? 0, unit.text, found.match, value.path);
      else if (whole) add(units.length, whole, "exact", value.path);
      else unverified.push(value.path);
    }
  }
  return {
    passages: [...passages.values()]
      .toSorted((a, b) => a.place - b.place)
      .map(({ paths, text, match }) => ({ paths, text, match })),
    unverified,
    more: values.length > MAX_VALUES,
  };
}

/** The values at the ends of data, up to one more than are looked for. */
function* leaves(data: unknown): Generator<Value> {
  const stack: { node: unknown; path: string; parent: string; names: string; depth: number }[] = [
    { node: data, path: "", parent: "", names: "", depth: 0 },
  ];
  let told = 0;
  while (stack.length > 0 && told <= MAX_VALUES) {
    const { node, path, parent, names, depth } = stack.pop() ?? {};
    if ((typeof node === "string" && node.trim() !== "") || typeof node === "number") {
      told += 1;
      yield { path: path ?? "", parent: parent ?? "", names: names ?? "", value: node };
    } else if (typeof node === "object" && node !== null && depth !== undefined && depth < MAX_DEPTH) {
      const entries = Object.entries(node).slice(0, MAX_VALUES + 1);
      const below = entries.map(([name, member]) => ({
        node: member,
        path: `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
        parent: path ?? "",
        names: Array.isArray(node) ? (names ?? "") : name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " "),
        depth: depth + 1,
      }));
      stack.push(...below.toReversed());
    }
  }
}

/** Where a value stands; undefined: nowhere in one piece. */
function candidatesFor({ value }: Value, units: readonly Unit[]): Candidates | undefined {
  const exact = placesIn(units, standsIn(value));
  if (exact.size > 0) return { units: exact, match: "exact" };
  if (typeof value === "number") return undefined;
  const wanted = tellingTerms(value);
  if (wanted.length < MIN_WORDS) return undefined;
  const shares = units.map((unit) => wanted.filter((term) => unit.terms.has(term)).length / wanted.length);
  const best = shares.reduce((a, b) => Math.max(a, b), 0);
  if (best < WORDS_SHARE || best * wanted.length < MIN_WORDS) return undefined;
  return { units: placesIn(units, (_, at) => shares[at] === best), match: "words" };
}

const placesIn = (units: readonly Unit[], holds: (unit: Unit, at: number) => boolean): ReadonlySet<number> =>
  new Set(units.flatMap((unit, at) => (holds(unit, at) ? [at] : [])));

function standsIn(value: string | number): (unit: Unit) => boolean {
  if (typeof value === "number") return ({ numbers }) => numbers.has(value);
  const wanted = plainly(value);
  const bounded = boundsOf(wanted);
  const date = isoDay(value);
  return (unit) =>
    (wanted !== "" && bounded(unit.plain)) ||
    // What stands in an address, or among marks, is not part of the plain text.
    ((wanted === "" || value.includes("://")) && unit.text.includes(value.trim())) ||
    (date !== undefined &&
      unit.numbers.has(date.year) &&
      unit.numbers.has(date.day) &&
      (unit.numbers.has(date.month) || monthNames(date.month).some((name) => unit.plain.includes(name))));
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Whether a text stands by itself, not within a longer word or number; where words have no bounds, anywhere. */
function boundsOf(wanted: string): (text: string) => boolean {
  const [first = "", last = ""] = [wanted[0], wanted.at(-1)];
  const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]$/u;
  return (text) => {
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const before = text[at - 1] ?? "";
      const after = text[at + wanted.length] ?? "";
      if (!(spaced.test(first) && IN_WORD.test(before)) && !(spaced.test(last) && IN_WORD.test(after))) return true;
    }
    return false;
  };
}

/** Of an object's values, the place of the one that stands at the fewest. */
function anchorOf(found: readonly (Candidates | undefined)[]): number | undefined {
  const [rarest] = found
    .flatMap((one) => (one?.match === "exact" ? [one.units] : []))
    .toSorted((a, b) => a.size - b.size);
  const [first] = rarest ?? [];
  return first;
}

function chosen(
  { path, names }: Value,
  { units: places }: Candidates,
  members: readonly { readonly value: Value; readonly found: Candidates | undefined }[],
  anchor: number | undefined,
  units: readonly Unit[],
): number | undefined {
  const named = tellingTerms(names);
  const worth = (at: number): number => {
    const siblings = members.filter(({ value, found }) => value.path !== path && found?.units.has(at)).length;
    const near = [units[at - 1], units[at]];
    const words = named.filter((term) => near.some((unit) => unit?.terms.has(term))).length;
    const away = anchor === undefined ? 0 : Math.min(FAR - 1, Math.abs(at - anchor)) / FAR;
    return SIBLING * siblings + words - away;
  };
  return [...places].reduce<{ at: number; worth: number } | undefined>((best, at) => {
    const rated = { at, worth: worth(at) };
    return best && best.worth >= rated.worth ? best : rated;
  }, undefined)?.at;
}

/** A text that goes over several lines of the page, or its beginning. */
function quoted(value: string | number, page: string): string | undefined {
  const text = String(value).trim();
  return typeof value === "string" && boundsOf(text)(page) ? text.slice(0, MAX_QUOTE_CHARS) : undefined;
}
