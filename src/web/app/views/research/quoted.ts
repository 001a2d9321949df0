interface Range {
  readonly from: number;
  readonly to: number;
}

interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** So many of a statement's words stand in the sentence that it was made of. */
const SHARED = 0.6;

/** The statements of an answer that cite its nth source: what stands before `[n]`, up to the citations before. */
export function statementsCiting(answer: string, n: number): readonly string[] {
  const parts = answer.split(/((?:\[\d{1,3}\]\s*)+)/);
  return parts.flatMap((part, index) =>
    index % 2 === 1 && part.includes(`[${n}]`) ? [(parts[index - 1] ?? "").replace(/^[\s.,;]+/, "").trim()] : [],
  );
}

/** A text in pieces, those marked that the statements quote: word for word, else the sentence nearest to each. */
export function quotedIn(whole: string, statements: readonly string[]): readonly Piece[] {
  const folded = folding(whole);
  const ranges = statements
    .filter(Boolean)
    .flatMap((statement) => verbatim(folded, statement) ?? nearest(whole, statement) ?? [])
    .toSorted((a, b) => a.from - b.from);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to } of ranges) {
    if (from < at) continue;
    pieces.push({ text: whole.slice(at, from), hit: false }, { text: whole.slice(from, to), hit: true });
    at = to;
  }
  return [...pieces, { text: whole.slice(at), hit: false }].filter(({ text }) => text !== "");
}

interface Folded {
  readonly text: string;
  /** Where each character stands in the text as it is. */
  readonly places: readonly number[];
}

/** A text in small letters, each run of white space as one blank. */
function folding(whole: string): Folded {
  const [letters, places]: [string[], number[]] = [[], []];
  for (let at = 0; at < whole.length; at++) {
    const letter = whole.charAt(at);
    const blank = /\s/.test(letter);
    if (blank && letters.at(-1) === " ") continue;
    const small = letter.toLowerCase();
    letters.push(blank ? " " : small.length === 1 ? small : letter);
    places.push(at);
  }
  return { text: letters.join(""), places };
}

function verbatim({ text, places }: Folded, statement: string): Range | undefined {
  const wanted = folding(statement.trim()).text.replace(/[.!?…]+$/, "");
  const at = wanted.length < 8 ? -1 : text.indexOf(wanted);
  const [from, last] = [places[at], places[at + wanted.length - 1]];
  return at < 0 || from === undefined || last === undefined ? undefined : { from, to: last + 1 };
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** The sentence that has the most of a statement's words, where it has most of them. */
function nearest(whole: string, statement: string): Range | undefined {
  const wanted = wordsOf(statement);
  const sentences = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(whole)];
  const [best] = sentences
    .map(({ segment, index }) => {
      const has = wordsOf(segment);
      return { segment, index, shared: [...wanted].filter((word) => has.has(word)).length };
    })
    .toSorted((a, b) => b.shared - a.shared);
  if (!best || wanted.size === 0 || best.shared < SHARED * wanted.size) return undefined;
  return { from: best.index, to: best.index + best.segment.trimEnd().length };
}
