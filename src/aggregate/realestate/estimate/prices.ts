import type { Draft } from "../../../sources/source.ts";
import { DWELLINGS, type Dwelling, ENOUGH_SALES, KINDS, newestYear, type Sale, yearsOf } from "../../dwellings.ts";
import { priceTrend } from "../../formulas/price-trend.ts";
import { perThousand } from "../../formulas/rate.ts";
import { percent, rounded } from "../../formulas/rounding.ts";
import { isSmallSample } from "../../formulas/statistics.ts";
import type { Answer } from "./answer.ts";

/** Quartiles say nothing of fewer sales. */
const ENOUGH_FOR_QUARTILES = 4;

/** Prices that moved less in a year are stable, in percent. */
const STABLE = 2;

const DECEMBER = "12";

type Spread = Answer["price_m2"]["all"];

const change = (value: number | undefined): number | undefined => (value === undefined ? undefined : percent(value));

/** The prices per m² of the last 24 months, of one kind or of all dwellings. */
export function spreadOf(summary: Sale, dwelling: Dwelling | undefined): Draft<Spread> {
  const type = dwelling && DWELLINGS[dwelling];
  const prices = summary.recent?.prices.find((one) => one.type === type);
  if (!prices) return { n: 0 };
  const quartiles = prices.count >= ENOUGH_FOR_QUARTILES;
  return {
    median: prices.medianPriceM2,
    q1: quartiles ? prices.lowerQuartileM2 : undefined,
    q3: quartiles ? prices.upperQuartileM2 : undefined,
    n: prices.count,
    small_sample: isSmallSample(prices.count) || undefined,
  };
}

/** What dwellings cost; nothing without a sale of a single one. */
export function pricesOf(summary: Sale, dwelling: Dwelling): readonly Draft<Answer["price_m2"]>[] {
  const { recent } = summary;
  const newest = newestYear(summary);
  if (!recent || !newest) return [];
  return [
    {
      all: spreadOf(summary, undefined),
      apartment: spreadOf(summary, "apartment"),
      house: spreadOf(summary, "house"),
      year: newest.year,
      since: recent.since,
      through: recent.through,
      unit: "EUR/m²",
      small_sample: isSmallSample(spreadOf(summary, dwelling).n) || undefined,
    },
  ];
}

const NAMES = { apartment: "flats", house: "houses" } as const satisfies Record<Dwelling, string>;

/** What a dwelling may be worth by the sales of its kind; nothing where there are fewer than three. */
export function estimateOf(summary: Sale, dwelling: Dwelling, surface: number): readonly Draft<Answer["estimate"]>[] {
  const { median, q1, q3, n } = spreadOf(summary, dwelling);
  const { since, through } = summary.recent ?? {};
  const worth = (price: number | null | undefined): number | undefined =>
    typeof price === "number" ? Math.round(price * surface) : undefined;
  if (median === undefined || n < ENOUGH_SALES) return [];
  return [
    {
      type: dwelling,
      surface_m2: surface,
      value: worth(median),
      low: worth(q1),
      high: worth(q3),
      currency: "EUR",
      basis: `${q1 === undefined ? "Median" : "Median and quartiles"} of ${n} sales of single ${NAMES[dwelling]} in ${summary.city ?? "the commune"} after ${since} and until ${through}, times the surface.`,
    },
  ];
}

/** How prices moved, by calendar year. */
export function trendsOf(summary: Sale, dwelling: Dwelling): Draft<Answer["trends"]> {
  const main = priceTrend(yearsOf(summary, dwelling));
  return {
    type: dwelling,
    one_year_pct: change(main.oneYear),
    five_year_pct: change(main.fiveYears),
    annualised_pct: change(main.annualised),
    by_type: KINDS.map((kind) => ({ kind, years: yearsOf(summary, kind) }))
      .filter(({ years }) => years.length > 0)
      .map(({ kind, years }) => {
        const { oneYear, fiveYears } = priceTrend(years);
        return {
          type: kind,
          one_year_pct: change(oneYear),
          five_year_pct: change(fiveYears),
          years: years.map(({ year, median, n }) => ({
            year,
            median_m2: median,
            n,
            small_sample: isSmallSample(n) || undefined,
          })),
        };
      }),
  };
}

/** The newest sales; of several lots or dwellings without a price per m². */
export const transactionsOf = (sales: readonly Sale[], limit: number): Draft<Answer["recent_transactions"]> =>
  sales
    .filter(({ kind }) => kind === "sale")
    .flatMap(({ date, type, price, surface, priceM2, rooms, land, address }) =>
      price && address
        ? [{ date, type, price, surface_m2: surface, price_m2: priceM2, rooms, land_m2: land, address }]
        : [],
    )
    .slice(0, limit);

/** How many dwellings were sold, whither prices go, and how much energy dwellings need. */
export function marketOf(
  summary: Sale | undefined,
  dwelling: Dwelling,
  population: number | undefined,
  classes: Answer["market"]["energy_classes"],
): Draft<Answer["market"]> {
  const counts = new Map<number, number>();
  for (const kind of summary ? KINDS : [])
    for (const { year, n } of summary ? yearsOf(summary, kind) : []) counts.set(year, (counts.get(year) ?? 0) + n);
  const years = [...counts].map(([year, n]) => ({ year, n })).toSorted((a, b) => b.year - a.year);
  const through = summary?.through ?? "";
  // The newest year is whole where its December has sales.
  const whole = years.filter(({ year }) => String(year) < through.slice(0, 4) || through.slice(5, 7) === DECEMBER);
  const [last, before] = whole;
  const newest = years[0];
  const flats = newest && summary ? yearsOf(summary, "apartment").find(({ year }) => year === newest.year) : undefined;
  const moved = summary && priceTrend(yearsOf(summary, dwelling)).oneYear;
  return {
    sales_by_year: summary && years,
    volume_change_pct: last && before?.year === last.year - 1 ? percent((last.n / before.n - 1) * 100) : undefined,
    year: newest?.year,
    whole_year: last?.year,
    apartments_share: newest && rounded((flats?.n ?? 0) / newest.n, 4),
    direction: moved === undefined ? "unknown" : moved > STABLE ? "rising" : moved < -STABLE ? "falling" : "stable",
    liquidity_per_1000: last && population !== undefined ? perThousand(last.n, population) : undefined,
    energy_classes: classes,
  };
}

/** How many dwellings there are of each energy class. */
export const classesIn = (classes: readonly { readonly class: string; readonly count: number }[] | undefined) =>
  classes?.map(({ class: name, count }) => ({ class: name, n: count }));
