import { folded } from "../../language/fold.ts";
import { stopTermsOf } from "../../language/stop-lists.ts";

export type Condition = "new" | "refurbished" | "used" | "unknown";

/** An offer as far as it says what it is for. */
export interface Offered {
  readonly title: string;
  readonly gtin?: string | undefined;
  readonly brand?: string | undefined;
  readonly model?: string | undefined;
  readonly condition?: Condition | undefined;
}

/** The share of the other words that must be found. */
const ENOUGH = 0.6;

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

/** Things for the product, which are not it. */
const ACCESSORIES = new Set(
  `case cover cable charger strap film stand adapter protector sleeve housse coque etui cable chargeur support protection
   bracelet adaptateur`.split(/\s+/),
);
/** Before the product's name these say the same: "for Sony WH-1000XM5". */
const FOR = new Set(["for", "pour", "compatible", "fits", "fur", "para", "per"]);
/** What comes with the product: "with charging case". */
const WITH = new Set([
  "with",
  "w",
  "and",
  "incl",
  "includes",
  "including",
  "avec",
  "et",
  "inclus",
  "mit",
  "con",
  "com",
]);
const NOT_THE_THING =
  /\b(?:box only|empty box|parts only|for parts|spare parts?|replacement parts?|(?:user|instruction|owner s?) manual|manual only|boite vide|boite seule|pour pieces|pieces detachees|notice seule|mode d emploi)\b/;

/** After a model's number these make another product of it: "iPhone 15 Pro" is no "iPhone 15". */
const VARIANTS = new Set("pro max plus ultra mini lite se fe xl ti super xt slim oled".split(" "));

const WORDS = /[\p{L}\p{N}]+/gu;

/** A title's words as they are compared: folded, a number and its unit one word ("128 Go" is 128gb). */
export function productWords(title: string): readonly string[] {
  const words: string[] = [];
  for (const word of folded(title).match(WORDS) ?? []) {
    const before = words.at(-1);
    const [, number, letters = ""] = /^(\d+)(\p{L}+)$/u.exec(word) ?? [];
    const unit = UNITS.get(word);
    if (unit && before && /^\d+$/.test(before)) words[words.length - 1] = before + unit;
    else words.push(number && UNITS.has(letters) ? number + UNITS.get(letters) : word);
  }
  return words;
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

/**
 * How much of what is wanted an offer has, 0.6 to 1; undefined where it is another product, a thing for it, its box, its parts or
 * its manual. Words with a digit must all be there ("1000xm5"), of the others so many.
 */
export function matchOf({ name, gtin }: Wanted, offer: Offered): number | undefined {
  if (gtin !== undefined && digits(offer.gtin) === digits(gtin)) return 1;
  const wanted = productWords(name);
  const title = productWords(offer.title);
  const found = withPairs([...title, ...productWords([offer.brand, offer.model].filter(Boolean).join(" "))]);
  const joined = (index: number): string => (wanted[index - 1] ?? "") + (wanted[index] ?? "");
  const has = (word: string, index: number): boolean =>
    found.has(word) || found.has(joined(index)) || (index + 1 < wanted.length && found.has(joined(index + 1)));
  if (isOther(wanted, title)) return undefined;
  const stop = stopTermsOf("en");
  const telling = wanted.flatMap((word, index) => (stop.has(word) ? [] : [{ word, there: has(word, index) }]));
  if (telling.length === 0 || telling.some(({ word, there }) => /\d/.test(word) && !there)) return undefined;
  const others = telling.filter(({ word }) => !/\d/.test(word));
  const share = others.length === 0 ? 1 : others.filter(({ there }) => there).length / others.length;
  return share >= ENOUGH ? telling.filter(({ there }) => there).length / telling.length : undefined;
}

/** Whether a title names something else than what is wanted, by a word that what is wanted has not. */
function isOther(wanted: readonly string[], title: readonly string[]): boolean {
  const asked = new Set(wanted.map(singular));
  if (NOT_THE_THING.test(title.join(" ")) && !NOT_THE_THING.test(wanted.join(" "))) return true;
  return title.some((word, index) => {
    if (asked.has(singular(word))) return false;
    if (VARIANTS.has(word) && /\d/.test(title[index - 1] ?? "") && asked.has(singular(title[index - 1] ?? "")))
      return true;
    if (FOR.has(word)) return title.slice(index + 1, index + 4).some((next) => asked.has(singular(next)));
    if (!ACCESSORIES.has(singular(word))) return false;
    return !title.slice(Math.max(0, index - 4), index).some((before) => WITH.has(before));
  });
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, "") : word);

/** New, refurbished, used or unknown: as the source says, else as the title does. */
export function conditionOf({ title, condition }: Offered): Condition {
  if (condition && condition !== "unknown") return condition;
  const words = folded(title);
  if (
    /\b(?:refurbished|renewed|reconditioned|reconditionne\w*|generaluberholt|ricondizionat[oa]|reacondicionad[oa])\b/.test(
      words,
    )
  )
    return "refurbished";
  if (/\b(?:used|pre ?-?owned|second hand|open box|occasion|gebraucht|usato|usado)\b/.test(words)) return "used";
  return /\b(?:brand new|new in box|sealed|neuf|neuve|neu|nuovo|nuevo)\b/.test(words) ? "new" : "unknown";
}
