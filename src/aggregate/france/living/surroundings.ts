import type { airQuality } from "../../../sources/earth/air_quality.ts";
import type { dpe } from "../../../sources/french/dpe/index.ts";
import type { eauPotable } from "../../../sources/french/eau_potable.ts";
import type { espacesVerts } from "../../../sources/french/espaces_verts.ts";
import type { georisques } from "../../../sources/french/georisques/index.ts";
import type { monuments } from "../../../sources/french/monuments.ts";
import type { musees } from "../../../sources/french/musees.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { fewForMedian } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import type { Answer } from "./answer.ts";
import { countOf, type Facility, typesOf, yearOf } from "./facilities.ts";

type Risk = ItemOf<typeof georisques>;

const GREEN: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    park: "parc",
    garden: "jardin",
    playground: "aire de jeux",
    forest: "forêt",
    wood: "bois",
    nature_reserve: "réserve naturelle",
    recreation_ground: "terrain de loisirs",
    village_green: "place enherbée",
  }),
);

/** The green spaces; nothing where the map has none, which may mean that it does not know the commune. */
export function greenOf(
  spaces: readonly ItemOf<typeof espacesVerts>[],
  limit: number,
): readonly Draft<Answer["espaces_verts"]>[] {
  const summary = spaces.find(({ kind }) => kind === "summary");
  if (!summary) return [];
  const { counts = {}, total = 0, truncated = false } = summary;
  const of = (...kinds: readonly string[]): number => kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return [
    {
      total,
      parcs: of("park"),
      jardins: of("garden"),
      aires_de_jeux: of("playground"),
      forets: of("forest", "wood"),
      reserves: of("nature_reserve"),
      tronque: truncated,
      liste: spaces
        .flatMap(({ name, kind }) => (name && kind ? [{ nom: name, type: GREEN.get(kind) ?? kind }] : []))
        .slice(0, limit),
    },
  ];
}

/** Museums, monuments and the facilities of culture, as far as each is known. */
export function cultureOf(
  museums: readonly ItemOf<typeof musees>[] | undefined,
  protectedOnes: readonly ItemOf<typeof monuments>[] | undefined,
  facilities: readonly Facility[],
  limit: number,
): readonly Draft<Answer["culture"]>[] {
  const annee = yearOf(facilities);
  if (!museums && !protectedOnes && annee === undefined) return [];
  return [
    {
      musees: museums
        ?.slice(0, limit)
        .map(({ title, address, website }) => ({ nom: title ?? "", adresse: address, site: website })),
      musees_n: museums?.length,
      monuments_n: protectedOnes?.length,
      monuments: protectedOnes
        ?.slice(0, limit)
        .map(({ title, centuries }) => ({ nom: title ?? "", siecle: centuries?.join(", ") })),
      ...(annee !== undefined && {
        equipements_culturels: countOf(facilities, "F3"),
        par_type: typesOf(facilities, "F3", limit),
        annee,
      }),
    },
  ];
}

/** The risks that are there, natural ones first. */
const presentIn = (risks: readonly Risk[]): readonly Risk[] =>
  risks
    .filter(({ kind, present }) => kind === "risk" && present === true)
    .toSorted((a, b) => Number(a.category === "technological") - Number(b.category === "technological"));

/** The names of the risks that are there. */
export const risksOf = (risks: readonly Risk[]): readonly string[] => [
  ...new Set(presentIn(risks).flatMap(({ title }) => title ?? [])),
];

export function riskDetailsOf(risks: readonly Risk[]): Draft<Answer["risques_detail"]> {
  const zone = risks.find(({ kind }) => kind === "seismic-zone");
  return {
    risques: presentIn(risks).map(({ id, title, category, statusAddress, statusCommune }) => ({
      id: id ?? title ?? "",
      libelle: title ?? id ?? "",
      categorie: category === "natural" ? "naturel" : "technologique",
      statut: statusCommune ?? statusAddress,
    })),
    sismicite: zone?.title?.replace(/^Zone de sismicité /, ""),
    radon: risks.find(({ kind }) => kind === "radon")?.level,
    rapport: risks.find(({ kind }) => kind === "risk")?.url ?? risks[0]?.url,
  };
}

/** The last sample of drinking water: it conforms where neither limit is broken, and is not judged where none was. */
export function waterOf(samples: readonly ItemOf<typeof eauPotable>[]): Draft<Answer["environnement"]["eau"]> {
  const [last] = samples.toSorted((a, b) => (b.date ?? "").localeCompare(a.date ?? ""));
  if (!last) return undefined;
  const verdicts = [last.bacteriology, last.physicoChemical];
  const judged = verdicts.some((verdict) => verdict === "C" || verdict === "N");
  return {
    conforme: judged ? !verdicts.includes("N") : undefined,
    date: last.date,
    conclusion: last.snippet,
  };
}

/** The air as it is now. */
export function airOf(hours: readonly ItemOf<typeof airQuality>[]): Draft<Answer["environnement"]["air"]> {
  const [now] = hours;
  return now && { indice_europeen: now.europeanAqi, pm2_5: now.pm25Ugm3, no2: now.no2Ugm3, heure: now.time };
}

/** The energy certificates of dwellings: how many of each class, and what the newest consume. */
export function energyOf(items: readonly ItemOf<typeof dpe>[]): Draft<Answer["environnement"]["dpe"]> {
  const summary = items.find(({ kind }) => kind === "summary");
  const consumed = items.flatMap(({ kind, consumption }) => (kind === "certificate" ? (consumption ?? []) : []));
  if (!summary && consumed.length === 0) return undefined;
  return {
    n: summary?.certificates,
    classes: summary?.classes?.map(({ class: classe, count }) => ({ classe, nombre: count })),
    consommation_mediane_kwh_m2: fewForMedian(consumed.length) ? undefined : median(consumed),
    consommation_n: consumed.length > 0 ? consumed.length : undefined,
  };
}
