import {
  ACCESSORIES,
  BUNDLE,
  COUNTED,
  FOR,
  LINES,
  NOT_THE_THING,
  PANEL,
  PARTS,
  PERIPHERAL,
  singular,
  THING_FOR_IT,
  VARIANTS,
  WITH,
  WITHOUT,
} from "./other-product-words.ts";

/*
 * What a title says that makes it another product than the one asked for: a variant of it, a thing made for it, a bundle, or a
 * whole machine that has it inside.
 */

/** A title and what is asked for, as `productWords` makes words and as folded text. */
interface Compared {
  readonly wanted: readonly string[];
  readonly title: readonly string[];
  readonly written: string;
  readonly name: string;
}

/** What games are for, and what says that a title is of the console itself. */
const PLATFORM = /\b(?:nintendo switch|playstation|ps[3-6]|xbox|wii|[23]ds|steam deck|game ?cube|mega ?drive)\b/u;
const CONSOLE = /\b(?:[ck]ons?ol[ae]s?|system|handheld|spielkonsole|joy[ -]?con|\d+ ?[gt][bo])\b|本体|приставка/u;
/** Words beside a console's name that may be its colour; more of them are the name of a game. */
const MOST_COLOURS = 3;
/** Before these a word that makes a variant belongs to them: "digital camera", "mobile phone", "ultra HD". */
const NOT_VARIANT: ReadonlyMap<string, RegExp> = new Map([
  ["digital", /^(?!edition|version|console|$)/],
  ["mobile", /^(?:phone|smartphone|telefon|handy|telephone)/],
  ["ultra", /^(?:hd|wide|fast|light|slim|short)/],
  ["mini", /^(?:pc|usb|hdmi|displayport)/],
  ["air", /^(?:fryer|cool|flow)/],
]);

/** What a computer has inside: a "laptop with RTX 4070" is none, a "MacBook laptop" is a MacBook. */
const COMPONENT =
  /\b(?:rtx|gtx|rx|arc|geforce|radeon|quadro|ryzen|threadripper|xeon|core|i[3579]|ssd|nvme|ddr\d|gpu|cpu)\b/u;
const PORTABLE = /\b(?:laptop|notebook|ordinateur portable|pc portable|portatil|ordenador|workstation)\b/u;
/** A whole computer. */
const MACHINE =
  /\b(?:gaming (?:pc|desktop|computer|tower)|(?:tower|komplett|mini|desktop)[ -]pc|pc gamer|gamer pc)\b|\bpc\b.*\b(?:i[3579]|ryzen|ddr[45]|core)\b|\b(?:i[3579]|ryzen)\b.*\bpc\b/u;
const GENERATION =
  /\b(?:(?:2|3|4|5|6|7|8|9|10)(?:nd|rd|th)|second|third|fourth|fifth) gen(?:eration)?\b|\bgen(?:eration)? ?(?:[2-9]|10)\b|\b[2-9]\. ?generation\b|\b[2-9]e generation\b/u;
const CAPACITY = /^\d+(?:gb|tb)$/;
const SHORT_NUMBER = /^\d{1,2}[a-z]?$/;
/** Single letters that stand for words after a name. */
const NO_SUFFIX = new Set(["w", "a", "o", "y", "e", "x", "z", "c", "i", "h"]);

/** Whether a title names something else than what is wanted, by a word that what is wanted has not. */
export function isOther({ wanted, title, written, name }: Compared): boolean {
  const lacks = (pattern: RegExp): boolean => !pattern.test(name);
  if ([NOT_THE_THING, PANEL, BUNDLE].some((pattern) => pattern.test(written) && lacks(pattern))) return true;
  const thing = THING_FOR_IT.exec(written);
  const before = written.slice(0, thing?.index);
  if (thing && lacks(THING_FOR_IT) && !COMES_WITH.test(before) && !/\b(?:model|[ck]onsol[ae])\b/.test(before))
    return true;
  const forConsole = PLATFORM.test(name) && lacks(CONSOLE) && !CONSOLE.test(written);
  if (forConsole && (isGame(wanted, title) || (PERIPHERAL.test(written) && lacks(PERIPHERAL)))) return true;
  const machine = MACHINE.exec(written) ?? (COMPONENT.test(name) ? PORTABLE.exec(written) : null);
  if (
    machine &&
    lacks(MACHINE) &&
    lacks(PORTABLE) &&
    !/\b(?:for|with|pour|fur|para|per|and) (?:\p{L}+ )?$/u.test(written.slice(0, machine.index))
  )
    return true;
  const generation = GENERATION.exec(written)?.[0];
  // "AirPods Pro (2nd generation)" is "AirPods Pro 2".
  const numbered = wanted.includes(/\d+/.exec(generation ?? "")?.[0] ?? "none");
  if (generation !== undefined && lacks(GENERATION) && !numbered) return true;
  return wholeOf({ wanted, title, written }) || partsIn(wanted, title, written);
}

/** What comes with the product may stand some words behind the word that says so. */
const COMES_WITH = /\b(?:with|incl\w*|avec|mit|inkl|con|com|met|и|с) [^,;()]{0,60}$/u;

/** Whether a title that does not say that it is of a console has more beside the console's name than a colour. */
function isGame(wanted: readonly string[], title: readonly string[]): boolean {
  const places = placesOf(wanted, title);
  const before = title.slice(0, places[0]).length;
  const beside = title.length - places.length;
  return beside > MOST_COLOURS || before > 1;
}

/** Where the words of the name stand in the title, a name's neighbours written as one word among them. */
function placesOf(wanted: readonly string[], title: readonly string[]): readonly number[] {
  const asked = new Set(wanted.map(singular));
  const pairs = new Set(wanted.slice(1).map((word, index) => (wanted[index] ?? "") + word));
  const isPart = (word: string, index: number): boolean =>
    asked.has(singular(word)) ||
    pairs.has(word) ||
    // "wh1000xm5" asked for, "WH-1000XM5" written.
    wanted.includes(word + (title[index + 1] ?? "")) ||
    wanted.includes((title[index - 1] ?? "") + word);
  return title.flatMap((word, index) => (isPart(word, index) ? [index] : []));
}

/** Whether the name as a whole is another one: another variant, number or suffix beside it, or another capacity. */
function wholeOf({ wanted, title, written }: Omit<Compared, "name">): boolean {
  const asked = new Set(wanted.map(singular));
  const places = placesOf(wanted, title);
  const last = lastOfName(wanted, title, places);
  if (last === undefined) return false;
  const sized = wanted.filter((word) => CAPACITY.test(word));
  if (sized.length > 0 && !sized.every((size) => title.includes(size))) return true;
  // A short number belongs to the word before it: "iPhone 15" is not "iPhone SE iOS 15".
  const parted = wanted.some((word, index) => {
    const before = wanted[index - 1];
    if (!SHORT_NUMBER.test(word) || before === undefined || isScreen(word, written)) return false;
    return !title.some(
      (one, at) => one === before + word || (one === word && (title[at - 1] === before || title[at - 1] === undefined)),
    );
  });
  if (parted) return true;
  // "Hue Play gradient lightstrip" is no "Hue Play lightstrip".
  const inner = title.slice(places[0], last).some((word) => LINES.has(word) && !asked.has(singular(word)));
  if (inner) return true;
  const named = wanted.some((word) => /\d/.test(word));
  for (let at = last + 1; at <= last + 3 && at < title.length; at += 1) {
    const word = title[at] ?? "";
    if (FOR.has(word) || WITH.has(word)) return false;
    if (asked.has(singular(word))) continue;
    const isVariant = VARIANTS.has(word) && !NOT_VARIANT.get(word)?.test(title[at + 1] ?? "");
    // "Twin Edge", "Dual Mini": of its maker, not of the name.
    if (isVariant && !COUNTED.has(title[at - 1] ?? "")) return true;
    if (at > last + 1) continue;
    // A letter behind a blank is of the name ("4080 D"), behind a stroke a colour ("WH1000XM5/B").
    const apart = written.includes(`${title[last] ?? ""} ${word}`);
    if (apart && /^\p{Script=Latin}$/u.test(word) && !NO_SUFFIX.has(word)) return true;
    // "6 Qt" and "5.7 L" are sizes.
    const next = title[at + 1] ?? "";
    const isSize = /^\d+\p{L}+$/u.test(next) || /^(?:qt|quarts?|lit[er]+s?|cups?|tassen|tasses)$/.test(next);
    if (!named && /^\d$/.test(word) && !isSize) return true;
  }
  return false;
}

/** A screen's size, wherever it stands. */
const isScreen = (word: string, written: string): boolean =>
  /^\d\d$/.test(word) &&
  new RegExp(`\\b${word} ?-?(?:["”″]|in\\b|inch|zoll|pouces|pulgadas|pollici|polegadas|дюйм)`, "u").test(written);

/** The place of the name's last word that tells it: of one with a digit, else of the last one found. */
function lastOfName(
  wanted: readonly string[],
  title: readonly string[],
  places: readonly number[],
): number | undefined {
  const telling = wanted.filter((word) => /\d/.test(word) && !CAPACITY.test(word));
  const numbered = places.filter((place) => telling.some((word) => (title[place] ?? "").endsWith(word)));
  return numbered[0] ?? places.at(-1);
}

/** Whether a title is of a part of the product, or of a thing for it. */
function partsIn(wanted: readonly string[], title: readonly string[], written: string): boolean {
  const asked = new Set(wanted.map(singular));
  const places = placesOf(wanted, title);
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
  const number = wanted.some((word) => /\d/.test(word)) ? (lastOfName(wanted, title, places) ?? 0) : 0;
  return title.some((word, index) => {
    if (asked.has(singular(word))) return false;
    if (FOR.has(word)) return title.slice(index + 1, index + 4).some((next) => asked.has(singular(next)));
    const comes = title.slice(Math.max(0, index - 4), index).some((before) => WITH.has(before) || COUNTED.has(before));
    const included = title
      .slice(index + 1, index + 3)
      .some((after) => /^(?:included|inclus|inkl|incluid[oa])/.test(after));
    if (comes || included) return false;
    const [near, next = ""] = [title[index - 1] ?? "", title[index + 1] ?? ""];
    // "Sin cable", "ohne Kabel"; a camera's "kit with lens".
    if (WITHOUT.has(near) || (word === "kit" && WITH.has(next))) return false;
    // A "stand mixer" and a "stand fan" stand by themselves.
    if (word === "stand" && /^(?:mixer|blender|fan|up)$/.test(next)) return false;
    // "Akku-Bohrschrauber" and "30h Akku" are of the product.
    if (written.includes(`${word}-`) || /^\d+(?:h|mah|wh)$/.test(title[index - 1] ?? "")) return false;
    if (ACCESSORIES.has(singular(word))) return true;
    const before = title[index - 1] ?? "";
    // "5000 mAh battery" is of the product, the "battery" behind its own number is not.
    if (!PARTS.has(singular(word)) || (/\d/.test(before) && !asked.has(singular(before)))) return false;
    return index < number || index < first || (index > last && index <= last + 5);
  });
}
