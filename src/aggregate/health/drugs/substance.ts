import { folded } from "../../../language/fold.ts";
import type { Item } from "../../../sources/source.ts";

/*
 * Which substances a medicine has, whatever register wrote them: two names are one substance where their keys are equal. A name
 * that only begins alike is another substance, and a medicine with further substances is a combination.
 */

/** Salts, esters and hydrates, in English and French, as `spelled`: they do not make another active substance. */
const SALTS = new Set(
  `sodium sodique disodium disodique potassium potassique calcium calcique magnesium magnesique lysine lysin arginine arginin
  trometamol tromethamine tromethamin meglumine meglumin hydrochloride hydrochlorid dihydrochloride dihydrochlorid chlorhydrate
  chlorhydrat dichlorhydrate dichlorhydrat hydrobromide hydrobromid bromhydrate bromhydrat sulfate sulfat sulphate sulphat
  phosphate phosphat maleate maleat fumarate fumarat tartrate tartrat bitartrate bitartrat citrate citrat mesylate mesilat
  mesylat mesilate besylate besilate besilat besylat tosylate tosilat succinate succinat acetate acetat nitrate nitrat gluconate
  gluconat lactate lactat carbonate carbonat bicarbonate bicarbonat hydroxide hydroxid oxide oxid oxyde oxyd bromide bromid bromure bromur chloride chlorid chlorure chlorur iodide iodid hydrate
  hydrat monohydrate monohydrat dihydrate dihydrat trihydrate trihydrat hemihydrate hemihydrat anhydrous anhydrou anhydre anhydr
  magnesien
  axetil proxetil medoxomil pivoxil acid acide base bas de du d l dl and et the micronise micronized`
    .split(/\s+/)
    .map(spelled),
);

/** Names of several words, as registers write them, and the international one. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bpolyethylene ?glycol\b/g, "macrogol"],
  [/\bvitamine? d3\b/g, "colecalciferol"],
  [/\bvitamine? d2\b/g, "ergocalciferol"],
  [/\bvitamine? c\b/g, "ascorbic"],
  [/\bvitamine? b12\b/g, "cyanocobalamin"],
  [/\bvitamine? b1\b/g, "thiamine"],
  [/\bvitamine? b6\b/g, "pyridoxine"],
  [/\bvitamine? k1\b/g, "phytomenadione"],
];

/** Names of the USA (USAN) and of Britain that differ from the international one (INN), as the WHO's lists have them. */
const INN = new Map(
  Object.entries({
    acetaminophen: "paracetamol",
    aspirin: "acetylsalicylic",
    albuterol: "salbutamol",
    adrenaline: "epinephrine",
    noradrenaline: "norepinephrine",
    glyburide: "glibenclamide",
    meperidine: "pethidine",
    isoproterenol: "isoprenaline",
    rifampin: "rifampicin",
    torsemide: "torasemide",
    cyclosporine: "ciclosporin",
    cyclosporin: "ciclosporin",
    phytonadione: "phytomenadione",
    lignocaine: "lidocaine",
    amethocaine: "tetracaine",
    methimazole: "thiamazole",
    mesalamine: "mesalazine",
    dipyrone: "metamizole",
    nitroglycerin: "trinitrine",
    frusemide: "furosemide",
    hydroxyurea: "hydroxycarbamide",
    trimeprazine: "alimemazine",
    propoxyphene: "dextropropoxyphene",
    amphetamine: "amfetamine",
    dextroamphetamine: "dexamfetamine",
    methamphetamine: "metamfetamine",
    acyclovir: "aciclovir",
    cephalexin: "cefalexin",
    cholecalciferol: "colecalciferol",
    thyroxine: "levothyroxine",
    succinylcholine: "suxamethonium",
    metaproterenol: "orciprenaline",
    leucovorin: "folinic",
    scopolamine: "hyoscine",
    dicyclomine: "dicycloverine",
    benztropine: "benzatropine",
    chlorthalidone: "chlortalidone",
    chlorpheniramine: "chlorphenamine",
    dothiepin: "dosulepin",
    ergonovine: "ergometrine",
    indomethacin: "indometacin",
    phenobarbitone: "phenobarbital",
    thiopentone: "thiopental",
    beclomethasone: "beclometasone",
    cromolyn: "cromoglicic",
    aluminum: "aluminium",
    ferreux: "ferrous",
  }).map(([one, other]) => [spelled(one), spelled(other)]),
);

/**
 * A word as both languages spell it: without diacritics, the French or English mute ending and the letters that stand for one
 * sound (`ph` f, `th` t, `y` i, `ae` and `oe` e, `que` c): “ibuprofène” and “ibuprofen”, “sulfaméthoxazole” and “sulfamethoxazol”.
 */
function spelled(word: string): string {
  return word
    .replace(/que$/, "c")
    .replace(/ph/g, "f")
    .replace(/th/g, "t")
    .replace(/y/g, "i")
    .replace(/[ao]e/g, "e")
    .replace(/[es]+$/, "");
}

const wordsOf = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** What a substance is compared by: its words without salts, in any order. */
export function substanceKey(written: string): string {
  const named = PHRASES.reduce((text, [phrase, name]) => text.replace(phrase, name), folded(written));
  const words = wordsOf(named);
  const own = words.filter((word) => !SALTS.has(spelled(word)));
  return (own.length > 0 ? own : words)
    .map(spelled)
    .map((word) => INN.get(word) ?? word)
    .toSorted()
    .join(" ");
}

/** The keys of a list of substances; an entry may hold several (“a / b”, “a; b”, “a + b”). */
export const keysOf = (written: readonly string[]): ReadonlySet<string> =>
  new Set(written.flatMap((one) => one.split(/[;/+\n]/)).flatMap((one) => substanceKey(one) || []));

export const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((key) => other.has(key));

/** Whether a text has the words of a name one after another, each as a whole. */
export const hasWords = (text: string, name: string): boolean => {
  const words = wordsOf(name).join(" ");
  return words !== "" && ` ${wordsOf(text).join(" ")} `.includes(` ${words} `);
};

/** Who is looked for among rows. */
export interface Meant {
  readonly name: string;
  readonly brands: readonly string[];
  /** Keys of its substances; undefined: nobody knows them, and the name alone tells. */
  readonly set?: ReadonlySet<string> | undefined;
  /** The same in another language. */
  readonly alias?: ReadonlySet<string> | undefined;
  /** The ATC code of exactly these substances. */
  readonly atc?: string | undefined;
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => (typeof one === "string" ? [one] : []));

/** The substances that a row names: each way in which it names all of them. */
function setsOf(row: Item): readonly ReadonlySet<string>[] {
  const principles: readonly unknown[] = Array.isArray(row["principles"]) ? row["principles"] : [];
  const written = (nature: string): readonly string[] =>
    principles.flatMap((one) =>
      typeof one === "object" && one !== null && Reflect.get(one, "nature") === nature
        ? texts(Reflect.get(one, "substance"))
        : [],
    );
  return [
    written("active substance"),
    written("therapeutic fraction"),
    principles.length > 0 ? [] : texts(row["substances"]),
    texts(row["inn"]),
  ]
    .map(keysOf)
    .filter(({ size }) => size > 0);
}

/** Whether a register's row is of exactly this medicine's substances, or, where it names none, has the medicine's name. */
export function isOf({ name, brands, set, alias = set, atc }: Meant, row: Item): boolean {
  if (atc !== undefined && row["atc"] === atc) return true;
  const sets = setsOf(row);
  if (set && sets.length > 0) return sets.some((own) => sameSet(own, set) || (alias && sameSet(own, alias)));
  const names = [...texts(row["title"]), ...texts(row["name"]), ...texts(row["genericName"]), ...texts(row["product"])];
  if (set && sets.length === 0)
    return names.some((text) => [name, ...brands].some((one) => hasWords(text, one)) || ofSet(text, set));
  return names.some((text) => hasWords(text, name)) || sets.some((own) => sameSet(own, keysOf([name])));
}

/** Whether a product's whole name (`ibuprofen 200 MG Oral Tablet [Advil]`) has a brand or substance. */
export const isNamed = (product: string, name: string): boolean =>
  hasWords(product, name) || ofSet(product, keysOf([name]));

/** Whether a leaflet's title has the medicine's name, a brand of it, or all its substances. */
export const isTitled = (title: string, { name, brands, set }: Meant): boolean =>
  [name, ...brands].some((one) => hasWords(title, one)) || ofSet(title, set ?? keysOf([name]));

/** Whether a trial's own list of what is tried has the medicine; a trial without the list cannot be told apart. */
export function isTried({ interventions }: Item, meant: Meant): boolean {
  if (!Array.isArray(interventions) || interventions.length === 0) return true;
  return interventions.some((one: unknown) => {
    const name: unknown = typeof one === "object" && one !== null ? Reflect.get(one, "name") : undefined;
    return typeof name !== "string" || isTitled(name, meant) || hasSome(name, meant);
  });
}

const hasSome = (text: string, { set = new Set() }: Meant): boolean => {
  const words = new Set(wordsOf(text).map((word) => substanceKey(word)));
  return [...set].some((key) => key.split(" ").every((word) => words.has(word)));
};

/** Whether a text names all substances of a set as whole words. */
const ofSet = (text: string, set: ReadonlySet<string>): boolean => {
  const words = new Set(wordsOf(text).map((word) => substanceKey(word)));
  return [...set].every((key) => key.split(" ").every((word) => words.has(word)));
};
