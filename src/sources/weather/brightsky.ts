import { defer } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { tolerateFailure } from "../kit/compose/partial-failures.ts";
import { timed } from "../kit/compose/timed.ts";
import { json } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { type AskedSpot, atSpot, languageOption, type Spot, spotQuery } from "../kit/services/open-meteo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { celsius, WeatherItem } from "./item.ts";

const API = "https://api.brightsky.dev";
const DAY_MS = 86_400_000;
/** Days ahead that are read hour by hour. */
const AHEAD = 3;

type Input = AskedSpot & { readonly spot: Spot };
type Asked = Input & { readonly now: number };

const Figure = z.number().nullish();

/** A record: what was measured (over the last 10, 30, 60 minutes), or an hour as it was or is foretold. */
const Record = z.object({
  source_id: z.int().nullish(),
  timestamp: z.string(),
  condition: z.string().nullish(),
  icon: z.string().nullish(),
  temperature: Figure,
  dew_point: Figure,
  relative_humidity: Figure,
  pressure_msl: Figure,
  cloud_cover: Figure,
  visibility: Figure,
  wind_speed: Figure,
  wind_speed_10: Figure,
  wind_speed_30: Figure,
  wind_speed_60: Figure,
  wind_direction: Figure,
  wind_direction_10: Figure,
  wind_direction_30: Figure,
  wind_direction_60: Figure,
  wind_gust_speed: Figure,
  wind_gust_speed_10: Figure,
  wind_gust_speed_30: Figure,
  wind_gust_speed_60: Figure,
  precipitation: Figure,
  precipitation_60: Figure,
  precipitation_probability: Figure,
  sunshine: Figure,
  sunshine_60: Figure,
});

const Station = z.object({ id: z.int(), station_name: z.string().nullish(), distance: z.number().nullish() });

/** The present is one record, hours are a list. */
const Body = z.object({
  weather: z.preprocess(
    (weather) => (typeof weather === "object" && weather !== null && !Array.isArray(weather) ? [weather] : weather),
    z.array(Record),
  ),
  sources: z.array(Station).nullish(),
});

const first = (...values: readonly (number | null | undefined)[]) =>
  values.find((value) => typeof value === "number") ?? undefined;

/** What the German weather service measured or foretells. */
function itemsOf({ weather, sources }: z.output<typeof Body>, { spot }: Asked) {
  return weather.map((record) => {
    const station = sources?.find(({ id }) => id === record.source_id);
    const temperature = record.temperature ?? undefined;
    return {
      title: [
        `${(isoDate(record.timestamp) ?? record.timestamp).slice(0, 16).replace("T", " ")} UTC`,
        celsius(temperature),
        record.condition,
      ]
        .filter(Boolean)
        .join(" "),
      url: "https://brightsky.dev/",
      time: isoDate(record.timestamp),
      ...spot,
      condition: record.condition,
      icon: record.icon,
      temperatureC: temperature,
      dewPointC: record.dew_point,
      humidityPercent: record.relative_humidity,
      pressureHpa: record.pressure_msl,
      precipitationMm: first(record.precipitation_60, record.precipitation),
      precipitationProbabilityPercent: record.precipitation_probability,
      windKmh: first(record.wind_speed_10, record.wind_speed_30, record.wind_speed_60, record.wind_speed),
      windDirectionDegrees: first(
        record.wind_direction_10,
        record.wind_direction_30,
        record.wind_direction_60,
        record.wind_direction,
      ),
      gustKmh: first(
        record.wind_gust_speed_10,
        record.wind_gust_speed_30,
        record.wind_gust_speed_60,
        record.wind_gust_speed,
      ),
      cloudCoverPercent: record.cloud_cover,
      visibilityMetres: record.visibility,
      sunshineMinutes: first(record.sunshine_60, record.sunshine),
      station: station?.station_name,
      stationMetres: station?.distance,
    };
  });
}

const at = ({ latitude, longitude }: Spot) => ({ lat: latitude, lon: longitude, units: "dwd" });

const present = json({
  request: ({ spot }: Asked) => get(`${API}/current_weather`, at(spot)),
  body: Body,
  items: itemsOf,
});

const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const hours = json({
  request: ({ spot, now }: Asked) =>
    get(`${API}/weather`, { ...at(spot), date: day(now), last_date: day(now + AHEAD * DAY_MS) }),
  body: Body,
  items: itemsOf,
});

export const brightsky = defineSource({
  id: "brightsky",
  title: "Bright Sky (DWD open data)",
  docs: "https://brightsky.dev/docs/",
  terms: "no key; CC BY 4.0, Deutscher Wetterdienst",
  query: spotQuery("where, in Germany or near", "52.52,13.405", z.object({ language: languageOption })),
  item: WeatherItem.extend({
    condition: z.string().optional().describe("dry, fog, rain, sleet, snow, hail or thunderstorm"),
    icon: z.string().optional().describe("partly-cloudy-day, …"),
    precipitationMm: z.number().nonnegative().optional().describe("of the hour"),
    sunshineMinutes: z.number().nonnegative().optional().describe("of the hour"),
    station: z.string().optional(),
    stationMetres: z.number().nonnegative().optional().describe("how far the station is"),
  }),
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: atSpot(
    timed<Input, ReturnType<typeof itemsOf>[number]>((input, context) =>
      tolerateFailure([defer(() => present(input, context)), defer(() => hours(input, context))], 1, context),
    ),
  ),
});
