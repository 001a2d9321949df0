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

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Beside a model's name these make another product of it: "iPhone 15 Pro" is no "iPhone 15". */
export const VARIANTS = setOf(
  `pro max plus ultra mini lite se fe xl xs xr ti super xt xtx gre slim oled air neo fold flip edge active classic elite mobile
   mk mark ii iii iv vi vii viii digital anniversary junior kids nano zoom pocket evo duo`,
);
/** Parts and additions whose word alone makes a title theirs, in eight languages; singular, folded. */
const ACCESSORIES = setOf(
  `case cover cable charger strap film stand adapter protector sleeve skin wrap wallet bracket backplate waterblock earpad
   cushion dummy joycon faceplate holster lanyard decal sticker screw riser replacement dock pouch grip bumper stylus kickstand
   housse coque etui chargeur support protection bracelet adaptateur coussinet oreillette manette remplacement pochette
   vitre sacoche batterie
   hulle schutzhulle tasche ladegerat kabel folie schutzfolie panzerglas halterung ersatz akku ersatzteil ohrpolster armband
   funda carcasa cargador correa soporte almohadilla repuesto bateria mando pelicula
   custodia pellicola caricatore cinturino cuscinetto ricambio supporto
   capa capinha carregador pulseira almofada
   hoesje oplader schermbeschermer houder oorkussen
   etui ladowarka szklo pokrowiec
   чехол стекло кабель зарядка амбушюры`,
);
/** Words that are parts only where they stand at the name or before it: a kettle may be of glass, headphones have batteries. */
const PARTS = setOf(
  `pad battery fan cooler heatsink controller glass kit mount holder block pair remote shell lens cap hood tripod bag box
   stickers ventilateur verre manette bag cordon`,
);
/** Of the product itself: "dual fan", "30h battery", "with charging case". */
const COUNTED = setOf("dual triple tri twin long life hour hours h built in double");
/** Before the product's name these say that the thing is for it: "for Sony WH-1000XM5". */
const FOR = setOf("for pour compatible fits fur para per voor passend geeignet adatto compativel dla для");
/** What comes with the product: "with charging case". */
const WITH = setOf("with w and incl includes including avec et inclus mit und con com e y met inkl included z с");

const NOT_THE_THING =
  /\b(?:box only|empty box|parts only|for parts|not working|spare parts?|replacement parts?|(?:user|instruction|owner s?) manual|manual only|boite vide|boite seule|pour pieces|pieces detachees|notice seule|mode d emploi|nur (?:die )?(?:verpackung|ohrpolster)|leerkarton|defekt|caja vacia|solo caja|scatola vuota|repair kit|joy[ -]?con|ear ?pads?|tempered glass|water ?block|screen protector|verre trempe|vidrio templado|vetro temperato)\b|ケース|フィルム|カバー|保护壳|手机壳|케이스|필름/u;
const BUNDLE =
  /\b(?:bundle|bundles|combo|lot of|set of|pack of|joblot|konvolut|lote de|lotto)\b|\b[2-9]\d? ?(?:x|pcs|pack)\b/u;

/** A whole computer. */
const MACHINE =
  /\b(?:laptop|notebook|ordinateur portable|pc portable|portatil|ordenador|workstation|gaming (?:pc|desktop|computer|tower)|(?:tower|komplett|mini|desktop)[ -]pc|pc gamer|gamer pc)\b|\bpc\b.*\b(?:i[3579]|ryzen|ddr[45]|core)\b|\b(?:i[3579]|ryzen)\b.*\bpc\b/u;
const GENERATION =
  /\b(?:(?:2|3|4|5|6|7|8|9|10)(?:nd|rd|th)|second|third|fourth|fifth) gen(?:eration)?\b|\bgen(?:eration)? ?(?:[2-9]|10)\b|\b[2-9]\. ?generation\b|\b[2-9]e generation\b/u;
const CAPACITY = /^\d+(?:gb|tb)$/;
const SHORT_NUMBER = /^\d{1,2}$/;
/** Single letters that stand for words after a name. */
const NO_SUFFIX = new Set(["w", "a", "o", "y", "e", "x", "z", "c", "i", "h"]);

/** Whether a title names something else than what is wanted, by a word that what is wanted has not. */
export function isOther({ wanted, title, written, name }: Compared): boolean {
  const lacks = (pattern: RegExp): boolean => !pattern.test(name);
  if ([NOT_THE_THING, BUNDLE].some((pattern) => pattern.test(written) && lacks(pattern))) return true;
  const machine = MACHINE.exec(written);
  if (
    machine &&
    lacks(MACHINE) &&
    !/\b(?:for|with|pour|fur|para|per|and) (?:\p{L}+ )?$/u.test(written.slice(0, machine.index))
  )
    return true;
  if (GENERATION.test(written) && lacks(GENERATION)) return true;
  return wholeOf({ wanted, title, written }) || partsIn(wanted, title);
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
    if (!SHORT_NUMBER.test(word) || before === undefined) return false;
    return !title.some(
      (one, at) => one === before + word || (one === word && (title[at - 1] === before || title[at - 1] === undefined)),
    );
  });
  if (parted) return true;
  const named = wanted.some((word) => /\d/.test(word));
  for (let at = last + 1; at <= last + 3 && at < title.length; at += 1) {
    const word = title[at] ?? "";
    if (FOR.has(word) || WITH.has(word)) return false;
    if (asked.has(singular(word))) continue;
    if (VARIANTS.has(word)) return true;
    if (at > last + 1) continue;
    // A letter behind a blank is of the name ("4080 D"), behind a stroke a colour ("WH1000XM5/B").
    const apart = written.includes(`${title[last] ?? ""} ${word}`);
    if (apart && /^\p{Script=Latin}$/u.test(word) && !NO_SUFFIX.has(word)) return true;
    if (!named && /^\d$/.test(word)) return true;
  }
  return false;
}

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
function partsIn(wanted: readonly string[], title: readonly string[]): boolean {
  const asked = new Set(wanted.map(singular));
  const places = placesOf(wanted, title);
  const [first, last] = [places[0] ?? 0, places.at(-1) ?? 0];
  return title.some((word, index) => {
    if (asked.has(singular(word))) return false;
    if (FOR.has(word)) return title.slice(index + 1, index + 4).some((next) => asked.has(singular(next)));
    const comes = title.slice(Math.max(0, index - 4), index).some((before) => WITH.has(before) || COUNTED.has(before));
    const included = title
      .slice(index + 1, index + 3)
      .some((after) => /^(?:included|inclus|inkl|incluid[oa])/.test(after));
    if (comes || included) return false;
    if (ACCESSORIES.has(singular(word))) return true;
    if (!PARTS.has(singular(word)) || /\d/.test(title[index - 1] ?? "")) return false;
    return index < first || (index > last && index <= last + 3);
  });
}

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/, "") : word);
