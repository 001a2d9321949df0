import type { annuaireSante } from "../../../sources/french/annuaire_sante.ts";
import type { finess } from "../../../sources/french/finess.ts";
import { plainName } from "../../../sources/kit/services/insee-codes.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { Gathered } from "../../settled-result.ts";
import type { Answer } from "./answer.ts";
import { type Facility, rateOf, yearOf } from "./facilities.ts";

type Physician = ItemOf<typeof annuaireSante>;
type Establishments = Gathered<ItemOf<typeof finess>>;
type Health = Draft<Answer["sante"]>;

/** Rows of the directory on a page, and the pages that are read of it: beyond, not all physicians would be counted. */
const ROWS = 50;
export const DIRECTORY_PAGES = 10;
/** The most postal codes that the directory is asked for at once. */
const POSTCODES = 5;

/** Codes of general practice in the directory: its specialities, and the qualification of before 2004. */
const GENERAL = new Set(["SM26", "SM53", "SM54"]);

/** The professions and establishments by their words in the list of facilities. */
const TYPES = {
  generalistes: /^medecins? generalistes?/,
  specialistes: /^specialistes? en /,
  dentistes: /^chirurgiens? dentistes?/,
  infirmiers: /^infirmiere?s?\b/,
  kinesitherapeutes: /^masseurs? kinesitherapeutes?/,
  sages_femmes: /^sages? femmes?/,
  pharmacies: /^pharmacies?\b/,
  hopitaux: /^etablissements? (de )?sante (de )?court sejour/,
  urgences: /^(service d |structures? d )?urgences?\b/,
} as const;

/**
 * What the facilities of a commune say of health; nothing where they have no words for it. What no line is called by stays absent:
 * whether the commune lacks it or the list calls it otherwise is not known.
 */
export function healthIn(facilities: readonly Facility[]): readonly Health[] {
  const types = facilities.filter(({ level, domain }) => level === "type" && domain === "D");
  const counts = Object.entries(TYPES).flatMap(([name, words]) => {
    const found = types.filter(({ title }) => words.test(plainName(title ?? ""))).map(({ count }) => count);
    const known = found.flatMap((count) => count ?? []);
    return found.length > 0 && known.length === found.length
      ? [[name, known.reduce((sum, count) => sum + count, 0)] as const]
      : [];
  });
  return counts.length > 0 ? [{ ...Object.fromEntries(counts), annee: yearOf(facilities) }] : [];
}

/** Physicians, where every one of the postal codes was read. */
interface Physicians {
  readonly total: number;
  readonly general: number;
  readonly special: number;
}

/** The distinct physicians of a commune's postal codes; undefined where not all of them were read. */
export function physiciansIn(people: readonly Physician[], postcodes: readonly string[]): Physicians | undefined {
  const rows = people.reduce((sum, { practices }) => sum + practices.length, 0);
  if (rows === 0 || rows >= ROWS * DIRECTORY_PAGES || postcodes.length > POSTCODES) return undefined;
  const distinct = [...new Map(people.map((person) => [person.id, person])).values()];
  const general = distinct.filter(({ specialityCode }) => GENERAL.has(specialityCode ?? "")).length;
  const special = distinct.filter(({ specialityCode }) => specialityCode && !GENERAL.has(specialityCode)).length;
  return { total: distinct.length, general, special };
}

/** Whether the directory can be read whole for so many postal codes. */
export const fewEnough = (postcodes: readonly string[]): boolean =>
  postcodes.length > 0 && postcodes.length <= POSTCODES;

/** Pharmacies, hospitals and emergency units as the register of establishments has them; undefined where it did not answer. */
export function establishmentsOf(
  ...asked: readonly [pharmacies: Establishments, hospitals: Establishments, emergencies: Establishments]
): Health | undefined {
  const [pharmacies, hopitaux, urgences] = asked.map(({ items, answered }) => (answered ? items.length : undefined));
  return asked.some(({ answered }) => answered) ? { pharmacies, hopitaux, urgences } : undefined;
}

/** What is known of health: of physicians the directory's count, else that of the facilities. */
export function healthOf(
  known: Health | undefined,
  physicians: Physicians | undefined,
  postcodes: readonly string[],
  population: number | undefined,
): readonly Health[] {
  if (physicians)
    return [
      {
        ...known,
        medecins: physicians.total,
        medecins_source: "annuaire_sante",
        perimetre: `${postcodes.length === 1 ? "code postal" : "codes postaux"} ${postcodes.join(", ")}`,
        generalistes: physicians.general,
        specialistes: physicians.special,
      },
    ];
  if (!known) return [];
  const counted = [known.generalistes, known.specialistes].filter((count) => typeof count === "number");
  if (counted.length === 0) return [known];
  const medecins = counted.reduce((sum, count) => sum + count, 0);
  return [
    {
      ...known,
      medecins,
      medecins_source: "equipements",
      perimetre: "commune",
      medecins_pour_1000: rateOf(medecins, population),
    },
  ];
}
