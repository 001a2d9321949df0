import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import {
  type AskedSpot,
  atSpot,
  languageOption,
  Moment,
  measured,
  rowsOf,
  Series,
  type Spot,
  spotQuery,
  Units,
  zoned,
} from "../kit/services/open-meteo.ts";
import { PlaceTime } from "../kit/values/fields.ts";
import { Conditions, celsius, WeatherItem } from "./item.ts";

const CURRENT =
  "temperature_2m,relative_humidity_2m,apparent_temperature,is_day,precipitation,weather_code,wind_speed_10m,wind_direction_10m,wind_gusts_10m";
/** What both the forecast and the archive know of a day. */
const DAILY =
  "weather_code,temperature_2m_max,temperature_2m_min,sunrise,sunset,precipitation_sum,wind_speed_10m_max,wind_gusts_10m_max";
const FORETOLD = `${DAILY},precipitation_probability_max,uv_index_max`;

/** The codes of WMO table 4677 that the models give: https://open-meteo.com/en/docs */
const CODES: ReadonlyMap<number, string> = new Map([
  [0, "clear"],
  [1, "mainly clear"],
  [2, "partly cloudy"],
  [3, "overcast"],
  [45, "fog"],
  [48, "rime fog"],
  [51, "light drizzle"],
  [53, "drizzle"],
  [55, "dense drizzle"],
  [56, "light freezing drizzle"],
  [57, "freezing drizzle"],
  [61, "light rain"],
  [63, "rain"],
  [65, "heavy rain"],
  [66, "light freezing rain"],
  [67, "freezing rain"],
  [71, "light snow"],
  [73, "snow"],
  [75, "heavy snow"],
  [77, "snow grains"],
  [80, "light showers"],
  [81, "showers"],
  [82, "violent showers"],
  [85, "snow showers"],
  [86, "heavy snow showers"],
  [95, "thunderstorm"],
  [96, "thunderstorm with hail"],
  [99, "thunderstorm with heavy hail"],
]);

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, e.g. 2026-11-21")
  .optional();

const Options = z.object({
  days: z
    .string()
    .regex(/^(?:[1-9]|1[0-6])$/, "1 to 16")
    .optional()
    .describe("days to foretell, 1 to 16, default 7"),
  start_date: Day.describe("first day, instead of days"),
  end_date: Day.describe("last day, with start_date"),
  archive: z.enum(["true", "false"]).optional().describe("true: days of the past, from 1940 on; needs both dates"),
  language: languageOption,
});

type Input = AskedSpot & z.output<typeof Options>;

const Body = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    elevation: z.number().nullish(),
    utc_offset_seconds: z.number().nullish(),
    timezone: z.string().nullish(),
    current: Moment.nullish(),
    current_units: Units.nullish(),
    daily: Series,
    daily_units: Units.nullish(),
  })
  .refine(({ daily }) => Object.values(daily).every(({ length }) => length === daily.time.length), "uneven series");

/** What is so now. */
function currentOf({ current, current_units, utc_offset_seconds }: z.output<typeof Body>) {
  if (!current) return undefined;
  const value = measured(current, current_units);
  return {
    time: zoned(current["time"], utc_offset_seconds),
    condition: CODES.get(value("weather_code") ?? -1),
    weatherCode: value("weather_code"),
    temperatureC: value("temperature_2m"),
    feelsLikeC: value("apparent_temperature"),
    humidityPercent: value("relative_humidity_2m"),
    precipitationMm: value("precipitation"),
    windKmh: value("wind_speed_10m"),
    gustKmh: value("wind_gusts_10m"),
    windDirectionDegrees: value("wind_direction_10m"),
    isDay: value("is_day") === undefined ? undefined : value("is_day") === 1,
  };
}

/** Each day; today's has what is so now. */
function itemsOf(body: z.output<typeof Body>, { place, country }: Spot) {
  const { daily, daily_units, utc_offset_seconds, latitude, longitude } = body;
  const current = currentOf(body);
  return rowsOf(daily).map((row) => {
    const value = measured(row, daily_units);
    const code = value("weather_code");
    const condition = CODES.get(code ?? -1);
    const [low, high] = [value("temperature_2m_min"), value("temperature_2m_max")];
    const date = String(row["time"]);
    return {
      title: `${place ?? `${latitude}, ${longitude}`}: ${[condition, celsius(low, high)].filter(Boolean).join(" ")}`,
      url: "https://open-meteo.com/en/docs",
      date,
      place,
      country,
      latitude,
      longitude,
      elevationMetres: body.elevation,
      timeZone: body.timezone,
      weatherCode: code,
      condition,
      temperatureMaxC: high,
      temperatureMinC: low,
      precipitationMm: value("precipitation_sum"),
      precipitationProbabilityPercent: value("precipitation_probability_max"),
      windKmh: value("wind_speed_10m_max"),
      gustKmh: value("wind_gusts_10m_max"),
      uvIndex: value("uv_index_max"),
      sunrise: zoned(row["sunrise"], utc_offset_seconds),
      sunset: zoned(row["sunset"], utc_offset_seconds),
      current: current?.time?.startsWith(date) ? current : undefined,
    };
  });
}

const forecast = json({
  request: ({ spot, days = "7", start_date, end_date, archive }: Input & { readonly spot: Spot }) => {
    const { latitude, longitude } = spot;
    const at = { latitude, longitude, timezone: "auto" };
    const dates = start_date ? { start_date, end_date: end_date ?? start_date } : { forecast_days: days };
    if (archive === "true")
      return get("https://archive-api.open-meteo.com/v1/archive", { ...at, ...dates, daily: DAILY });
    return get("https://api.open-meteo.com/v1/forecast", { ...at, ...dates, current: CURRENT, daily: FORETOLD });
  },
  body: Body,
  items: (body, { spot }) => itemsOf(body, spot),
});

const asked = spotQuery("where", "Nantes", Options);

export const openMeteo = defineSource({
  id: "open_meteo",
  title: "Open-Meteo forecast",
  docs: "https://open-meteo.com/en/docs",
  terms: "no key for non-commercial use, 10,000 requests a day; CC BY 4.0",
  query: {
    ...asked,
    parse: (q, options): Input => {
      const input = asked.parse(q, options);
      if (input.archive === "true" && !(input.start_date && input.end_date))
        throw new SourceError("bad-query", "archive: needs start_date and end_date, e.g. 2025-07-01 and 2025-07-14.");
      if (input.end_date && !input.start_date) throw new SourceError("bad-query", "end_date: needs start_date.");
      return input;
    },
  },
  item: WeatherItem.extend({
    timeZone: z.string().optional().describe("IANA name of the zone that the days are of"),
    weatherCode: z.int().optional().describe("WMO code"),
    windKmh: z.number().optional().describe("the day's greatest"),
    gustKmh: z.number().optional().describe("the day's greatest"),
    uvIndex: z.number().optional().describe("the day's greatest"),
    sunrise: PlaceTime.optional(),
    sunset: PlaceTime.optional(),
    current: Conditions.extend({
      time: PlaceTime.optional(),
      weatherCode: z.int().optional(),
      isDay: z.boolean().optional(),
    })
      .optional()
      .describe("what is so now; of today only"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: atSpot(forecast),
});
