import type { Draft } from "../../../sources/source.ts";
import {
  DWELLINGS,
  type Dwelling,
  ENOUGH_SALES,
  KINDS,
  newestYear,
  type Rent,
  rentOf,
  type Sale,
  type Segment,
} from "../../dwellings.ts";
import { grossYield, monthlyRent } from "../../formulas/rent.ts";
import { percent } from "../../formulas/rounding.ts";
import type { Answer } from "./answer.ts";

/** The indicator tells small flats from large ones from so many rooms on. */
const LARGE_ROOMS = 3;

/** A dwelling that is estimated. */
export interface Wanted {
  readonly dwelling: Dwelling;
  readonly surface: number;
  readonly rooms: number | undefined;
}

/** Floor area in m² of the dwelling whose rent the indicator is. */
const REFERENCE_SURFACE = { apartment: 52, house: 92 } as const satisfies Record<Dwelling, number>;

function segmentOf({ dwelling, rooms }: Wanted): Segment {
  if (dwelling === "house") return "house";
  if (rooms === undefined) return "apartment";
  return rooms >= LARGE_ROOMS ? "apartment_3_plus_rooms" : "apartment_1_2_rooms";
}

/** What it may be let for, by the indicator; nothing where it does not know the commune. */
export function rentIn(
  rents: readonly Rent[],
  wanted: Wanted,
  priceM2: number | undefined,
  /** How many arrondissements the commune has. */
  districts: number,
): readonly Draft<Answer["rent"]>[] {
  const whole = rentOf(rents, wanted.dwelling);
  const own = rentOf(rents, segmentOf(wanted)) ?? whole;
  if (!own) return [];
  const month = (rentM2: number | undefined): number | undefined =>
    rentM2 === undefined ? undefined : Math.round(monthlyRent(rentM2, wanted.surface));
  const yearly = priceM2 === undefined ? undefined : grossYield(own.rentM2, priceM2);
  const mean = own.arrondissements
    ? ` The mean of ${own.arrondissements} of ${districts} arrondissements, ${own.weighted ? "weighted by" : "not weighted by"} their advertisements.`
    : districts > 1
      ? ` Of one of ${districts} arrondissements alone.`
      : "";
  return [
    {
      segment: own.segment,
      median_m2: whole?.rentM2,
      estimated_m2: own.rentM2,
      estimated_month: month(own.rentM2),
      low_month: month(own.lowM2),
      high_month: month(own.highM2),
      gap_pct: whole && percent((own.rentM2 / whole.rentM2 - 1) * 100),
      gross_yield_pct: yearly === undefined ? undefined : percent(yearly),
      listings_n: own.n,
      level: own.level,
      year: own.year,
      note: `Typical advertised rent by a model, charges included, unfurnished; neither an observed median nor a mean.${mean}`,
    },
  ];
}

/** The kind with more sales in the last 24 months, where one has enough; else in the newest year that has. */
function soldMost(summary: Sale): Wanted["dwelling"] | undefined {
  const counts = KINDS.map((kind) => ({
    kind,
    n: summary.recent?.prices.find(({ type }) => type === DWELLINGS[kind])?.count ?? 0,
  })).toSorted((a, b) => b.n - a.n);
  const [most] = counts;
  return most && most.n >= ENOUGH_SALES ? most.kind : newestYear(summary)?.kinds[0].dwelling;
}

/** What is estimated: the kind, surface and rooms that were asked for, else of the kind that is sold most. */
export function wantedIn(
  summary: Sale | undefined,
  {
    type,
    surface,
    rooms,
  }: { type?: Wanted["dwelling"] | undefined; surface?: number | undefined; rooms?: number | undefined },
): Wanted {
  const dwelling = type ?? (summary && soldMost(summary)) ?? "apartment";
  return { dwelling, surface: surface ?? REFERENCE_SURFACE[dwelling], rooms };
}
