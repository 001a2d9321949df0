import { folded } from "../../language/fold.ts";
import { segmentsBy } from "../../language/segments.ts";
import { COMMON } from "../../language/stop-words.ts";
import { terms } from "../../language/terms.ts";

/** A line of a page, or a sentence of a long one, word for word. */
export interface Unit {
  readonly text: string;
  /** Without case, accents, marks of Markdown and the targets of its links; single spaces. */
  readonly plain: string;
  readonly terms: ReadonlySet<string>;
  /** Every number that its figures may mean. */
  readonly numbers: ReadonlySet<number>;
}

const MAX_LINE_CHARS = 400;
const MAX_UNIT_CHARS = 700;
const MAX_UNITS = 4_000;

const bySentences = segmentsBy("sentence");

/** A page's text in units, in its order. */
export function unitsOf(text: string): readonly Unit[] {
  const units: Unit[] = [];
  for (const line of text.split("\n")) {
    for (const part of line.length > MAX_LINE_CHARS ? parts(line) : [line]) {
      const bare = part.trim();
      if (bare) units.push(unit(bare));
      if (units.length >= MAX_UNITS) return units;
    }
  }
  return units;
}

function* parts(line: string): Generator<string> {
  for (const { segment } of bySentences(line))
    for (let from = 0; from < segment.length; from += MAX_UNIT_CHARS) yield segment.slice(from, from + MAX_UNIT_CHARS);
}

/** Computed when first looked at: most of a page's units hold nothing that is looked for. */
function unit(text: string): Unit {
  let words: ReadonlySet<string> | undefined;
  let figures: ReadonlySet<number> | undefined;
  const plain = plainly(text);
  return {
    text,
    plain,
    get terms() {
      words ??= new Set(terms(plain));
      return words;
    },
    get numbers() {
      figures ??= numbersIn(plain);
      return figures;
    },
  };
}

/** A text as it is compared. */
export const plainly = (text: string): string =>
  folded(text.replace(/\]\([^()\s]{0,2000}\)/g, "]").replace(/[*_`#|>\\[\]]+/g, " "))
    .replace(/[‐‑–—]/g, "-")
    .replace(/[‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\s+/g, " ")
    .trim();

/** The terms that tell a text from others; all, where it has no such. */
export function tellingTerms(text: string): readonly string[] {
  const all = [...new Set(terms(text))];
  const rare = all.filter((term) => !COMMON.has(term));
  return rare.length > 0 ? rare : all;
}

const FIGURE = /(-|\b)(\d{1,15}(?:[.,' \u00a0\u202f]\d{1,15}){0,6})\s?(%|[a-z]+\b)?/g;
const SCALES: ReadonlyMap<string, number> = new Map([
  ["%", 0.01],
  ["k", 1e3],
  ["thousand", 1e3],
  ["m", 1e6],
  ["mn", 1e6],
  ["mio", 1e6],
  ["million", 1e6],
  ["millions", 1e6],
  ["millionen", 1e6],
  ["bn", 1e9],
  ["mrd", 1e9],
  ["billion", 1e9],
  ["billions", 1e9],
  ["milliarden", 1e9],
]);

/** `1.234,5` is 1234.5; `1.234` may be 1234 or 1.234; `2.1 million` is 2.1 and 2100000; `35 %` is 35 and 0.35. */
function numbersIn(plain: string): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [, sign, figure = "", after = ""] of plain.matchAll(FIGURE))
    for (const number of readings(figure)) {
      const scale = SCALES.get(after);
      for (const one of scale === undefined ? [number] : [number, rounded(number * scale)]) {
        found.add(one);
        if (sign === "-") found.add(-one);
      }
    }
  return found;
}

const rounded = (value: number): number => Number(value.toPrecision(12));

function readings(figure: string): readonly number[] {
  const joined = figure.replace(/[' \u00a0\u202f](?=\d{3}(?!\d))/g, "");
  // Numbers that stand beside one another, as in `10 125`, may be one or two.
  return [joined, figure]
    .flatMap((text) => text.split(/[' \u00a0\u202f]/))
    .flatMap((one) => {
      const marks = [...one.matchAll(/[.,]/g)];
      const last = marks.at(-1);
      if (!last) return [Number(one)];
      const whole = Number(one.replace(/[.,]/g, ""));
      const decimal = Number(`${one.slice(0, last.index).replace(/[.,]/g, "")}.${one.slice(last.index + 1)}`);
      const groups = /^\d{1,3}(?:[.,]\d{3})+$/.test(one);
      return groups ? [whole, decimal] : [decimal];
    });
}
