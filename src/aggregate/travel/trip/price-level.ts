import { concatMap, type Observable, toArray } from "rxjs";
import type { ItemOf } from "../../../sources/source.ts";
import type { eurostat } from "../../../sources/statistics/eurostat/index.ts";
import type { worldbank } from "../../../sources/statistics/worldbank/index.ts";
import type { Door } from "./sources.ts";

/** How dear a country is, the EU being 100. */
export interface PriceLevel {
  /** Rooms and food. */
  readonly value: number;
  readonly rest: number;
  readonly base: string;
  readonly year: number;
  readonly source: string;
}

/** Countries whose price levels Eurostat tells, by its own codes: the EU, EFTA, and those that want to join. */
const EUROSTAT = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR EL HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS NO CH AL BA ME MK RS TR".split(
    " ",
  ),
);

/** Actual individual consumption, and restaurants and hotels. */
const ALL = "A01";
const RESTAURANTS_AND_HOTELS = "A0111";

/** GDP's price level beside the dollar's: https://data.worldbank.org/indicator/PA.NUS.PPPC.RF */
const RATIO = "PA.NUS.PPPC.RF";
/** The World Bank tells no ratio of the EU in every year: then the mean of its largest economies stands for it. */
const LARGEST = ["DE", "FR", "IT", "ES"];
const YEARS = 5;

/** Levels beyond these are no prices of a country: since the office counts, all lay between 35 and 180. */
const isLevel = (value: number | undefined): boolean => value !== undefined && value >= 10 && value <= 400;

const tenth = (value: number): number => Math.round(value * 10) / 10;

function ofEurostat(items: readonly ItemOf<typeof eurostat>[], geo: string): readonly PriceLevel[] {
  const newest = (category: string) =>
    items
      .filter(({ codes, value }) => codes?.["ppp_cat"] === category && codes["geo"] === geo && isLevel(value))
      .toSorted((a, b) => ((a.period ?? "") < (b.period ?? "") ? 1 : -1))[0];
  const rooms = newest(RESTAURANTS_AND_HOTELS);
  const same = newest(ALL);
  const all = rooms === undefined || same?.period === rooms.period ? same : undefined;
  const value = rooms?.value ?? all?.value;
  const rest = all?.value ?? rooms?.value;
  const period = (rooms ?? all)?.period;
  return value === undefined || rest === undefined || period === undefined
    ? []
    : [{ value, rest, base: "EU27 = 100", year: Number(period.slice(0, 4)), source: "eurostat" }];
}

function ofWorldBank(items: readonly ItemOf<typeof worldbank>[], country: string): readonly PriceLevel[] {
  const ratio = (iso2: string, year: string): number | undefined =>
    items.find((item) => item.iso2 === iso2 && item.period?.slice(0, 4) === year && (item.value ?? 0) > 0)?.value;
  const years = [...new Set(items.flatMap(({ period }) => period?.slice(0, 4) ?? []))].toSorted().toReversed();
  // Ratios of two years are not set against each other.
  const levels = years.flatMap((year): readonly PriceLevel[] => {
    const its = ratio(country, year);
    const europe = ratio("EU", year);
    const largest = LARGEST.flatMap((iso2) => ratio(iso2, year) ?? []);
    const mean =
      largest.length === LARGEST.length ? largest.reduce((sum, one) => sum + one, 0) / largest.length : undefined;
    const base = europe ?? mean;
    if (its === undefined || base === undefined) return [];
    const value = tenth((its / base) * 100);
    if (!isLevel(value)) return [];
    const named = europe === undefined ? "mean of DE, FR, IT, ES = 100" : "EU = 100";
    return [{ value, rest: value, base: named, year: Number(year), source: "worldbank" }];
  });
  return levels.slice(0, 1);
}

/** How dear a country is, by Eurostat, else by the World Bank. One value or none; a failure is a failure. */
export function priceLevelOf(country: string, ask: Door): Observable<PriceLevel> {
  const geo = { GR: "EL", GB: "UK" }[country] ?? country;
  const bank$ = ask
    .items<typeof worldbank>("worldbank", `${RATIO} ${[...new Set(["EUU", country, ...LARGEST])].join(";")}`, {
      options: { latest: YEARS },
    })
    .pipe(
      toArray(),
      concatMap((items) => ofWorldBank(items, country)),
    );
  if (!EUROSTAT.has(geo)) return bank$;
  const question = `prc_ppp_ind geo=${geo} na_item=PLI_EU27_2020 ppp_cat=${RESTAURANTS_AND_HOTELS},${ALL} lastTimePeriod=1`;
  const office$ = ask.items<typeof eurostat>("eurostat", question).pipe(
    toArray(),
    concatMap((items) => ofEurostat(items, geo)),
  );
  return ask.withFallback(office$, bank$);
}
