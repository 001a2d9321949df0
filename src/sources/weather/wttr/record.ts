import { z } from "zod";
import { figure, numeric } from "../../kit/readers/json.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { celsius } from "../item.ts";

/** What is asked for. */
export interface Input {
  readonly text: string;
  readonly language?: string | undefined;
}

/** Blanks are written as +. */
export const pathOf = (text: string): string => encodeURIComponent(text).replaceAll("%20", "+");

/** Every value stands in a list of one object. */
const Boxed = z.array(z.object({ value: z.string() })).nullish();
const unboxed = (box: z.output<typeof Boxed>): string | undefined => box?.[0]?.value;
/** Every number is a text. */
const Figure = figure;

const Current = z.looseObject({
  temp_C: Figure,
  FeelsLikeC: Figure,
  humidity: Figure,
  pressure: Figure,
  precipMM: Figure,
  windspeedKmph: Figure,
  winddirDegree: Figure,
  winddir16Point: z.string().nullish(),
  cloudcover: Figure,
  uvIndex: Figure,
  visibility: Figure,
  weatherDesc: Boxed,
  localObsDateTime: z.string().nullish(),
  observation_time: z.string().nullish(),
});

const Hour = z.looseObject({
  time: numeric,
  tempC: Figure,
  FeelsLikeC: Figure,
  precipMM: Figure,
  chanceofrain: Figure,
  windspeedKmph: Figure,
  weatherDesc: Boxed,
});

const Day = z.object({
  date: z.string(),
  maxtempC: Figure,
  mintempC: Figure,
  sunHour: Figure,
  uvIndex: Figure,
  astronomy: z
    .array(z.object({ sunrise: z.string().nullish(), sunset: z.string().nullish(), moon_phase: z.string().nullish() }))
    .nullish(),
  hourly: z.array(Hour).nullish(),
});

const Area = z.object({ areaName: Boxed, country: Boxed, latitude: Figure, longitude: Figure });

/** What is so now, and today and the two days after it. */
export const Body = z.object({
  current_condition: z.array(Current).min(1),
  nearest_area: z.array(Area).nullish(),
  weather: z.array(Day).nullish(),
});

/** The condition in the language that was asked for (under `lang_fr`), else in English. */
function conditionOf(row: z.output<typeof Current> | z.output<typeof Hour>, { language }: Input): string | undefined {
  return unboxed(Boxed.safeParse(row[`lang_${language}`]).data) ?? unboxed(row.weatherDesc);
}

/** "0", "300", … "2100" as a time of the day. */
const clock = (time: number): string => `${twoDigits(Math.floor(time / 100))}:${twoDigits(time % 100)}`;

/** "03:15 PM" as the minutes of the day. */
function minutesOf(written: string | null | undefined): number | undefined {
  const [, hour, minute, half] = /(?:^| )(\d\d):(\d\d) ([AP]M)$/.exec(written ?? "") ?? [];
  return half ? ((Number(hour) % 12) + (half === "PM" ? 12 : 0)) * 60 + Number(minute) : undefined;
}

const DAY_MINUTES = 24 * 60;
const twoDigits = (value: number): string => String(value).padStart(2, "0");

/**
 * When the weather was so: "2026-03-30 03:15 PM" of the place's clocks, whose offset is what the same moment's "01:15 PM" in
 * UTC lies before it. A place's clocks are at most 14 hours ahead, and less than 12 behind. Where either is not told, the day.
 */
function timeOf({ localObsDateTime, observation_time }: z.output<typeof Current>): string | undefined {
  const day = isoDate(localObsDateTime?.slice(0, 10));
  const [local, utc] = [minutesOf(localObsDateTime), minutesOf(observation_time)];
  if (!day || local === undefined || utc === undefined) return day;
  const ahead = (local - utc + DAY_MINUTES) % DAY_MINUTES;
  const offset = ahead > 14 * 60 ? ahead - DAY_MINUTES : ahead;
  const clockOf = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${day}T${clockOf(local)}:00${offset < 0 ? "-" : "+"}${clockOf(Math.abs(offset))}`;
}

/** What is so now, then each day. */
export function itemsOf({ current_condition, nearest_area, weather }: z.output<typeof Body>, input: Input) {
  const area = nearest_area?.[0];
  const name = unboxed(area?.areaName);
  const at = {
    url: `https://wttr.in/${pathOf(input.text)}`,
    place: name,
    country: unboxed(area?.country),
    latitude: area?.latitude,
    longitude: area?.longitude,
  };
  const titled = (...parts: readonly (string | undefined)[]): string =>
    `${name ?? input.text}: ${parts.filter(Boolean).join(" ")}`;
  const now = current_condition.slice(0, 1).map((row) => ({
    ...at,
    title: titled(conditionOf(row, input), celsius(row.temp_C ?? undefined)),
    time: timeOf(row),
    condition: conditionOf(row, input),
    temperatureC: row.temp_C,
    feelsLikeC: row.FeelsLikeC,
    humidityPercent: row.humidity,
    pressureHpa: row.pressure,
    precipitationMm: row.precipMM,
    windKmh: row.windspeedKmph,
    windDirection: row.winddir16Point,
    windDirectionDegrees: row.winddirDegree,
    cloudCoverPercent: row.cloudcover,
    uvIndex: row.uvIndex,
    visibilityMetres: typeof row.visibility === "number" ? row.visibility * 1000 : undefined,
  }));
  const days = (weather ?? []).map((day) => ({
    ...at,
    title: titled(day.date, celsius(day.mintempC ?? undefined, day.maxtempC ?? undefined)),
    date: isoDate(day.date),
    temperatureMaxC: day.maxtempC,
    temperatureMinC: day.mintempC,
    sunHours: day.sunHour,
    uvIndex: day.uvIndex,
    sunrise: day.astronomy?.[0]?.sunrise,
    sunset: day.astronomy?.[0]?.sunset,
    moonPhase: day.astronomy?.[0]?.moon_phase,
    hourly: day.hourly?.map((hour) => ({
      time: clock(hour.time),
      temperatureC: hour.tempC,
      feelsLikeC: hour.FeelsLikeC,
      precipitationMm: hour.precipMM,
      rainProbabilityPercent: hour.chanceofrain,
      windKmh: hour.windspeedKmph,
      condition: conditionOf(hour, input),
    })),
  }));
  return [...now, ...days];
}
