import { folded } from "../../language/fold.ts";
import { stopTermsOf } from "../../language/stop-lists.ts";
import { isOther } from "./other-product.ts";
import { VARIANTS } from "./other-product-words.ts";

export type Condition = "new" | "refurbished" | "used" | "unknown";

/** An offer as far as it says what it is for. */
export interface Offered {
  readonly title: string;
  readonly gtin?: string | undefined;
  readonly brand?: string | undefined;
  readonly model?: string | undefined;
  readonly condition?: Condition | undefined;
}

/** Units that are written with and without a blank, as one writes them elsewhere. */
const UNITS: ReadonlyMap<string, string> = new Map([
  ...`gb tb mb ml cl l g kg mg mm cm m w kw v mah hz khz ghz oz lb in mp`
    .split(" ")
    .map((unit) => [unit, unit] as const),
  ["go", "gb"],
  ["mo", "mb"],
  ["inch", "in"],
  ["inches", "in"],
  ["pouces", "in"],
]);

/** A plus sign right after a model's number or the end of a name belongs to it: S24+, "Pop+ red"; "A+B" joins two things. */
const WORDS = /[\p{L}\p{N}]+\+?/gu;

/** A title's words as they are compared: folded, a number and its unit one word ("128 Go" is 128gb). */
export function productWords(title: string): readonly string[] {
  const words: string[] = [];
  // The French terabyte: "2 To", but not "5 to 10".
  const text = folded(title).replace(/(\d) ?to\b(?! ?\d)/g, "$1 tb");
  for (const written of text.match(WORDS) ?? []) {
    const plus = written.endsWith("+");
    const word = plus ? written.slice(0, -1) : written;
    const before = words.at(-1);
    const [, number, letters = ""] = /^(\d+)(\p{L}+)$/u.exec(word) ?? [];
    const unit = UNITS.get(word);
    if (unit && before && /^\d+$/.test(before)) words[words.length - 1] = before + unit;
    else words.push(number && UNITS.has(letters) ? number + UNITS.get(letters) : word);
    if (plus && (/\d/.test(word) || text.includes(`${word}+ `) || text.endsWith(`${word}+`))) words.push("plus");
  }
  return words;
}

/** A maker's code may have so many letters behind the number that one asks for: a colour, a region ("5KSM175PS"). */
const CODE = /^(?=.{5})(?=.*\p{L}).*\d{3}$/u;
const TAIL = /^\p{L}{2,4}$/u;

/**
 * A title's words as the name writes them: a screen's size without its unit ("55 inch" for "OLED 55"), the maker's code that is
 * made of the name's own words ("OLED55C3" for "C3 OLED 55"), and a long model number without the letters behind it.
 */
function asNamed(title: readonly string[], wanted: readonly string[]): readonly string[] {
  const asked = new Set(wanted);
  const codes = wanted.filter((word) => CODE.test(word));
  return title.flatMap((word) => {
    if (asked.has(word)) return [word];
    const size = /^(\d+)in$/.exec(word)?.[1];
    if (size !== undefined && asked.has(size)) return [size];
    const code = codes.find((one) => word.startsWith(one) && TAIL.test(word.slice(one.length)));
    if (code !== undefined && !isVariant(word.slice(code.length))) return [code];
    return madeOf(word, wanted) ?? [word];
  });
}

const isVariant = (tail: string): boolean => [...VARIANTS].some((variant) => tail.startsWith(variant));

/** The words of the name that a long code is made of, each once, in the code's order. */
const madeOf = (code: string, wanted: readonly string[]): readonly string[] | undefined =>
  code.length < 6 || !/\d/.test(code) ? undefined : parted(code, wanted);

/** Of so many words a code is made at most: each further one multiplies the ways that are tried. */
const MOST_PARTS = 4;

function parted(code: string, wanted: readonly string[], most = MOST_PARTS): readonly string[] | undefined {
  if (code === "") return [];
  if (most === 0) return undefined;
  for (const word of wanted) {
    if (word.length < 2 || !code.startsWith(word)) continue;
    const others = wanted.filter((other) => other !== word);
    const rest = parted(code.slice(word.length), others, most - 1);
    if (rest) return [word, ...rest];
  }
  return undefined;
}

/** Neighbours written as one word too: "wh-1000xm5" is also found as "wh1000xm5". */
const withPairs = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.flatMap((word, index) => [word, (words[index - 1] ?? "") + word]));

/** What an offer must be to be the product that was asked for. */
export interface Wanted {
  readonly name: string;
  /** Eight to fourteen digits. */
  readonly gtin?: string | undefined;
}

const digits = (gtin: string | undefined): string | undefined => gtin?.replace(/^0+/, "");

/** The share of the words without digits that must be found. */
const ENOUGH = 0.6;

/**
 * How much of what is wanted an offer has, 0.6 to 1; undefined where it is another product, a thing for it, its box, its parts or
 * its manual. Words with a digit must all be there ("1000xm5"), and words that make a variant ("Pro"); of the others so many.
 */
export function matchOf({ name, gtin }: Wanted, offer: Offered): number | undefined {
  if (gtin !== undefined && digits(offer.gtin) === digits(gtin)) return 1;
  const wanted = productWords(name);
  const title = asNamed(productWords(offer.title), wanted);
  const found = withPairs([...title, ...productWords([offer.brand, offer.model].filter(Boolean).join(" "))]);
  const joined = (index: number): string => (wanted[index - 1] ?? "") + (wanted[index] ?? "");
  const has = (word: string, index: number): boolean =>
    found.has(word) || found.has(joined(index)) || (index + 1 < wanted.length && found.has(joined(index + 1)));
  if (isOther({ wanted, title, written: folded(offer.title), name: folded(name) })) return undefined;
  const stop = stopTermsOf("en");
  // A short name tells by each of its words, "Sonos One" by "one" too, and any by a letter at its end: "Series S".
  const short = wanted.filter((word) => !stop.has(word)).length < 2;
  const isLetter = (word: string, index: number): boolean => index === wanted.length - 1 && /^[b-z]$/.test(word);
  const telling = wanted.flatMap((word, index) =>
    stop.has(word) && !short && !isLetter(word, index) ? [] : [{ word, there: has(word, index) }],
  );
  if (telling.length === 0) return undefined;
  if (telling.some(({ word, there }) => !there && (/\d/.test(word) || word.length === 1 || VARIANTS.has(word))))
    return undefined;
  const others = telling.filter(({ word }) => !/\d/.test(word));
  const share = others.length === 0 ? 1 : others.filter(({ there }) => there).length / others.length;
  // Where no number tells the product, one word in four may be missing at most.
  const missing = others.filter(({ there }) => !there).length;
  if (others.length === telling.length && missing > Math.floor(others.length / 4)) return undefined;
  return share >= ENOUGH ? telling.filter(({ there }) => there).length / telling.length : undefined;
}

/** New, refurbished, used or unknown: as the source says, else as the title does. */
export function conditionOf({ title, condition }: Offered): Condition {
  if (condition && condition !== "unknown") return condition;
  const words = folded(title);
  if (REFURBISHED.test(words)) return "refurbished";
  if (USED.test(words)) return "used";
  return /\b(?:brand new|new in box|unused|sealed|neuf|neuve|neu|nuovo|nuevo|nieuw)\b|新品/.test(words)
    ? "new"
    : "unknown";
}

const REFURBISHED =
  /\b(?:refurb(?:ished)?|renewed|reconditioned|reconditionn?e\w*|generaluberholt\w*|wiederaufbereitet\w*|ricondizionat[oa]|reacondicionad[oa]|recondicionad[oa])\b|整備済/u;
/** "Never used" is new; "occasion" alone is English too and says nothing, "d'occasion" does; "like new" was used. */
const USED =
  /(?<!never |un)\bused\b|\b(?:pre[ -]?(?:owned|loved)|second[ -]?hand|open[ -]box|ex[ -](?:display|demo)|like new|tres bon etat|bon etat|d['’ ]?occasion|comme neu(?:f|ve)|gebraucht\w*|wie neu|neuwertig\w*|guter zustand|b-ware|(?:aus|vor)(?:stellungsstuck|fuhrgerat)|buen estado|buone condizioni|seminuev[oa]|usat[oa]|come nuov[oa]|usad[oa]|como nuev[oa]|segunda mano|seminov[oa]|tweedehands)\b|中古|б\/у/u;
