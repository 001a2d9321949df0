/** Ways of one pattern at most that are told apart; a pattern with more stays a regular expression. */
const MAX_WAYS = 64;

/** A literal text that a pattern matches, and whether it asks for a word's boundary (`\b`) on either side. */
interface Way {
  readonly text: string;
  readonly before: boolean;
  readonly after: boolean;
}

/** A literal whose boundaries are to be looked at where it ends. */
interface Bounded extends Way {
  readonly mask: number;
}

/** One more than the symbols of the alphabet: 0 is every character that no pattern holds. */
type Alphabet = Uint8Array;

/**
 * Up to 31 regular expressions asked at once whether they match a text, ASCII letters of either case being the same: what
 * they come to in literals is found by an Aho–Corasick automaton (CACM 18(6), 1975) in one pass over the text; alternatives
 * with more than literals in them (`\d`, classes) are regular expressions still, and are tried only where there is a digit,
 * which each of them must need.
 */
export class Phrasebook {
  readonly #symbols: Alphabet;
  readonly #width: number;
  /** The state that follows, by state and symbol; states are numbered by where their row begins. */
  readonly #next: Uint16Array | Uint32Array;
  /** What is found at a state, by its row's number. */
  readonly #found: Int32Array;
  readonly #bounded: readonly (readonly Bounded[] | undefined)[];
  readonly #rest: readonly { readonly mask: number; readonly pattern: RegExp }[];

  constructor(patterns: readonly RegExp[]) {
    const ways: Bounded[] = [];
    const rest: { mask: number; pattern: RegExp }[] = [];
    patterns.forEach(({ source }, index) => {
      const left: string[] = [];
      for (const alternative of alternativesOf(source)) {
        const found = waysOf(alternative);
        if (found) for (const way of found) ways.push({ ...way, mask: 1 << index });
        else if (alternative.includes("\\d")) left.push(alternative);
        else throw new RangeError(`${alternative} is neither literal nor about digits.`);
      }
      if (left.length > 0) rest.push({ mask: 1 << index, pattern: new RegExp(left.join("|"), "i") });
    });
    this.#rest = rest;
    this.#symbols = new Uint8Array(65_536);
    this.#width = 1;
    for (const { text } of ways)
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (this.#symbols[code]) continue;
        this.#symbols[code] = this.#width;
        const capital = text[at]?.toUpperCase().charCodeAt(0) ?? code;
        if (code >= 97 && code <= 122) this.#symbols[capital] = this.#width;
        this.#width += 1;
      }
    const { next, found, bounded } = automatonOf(ways, this.#symbols, this.#width);
    this.#next = next;
    this.#found = found;
    this.#bounded = bounded;
  }

  /** A bit for each pattern that matches. */
  mask(text: string): number {
    const length = text.length;
    const codes = roomFor(length);
    for (let at = 0; at < length; at += 1) codes[at] = text.charCodeAt(at);
    const { mask, digits } = this.#find(codes, length);
    return digits ? mask | this.#restOf(text, mask) : mask;
  }

  /** A bit for each pattern of literals that a class name or id matches: `sideBar` and `side_bar` are read as `side-bar`. */
  maskOfName(name: string): number {
    const codes = roomFor(2 * name.length);
    let length = 0;
    let small = false;
    for (let at = 0; at < name.length; at += 1) {
      const code = name.charCodeAt(at);
      if (small && code >= CAPITAL_A && code <= CAPITAL_Z) codes[length++] = DASH;
      small = code >= SMALL_A && code <= SMALL_Z;
      codes[length++] = code === UNDERSCORE ? DASH : code;
    }
    return this.#find(codes, length).mask;
  }

  /** What is found as literals, and whether there is a digit. */
  #find(codes: Uint16Array, length: number): { readonly mask: number; readonly digits: boolean } {
    const next = this.#next;
    const found = this.#found;
    const symbols = this.#symbols;
    const width = this.#width;
    let mask = 0;
    let state = 0;
    let digits = false;
    for (let at = 0; at < length; at += 1) {
      const code = codes[at] ?? 0;
      if (code >= 48 && code <= 57) digits = true;
      state = next[state * width + (symbols[code] ?? 0)] ?? 0;
      const here = found[state] ?? 0;
      if (here !== 0) mask |= here < 0 ? (here & 0x7fffffff) | this.#boundedAt(state, codes, at, length) : here;
    }
    return { mask, digits };
  }

  #boundedAt(state: number, codes: Uint16Array, at: number, length: number): number {
    let mask = 0;
    for (const { text: literal, before, after, mask: bit } of this.#bounded[state] ?? [])
      if (
        (!before || isBoundary(codes, at + 1 - literal.length, length)) &&
        (!after || isBoundary(codes, at + 1, length))
      )
        mask |= bit;
    return mask;
  }

  #restOf(text: string, known: number): number {
    let mask = 0;
    for (const { mask: bit, pattern } of this.#rest) if ((known & bit) === 0 && pattern.test(text)) mask |= bit;
    return mask;
  }
}

const [CAPITAL_A, CAPITAL_Z, SMALL_A, SMALL_Z, UNDERSCORE, DASH] = [65, 90, 97, 122, 95, 45];

/** The characters of the text that is looked through: one at a time is. */
let room = new Uint16Array(1_024);

function roomFor(length: number): Uint16Array {
  if (room.length < length) room = new Uint16Array(2 * length);
  return room;
}

/** Trie, then breadth first the state to fall back to, whose findings are a state's own as well. A sign bit says: look at the bounded ones. */
function automatonOf(ways: readonly Bounded[], symbols: Alphabet, width: number) {
  const rows: Int32Array[] = [new Int32Array(width).fill(-1)];
  const found: number[] = [0];
  const bounded: (Bounded[] | undefined)[] = [undefined];
  for (const way of ways) {
    let state = 0;
    for (let at = 0; at < way.text.length; at += 1) {
      const symbol = symbols[way.text.charCodeAt(at)] ?? 0;
      let next = rows[state]?.[symbol] ?? -1;
      if (next < 0) {
        next = rows.push(new Int32Array(width).fill(-1)) - 1;
        found.push(0);
        bounded.push(undefined);
        rows[state]?.fill(next, symbol, symbol + 1);
      }
      state = next;
    }
    if (way.before || way.after) bounded[state] = [...(bounded[state] ?? []), way];
    else found[state] = (found[state] ?? 0) | way.mask;
  }
  const fallback = new Int32Array(rows.length);
  const queue = [0];
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] ?? 0;
    const row = rows[state] ?? new Int32Array(width);
    const back = rows[fallback[state] ?? 0];
    for (let symbol = 0; symbol < width; symbol += 1) {
      const next = row[symbol] ?? -1;
      const other = state === 0 ? 0 : (back?.[symbol] ?? 0);
      if (next < 0) row[symbol] = other;
      else {
        fallback[next] = other;
        found[next] = (found[next] ?? 0) | (found[other] ?? 0);
        const below = bounded[other];
        if (below) bounded[next] = [...(bounded[next] ?? []), ...below];
        queue.push(next);
      }
    }
  }
  const next = new Uint16Array(rows.length * width);
  rows.forEach((row, state) => {
    next.set(row, state * width);
  });
  return { next, found: Int32Array.from(found, (mask, state) => (bounded[state] ? mask | 0x80000000 : mask)), bounded };
}

const isWord = (code: number): boolean =>
  (code >= SMALL_A && code <= SMALL_Z) ||
  (code >= CAPITAL_A && code <= CAPITAL_Z) ||
  (code >= 48 && code <= 57) ||
  code === UNDERSCORE;

/** Whether a word begins or ends before a place, as `\b` has it. */
const isBoundary = (codes: Uint16Array, at: number, length: number): boolean =>
  isWord(codes[at - 1] ?? 0) !== (at < length && isWord(codes[at] ?? 0));

/** What stands between the bars outside groups and classes. */
function alternativesOf(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === "\\") at += 1;
    else if (character === "(" || character === "[") depth += 1;
    else if (character === ")" || character === "]") depth -= 1;
    else if (character === "|" && depth === 0) {
      parts.push(source.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(source.slice(from));
  return parts;
}

/** An atom of a pattern: a group of literals, a literal, and whether it may be absent. */
const ATOM = /\(([^()[\]\\?*+{}]*)\)(\??)|\\([^\w])(\??)|([^\\()[\]?*+{}.^$|])(\??)/y;

/** The literals that an alternative matches; undefined where they are too many, or it is more than literals. */
function waysOf(alternative: string): Way[] | undefined {
  const before = alternative.startsWith("\\b");
  const after = alternative.endsWith("\\b");
  const body = alternative.slice(before ? 2 : 0, after ? -2 : undefined);
  let texts = [""];
  for (ATOM.lastIndex = 0; ATOM.lastIndex < body.length; ) {
    const atom = ATOM.exec(body);
    if (!atom) return undefined;
    const options = atom[1] === undefined ? [atom[3] ?? atom[5] ?? ""] : atom[1].split("|");
    if (atom[2] || atom[4] || atom[6]) options.push("");
    texts = texts.flatMap((text) => options.map((option) => text + option));
    if (texts.length > MAX_WAYS) return undefined;
  }
  return texts.map((text) => ({ text, before, after }));
}
