import type { Draft } from "../../../sources/source.ts";
import {
  type Dwelling,
  KINDS,
  newestYear,
  type Rent,
  rentOf,
  type Sale,
  summaryIn,
  type YearOfSales,
  yearsOf,
} from "../../dwellings.ts";
import { monthlyRent } from "../../formulas/rent.ts";
import { percent, rounded } from "../../formulas/rounding.ts";
import { isSmallSample } from "../../formulas/statistics.ts";
import type { Answer } from "./answer.ts";

const IN_FRENCH = { apartment: "appartement", house: "maison" } as const satisfies Record<Dwelling, string>;

/** Percent where a change is known. */
const change = (value: number | undefined): number | undefined => (value === undefined ? undefined : percent(value));

const ofType = (kind: YearOfSales | undefined): Draft<Answer["immobilier"]["appartement"]> =>
  kind && {
    prix_m2: kind.median,
    ventes_n: kind.n,
    petit_echantillon: (kind.n > 0 && isSmallSample(kind.n)) || undefined,
    evolution_1an: change(kind.oneYear),
    evolution_5ans: change(kind.fiveYears),
  };

/** What dwellings cost; nothing where no sale of a single dwelling is published. */
export function housingOf(sales: readonly Sale[]): readonly Draft<Answer["immobilier"]>[] {
  const summary = summaryIn(sales);
  const newest = summary && newestYear(summary);
  if (!summary || !newest) return [];
  const [main] = newest.kinds;
  const kindOf = (dwelling: Dwelling): YearOfSales | undefined =>
    newest.kinds.find((kind) => kind.dwelling === dwelling);
  return [
    {
      prix_m2: main.median,
      type_bien: IN_FRENCH[main.dwelling],
      evolution_1an: change(main.oneYear),
      evolution_5ans: change(main.fiveYears),
      annee: newest.year,
      ventes_n: main.n,
      petit_echantillon: isSmallSample(main.n) || undefined,
      derniere_vente: summary.through,
      appartement: ofType(kindOf("apartment")),
      maison: ofType(kindOf("house")),
      historique: KINDS.flatMap((dwelling) =>
        yearsOf(summary, dwelling).map(({ year, median, n }) => ({
          annee: year,
          type_bien: IN_FRENCH[dwelling],
          prix_m2: median,
          ventes_n: n,
          petit_echantillon: isSmallSample(n) || undefined,
        })),
      ),
      source: "dvf",
    },
  ];
}

const NATURE =
  "loyer d'annonce typique estimé par un modèle, charges comprises, non meublé ; ni médiane ni moyenne observée";

/** What rents are, of a commune of so many arrondissements; nothing where the indicator does not know the commune. */
export function rentIn(rents: readonly Rent[], districts: number): readonly Draft<Answer["loyer"]>[] {
  const flat = rentOf(rents, "apartment");
  const house = rentOf(rents, "house");
  const main = flat ?? house;
  if (!main) return [];
  const mean = main.arrondissements
    ? ` ; moyenne de ${main.arrondissements} des ${districts} arrondissements, ${main.weighted ? "" : "non "}pondérée par leurs annonces`
    : districts > 1
      ? ` ; d'un seul des ${districts} arrondissements`
      : "";
  return [
    {
      nature: `${NATURE}${mean}`,
      appartement_m2: flat?.rentM2,
      appartement_bas: flat?.lowM2,
      appartement_haut: flat?.highM2,
      t1_t2_m2: rentOf(rents, "apartment_1_2_rooms")?.rentM2,
      t3_plus_m2: rentOf(rents, "apartment_3_plus_rooms")?.rentM2,
      maison_m2: house?.rentM2,
      mensuel_reference: rounded(monthlyRent(main.rentM2, main.surface), 0),
      surface_reference_m2: main.surface,
      annonces_n: main.n,
      niveau: main.level,
      annee: main.year,
    },
  ];
}
