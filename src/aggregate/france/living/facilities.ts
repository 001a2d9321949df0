import type { annuaireEducation } from "../../../sources/french/annuaire_education.ts";
import type { equipements } from "../../../sources/french/equipements.ts";
import type { servicePublic } from "../../../sources/french/service_public.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { perThousand } from "../../formulas/rate.ts";
import type { Answer } from "./answer.ts";

export type Facility = ItemOf<typeof equipements>;
type School = ItemOf<typeof annuaireEducation>;

/** The vintage of some facilities. */
export const yearOf = (facilities: readonly Facility[]): number | undefined => facilities[0]?.year;

/** How many there are of a domain or sub-domain: what a commune lacks has no line; undefined where the count is withheld. */
export function countOf(facilities: readonly Facility[], code: string): number | undefined {
  const line = facilities.find((one) => one.code === code && (one.level === "domain" || one.level === "sub-domain"));
  return line ? line.count : 0;
}

/** The types of a domain (`B`) or sub-domain (`F3`), the commonest first. */
export const typesOf = (facilities: readonly Facility[], code: string, limit: number) =>
  facilities
    .filter(({ level, domain, subDomain }) => level === "type" && (domain === code || subDomain === code))
    .flatMap(({ code: type, title, count }) =>
      count === undefined || count === 0 ? [] : [{ code: type, libelle: title ?? type, nombre: count }],
    )
    .toSorted((a, b) => b.nombre - a.nombre || a.code.localeCompare(b.code))
    .slice(0, limit);

/** A count to 1,000 inhabitants, where both are known. */
export const rateOf = (count: number | undefined, population: number | undefined): number | undefined =>
  count === undefined || population === undefined ? undefined : perThousand(count, population);

/** The shops, domain B; nothing where the commune has no line at all. */
export function shopsOf(
  facilities: readonly Facility[],
  population: number | undefined,
  limit: number,
): readonly Draft<Answer["commerces"]>[] {
  const annee = yearOf(facilities);
  if (annee === undefined) return [];
  const total = countOf(facilities, "B");
  return [
    {
      total,
      pour_1000: rateOf(total, population),
      alimentaires: countOf(facilities, "B2"),
      grandes_surfaces: countOf(facilities, "B1"),
      par_type: typesOf(facilities, "B", limit),
      annee,
    },
  ];
}

/** The services, domain A, and the town hall, as far as either is known. */
export function servicesOf(
  facilities: readonly Facility[],
  halls: readonly ItemOf<typeof servicePublic>[],
  population: number | undefined,
  limit: number,
): readonly Draft<Answer["services"]>[] {
  const annee = yearOf(facilities);
  const [hall] = halls;
  const mairie = hall?.title
    ? { nom: hall.title, adresse: hall.address, telephone: hall.phone, site: hall.website }
    : undefined;
  if (annee === undefined) return mairie ? [{ mairie }] : [];
  const total = countOf(facilities, "A");
  return [{ total, pour_1000: rateOf(total, population), par_type: typesOf(facilities, "A", limit), mairie, annee }];
}

/** The kinds of schools by what the directory calls them (`ecoles`: it does not say of which level); others are no schools of a pupil. */
function kindOf({
  type,
  nature,
}: School): "maternelles" | "elementaires" | "ecoles" | "colleges" | "lycees" | undefined {
  if (/^coll[eè]ge/i.test(type ?? "")) return "colleges";
  if (/^(lyc[eé]e|erea)/i.test(type ?? "")) return "lycees";
  if (!/^[eé]cole/i.test(type ?? "")) return undefined;
  if (/maternelle/i.test(nature ?? "")) return "maternelles";
  return /[eé]l[eé]mentaire|primaire/i.test(nature ?? "") ? "elementaires" : "ecoles";
}

/** The schools of a commune that are open. */
export function schoolsOf(schools: readonly School[], limit: number): Draft<Answer["ecoles"]> {
  const open = schools
    .filter(({ state }) => !/^ferm|[aà] (?:ouvrir|fermer)|supprim/i.test(state ?? ""))
    .flatMap((school) => {
      const kind = kindOf(school);
      return kind ? [{ ...school, kind }] : [];
    });
  const count = (holds: (school: (typeof open)[number]) => boolean): number => open.filter(holds).length;
  return {
    total: open.length,
    maternelles: count(({ kind }) => kind === "maternelles"),
    elementaires: count(({ kind }) => kind === "elementaires"),
    colleges: count(({ kind }) => kind === "colleges"),
    lycees: count(({ kind }) => kind === "lycees"),
    publiques: count(({ sector }) => /^public/i.test(sector ?? "")),
    privees: count(({ sector }) => /^priv/i.test(sector ?? "")),
    liste: open.slice(0, limit).map(({ title, type, nature, sector, address }) => ({
      nom: title ?? "",
      type: nature ?? type ?? "",
      secteur: sector,
      adresse: address,
    })),
  };
}
