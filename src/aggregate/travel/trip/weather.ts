import { concatMap, filter, forkJoin, map, type Observable, toArray } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { metNo } from "../../../sources/weather/met_no.ts";
import type { openMeteo } from "../../../sources/weather/open_meteo.ts";
import type { wttr } from "../../../sources/weather/wttr/index.ts";
import { aboutPlace, type Place, pointOf } from "../../places/place.ts";
import type { RequestOptions } from "../../request-options.ts";
import { type Dates, dayAfter, dayOf, daysOf, fewestYearsBefore, yearsBefore } from "./dates.ts";
import type { Door } from "./sources.ts";

/** A day's weather. */
interface Weather {
  readonly date: string;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly rain?: number | undefined;
  readonly rainPercent?: number | undefined;
  readonly condition?: string | undefined;
}

/** Days that the forecast reaches, today among them. */
const FORETOLD = 16;
/** Years of the past that a typical weather is the average of. */
const YEARS = 3;
/** A day of so much rain is a rainy one, as meteorologists count. */
const RAINY_MM = 1;

const tenth = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 10) / 10;

function mean(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : undefined;
}

const dayFrom = (item: ItemOf<typeof openMeteo> | ItemOf<typeof wttr>): readonly Weather[] =>
  item.date === undefined
    ? []
    : [
        {
          date: item.date.slice(0, 10),
          min: item.temperatureMinC,
          max: item.temperatureMaxC,
          rain: item.precipitationMm,
          rainPercent: item.precipitationProbabilityPercent,
          condition: item.condition,
        },
      ];

/** Hours of a forecast as days of the place, whose time is taken from the sun where its zone is not known. */
function daysFrom(steps: readonly ItemOf<typeof metNo>[], { longitude }: Place): readonly Weather[] {
  const offset = Math.round(longitude / 15) * 3_600_000;
  const dated = steps.flatMap((step) => {
    const at = Date.parse(step.time ?? "");
    return Number.isFinite(at) ? [{ ...step, date: dayOf(at + offset) }] : [];
  });
  return [...Map.groupBy(dated, ({ date }) => date)].map(([date, hours]) => {
    const degrees = hours.flatMap(({ temperatureC }) => temperatureC ?? []);
    const rain = hours.flatMap(({ precipitationMm }) => precipitationMm ?? []);
    return {
      date,
      min: degrees.length > 0 ? Math.min(...degrees) : undefined,
      max: degrees.length > 0 ? Math.max(...degrees) : undefined,
      rain: rain.length > 0 ? rain.reduce((sum, value) => sum + value, 0) : undefined,
      condition: hours[Math.floor(hours.length / 2)]?.condition,
    };
  });
}

const shown = ({ date, min, max, rain, rainPercent, condition }: Weather) => ({
  date,
  min_c: tenth(min),
  max_c: tenth(max),
  rain_mm: tenth(rain),
  rain_pct: rainPercent === undefined ? undefined : Math.round(rainPercent),
  condition,
});

const means = (days: readonly Weather[]) => ({
  mean_max_c: tenth(mean(days.map(({ max }) => max))),
  mean_min_c: tenth(mean(days.map(({ min }) => min))),
});

/** Rainy days; undefined where the rain of a day is not told. */
const rainy = (days: readonly Weather[]): number | undefined =>
  days.length > 0 && days.every(({ rain }) => rain !== undefined)
    ? days.filter(({ rain = 0 }) => rain >= RAINY_MM).length
    : undefined;

function foretold(place: Place, dates: Dates, ask: Door) {
  const wanted = new Set(daysOf(dates));
  const within = (days: readonly Weather[]): readonly Weather[] => days.filter(({ date }) => wanted.has(date));
  const from = (source: string, days$: Observable<readonly Weather[]>) =>
    days$.pipe(
      map(within),
      filter((days) => days.length > 0),
      map((days) => ({ source, days })),
    );
  const point = pointOf(place);
  const days = (items: readonly (ItemOf<typeof openMeteo> | ItemOf<typeof wttr>)[]) => items.flatMap(dayFrom);
  const one$ = ask
    .items<typeof openMeteo>("open_meteo", point, at(place, askedOf(dates, 0)))
    .pipe(toArray(), map(days));
  const other$ = ask.items<typeof metNo>("met_no", point, at(place)).pipe(
    toArray(),
    map((steps) => daysFrom(steps, place)),
  );
  const third$ = ask.items<typeof wttr>("wttr", point, at(place)).pipe(toArray(), map(days));
  return ask
    .withFallback(from("open_meteo", one$), ask.withFallback(from("met_no", other$), from("wttr", third$)))
    .pipe(
      map(({ source, days: found }) => ({
        kind: "forecast" as const,
        note:
          found.length < wanted.size
            ? `Forecast of ${found.length} of ${wanted.size} days: the others are further ahead than it reaches.`
            : "Forecast.",
        years: [],
        days: found.map(shown),
        ...means(found),
        rainy_days: rainy(found),
        source,
      })),
    );
}

function typical(place: Place, dates: Dates, ask: Door, now: number) {
  const first = fewestYearsBefore(dates, now);
  const years = Array.from({ length: YEARS }, (_, place) => first + place);
  const past = (back: number) =>
    ask
      .answer<typeof openMeteo>("open_meteo", pointOf(place), at(place, askedOf(dates, back)))
      .pipe(map((answer) => ({ back, ...answer, days: answer.items.flatMap(dayFrom) })));
  return forkJoin(years.map(past)).pipe(
    map((told) => {
      const known = told.filter(({ days }) => days.length > 0);
      if (known.length === 0)
        throw (
          told.find(({ failure }) => failure)?.failure ??
          new SourceError("not-found", "No weather of the past is known there.")
        );
      const days = daysOf(dates).map((date): Weather => {
        const same = known.flatMap(
          ({ back, days: past }) => past.find((one) => one.date === yearsBefore(date, back)) ?? [],
        );
        return {
          date,
          min: mean(same.map(({ min }) => min)),
          max: mean(same.map(({ max }) => max)),
          rain: mean(same.map(({ rain }) => rain)),
        };
      });
      const spoken = known.map(({ back }) => Number(dates.start.slice(0, 4)) - back).toSorted();
      return {
        kind: "typical" as const,
        note: `Average of the same days of ${spoken.join(", ")}; no forecast.`,
        years: spoken,
        days: days.map(shown),
        ...means(days),
        rainy_days: tenth(mean(known.map((year) => rainy(year.days)))),
        source: "open_meteo",
      };
    }),
  );
}

/** Forecasts are of a grid cell's centre or of a weather station: kilometres from it to the place, at most. */
const WEATHER_KM = 100;

const at = (place: Place, how: RequestOptions = {}): RequestOptions => ({
  ...how,
  about: aboutPlace(place, WEATHER_KM),
});

/** What the forecast service is asked about a trip, so many years before it where the forecast does not reach it. */
const askedOf = ({ start, end }: Dates, back: number): RequestOptions =>
  back === 0
    ? { options: { days: FORETOLD } }
    : { options: { archive: true, start_date: yearsBefore(start, back), end_date: yearsBefore(end, back) } };

const isForetold = ({ start }: Dates, now: number): boolean => start <= dayAfter(dayOf(now), FORETOLD - 1);

/** The place's time zone, out of an answer that is asked for anyway. One value. */
export const zoneOf = (place: Place, dates: Dates, ask: Door, now: number): Observable<string | undefined> =>
  ask
    .answer<typeof openMeteo>(
      "open_meteo",
      pointOf(place),
      at(place, askedOf(dates, isForetold(dates, now) ? 0 : fewestYearsBefore(dates, now))),
    )
    .pipe(map(({ items }) => items[0]?.timeZone));

/** The weather of a trip: foretold where its beginning is within reach, else that of the years before. */
export const weatherOf = (place$: Observable<Place>, dates: Dates, ask: Door, now: number) =>
  place$.pipe(
    concatMap((place) => (isForetold(dates, now) ? foretold(place, dates, ask) : typical(place, dates, ask, now))),
  );
