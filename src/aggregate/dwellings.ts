import type { dvf } from "../sources/french/dvf/index.ts";
import type { loyers } from "../sources/french/loyers.ts";
import type { ItemOf } from "../sources/source.ts";
import { type PriceTrend, type PriceYear, priceTrend } from "./formulas/price-trend.ts";
import { rounded } from "./formulas/rounding.ts";
import { LEAST } from "./formulas/statistic.ts";

/*
 * What the sales and rents of a commune say of its dwellings, for every analysis that tells of them.
 */

export type Sale = ItemOf<typeof dvf>;
export type Rent = ItemOf<typeof loyers>;

/** The kinds of dwellings, in the words of the register of sales. */
export const DWELLINGS = { apartment: "Appartement", house: "Maison" } as const;
export type Dwelling = keyof typeof DWELLINGS;
export const KINDS = ["apartment", "house"] as const satisfies readonly Dwelling[];

/** What all sales of a commune come to; undefined where none are published. */
export const summaryIn = (sales: readonly Sale[]): Sale | undefined => sales.find(({ kind }) => kind === "summary");

/** A kind's medians by year, the newest first. */
export function yearsOf(summary: Sale, dwelling: Dwelling): readonly PriceYear[] {
  const trend = summary.trends?.find(({ type }) => type === DWELLINGS[dwelling]);
  return (trend?.years ?? []).map(({ year, count, medianPriceM2 }) => ({ year, n: count, median: medianPriceM2 }));
}

/** A kind's prices as they stand in one year. */
export interface YearOfSales extends PriceTrend {
  readonly dwelling: Dwelling;
  /** Sales of exactly one dwelling of the kind in that year. */
  readonly n: number;
  /** EUR per m². */
  readonly median: number | undefined;
}

/** Of fewer sales no headline, no default and no value is drawn, where more are known. */
export const ENOUGH_SALES = LEAST.median;

/**
 * The newest year with three sales of one kind of dwelling, or, where no year has them, the newest year with any, and what they
 * came to: the kind with most sales first.
 */
export function newestYear(
  summary: Sale,
): { readonly year: number; readonly kinds: readonly [YearOfSales, ...YearOfSales[]] } | undefined {
  const byKind = KINDS.map((dwelling) => ({ dwelling, years: yearsOf(summary, dwelling) }));
  const all = byKind.flatMap(({ years }) => years);
  const enough = all.filter(({ n }) => n >= ENOUGH_SALES);
  const year = Math.max(...(enough.length > 0 ? enough : all).map((one) => one.year));
  const [first, ...others] = byKind
    .map(({ dwelling, years }): YearOfSales => {
      const sold = years.find((one) => one.year === year);
      return {
        dwelling,
        n: sold?.n ?? 0,
        median: sold?.median,
        ...(sold && priceTrend(years.filter((one) => one.year <= year))),
      };
    })
    .toSorted((a, b) => b.n - a.n);
  return Number.isFinite(year) && first ? { year, kinds: [first, ...others] } : undefined;
}

/** The segments of the rent indicator. */
export type Segment = Rent["segment"];

/** A segment's indicator for a whole commune. */
export interface RentOf {
  readonly segment: Segment;
  /** EUR per m² and month, charges included. */
  readonly rentM2: number;
  /** Bounds of the prediction; a mean of several has none. */
  readonly lowM2?: number | undefined;
  readonly highM2?: number | undefined;
  /** Advertisements in the commune; absent where not all of its parts tell theirs. */
  readonly n?: number | undefined;
  readonly level?: "commune" | "maille" | undefined;
  readonly year: number;
  readonly surface: number;
  /** How many arrondissements it is the mean of, where it is more than one. */
  readonly arrondissements?: number | undefined;
  /** Whether the mean is weighted by their advertisements: the numbers of all of them are known. */
  readonly weighted?: boolean | undefined;
}

const levelOf = (rents: readonly Rent[]): RentOf["level"] => {
  const levels = rents.flatMap(({ estimatedOn }) => estimatedOn ?? []);
  if (levels.length === 0) return undefined;
  return levels.every((level) => level === "commune") ? "commune" : "maille";
};

/** Indicators beyond these are no rents: the published ones lie between 5 and 40 EUR per m² and month. */
const [LEAST_RENT, MOST_RENT] = [1, 150];

const isRent = ({ rentM2 }: Rent): boolean => rentM2 >= LEAST_RENT && rentM2 <= MOST_RENT;

/** How many indicators are no rents, and so left out. */
export const oddRents = (rents: readonly Rent[]): number => rents.filter((rent) => !isRent(rent)).length;

/** A segment's indicator; of Paris, Lyon and Marseille the mean of the arrondissements, each weighted by its advertisements where all of them are told. */
export function rentOf(rents: readonly Rent[], segment: Segment): RentOf | undefined {
  const own = rents.filter((rent) => rent.segment === segment && isRent(rent));
  const [first, ...others] = own;
  if (!first) return undefined;
  const counts = own.flatMap(({ observations }) => observations ?? []);
  // A sum over some of them is not the commune's.
  const n = counts.length === own.length ? counts.reduce((sum, count) => sum + count, 0) : undefined;
  const common = { segment, year: first.year, surface: first.referenceSurface, level: levelOf(own), n };
  if (others.length === 0) return { ...common, rentM2: first.rentM2, lowM2: first.lowM2, highM2: first.highM2 };
  const weighted = n !== undefined && n > 0;
  const weight = ({ observations = 0 }: Rent): number => (weighted ? observations : 1);
  const total = own.reduce((sum, rent) => sum + weight(rent), 0);
  const mean = own.reduce((sum, rent) => sum + weight(rent) * rent.rentM2, 0) / total;
  return { ...common, rentM2: rounded(mean, 2), arrondissements: own.length, weighted };
}
