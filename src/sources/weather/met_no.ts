import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { type AskedSpot, atSpot, languageOption, type Spot, spotQuery } from "../kit/services/open-meteo.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { metric } from "../kit/values/units.ts";
import { celsius, WeatherItem } from "./item.ts";

/** Coordinates with more decimals are refused. */
const short = (degrees: number): number => Math.round(degrees * 1e4) / 1e4;

const Figure = z.number().nullish();

const Ahead = z
  .object({
    summary: z.object({ symbol_code: z.string().nullish() }).nullish(),
    details: z.object({ precipitation_amount: Figure }).nullish(),
  })
  .nullish();

/** A step of the forecast: hours at first, then quarters of days; the last ones look no hours ahead. */
const Step = z.object({
  time: z.string(),
  data: z.object({
    instant: z.object({
      details: z.object({
        air_temperature: Figure,
        relative_humidity: Figure,
        wind_speed: Figure,
        wind_speed_of_gust: Figure,
        wind_from_direction: Figure,
        air_pressure_at_sea_level: Figure,
        cloud_area_fraction: Figure,
        dew_point_temperature: Figure,
        fog_area_fraction: Figure,
        ultraviolet_index_clear_sky: Figure,
      }),
    }),
    next_1_hours: Ahead,
    next_6_hours: Ahead,
    next_12_hours: Ahead,
  }),
});

/** What MET Norway foretells for a step. */
function itemOf({ time, data }: z.output<typeof Step>, spot: Spot) {
  const { details } = data.instant;
  const ahead = data.next_1_hours ?? data.next_6_hours ?? data.next_12_hours;
  const hours = data.next_1_hours ? 1 : data.next_6_hours ? 6 : 12;
  const condition = ahead?.summary?.symbol_code;
  const rain = ahead?.details?.precipitation_amount;
  const temperature = details.air_temperature ?? undefined;
  return {
    title: [time, celsius(temperature), condition].filter(Boolean).join(" "),
    url: `https://www.yr.no/en/forecast/daily-table/${short(spot.latitude)},${short(spot.longitude)}`,
    time: isoDate(time),
    ...spot,
    condition,
    temperatureC: temperature,
    dewPointC: details.dew_point_temperature,
    humidityPercent: details.relative_humidity,
    pressureHpa: details.air_pressure_at_sea_level,
    precipitationMm: rain,
    precipitationHours: typeof rain === "number" ? hours : undefined,
    windMs: details.wind_speed,
    windKmh: metric(details.wind_speed, "m/s"),
    gustKmh: metric(details.wind_speed_of_gust, "m/s"),
    windDirectionDegrees: details.wind_from_direction,
    cloudCoverPercent: details.cloud_area_fraction,
    fogPercent: details.fog_area_fraction,
    uvIndex: details.ultraviolet_index_clear_sky,
  };
}

export const metNo = defineSource({
  id: "met_no",
  title: "MET Norway Locationforecast",
  docs: "https://api.met.no/weatherapi/locationforecast/2.0/documentation",
  terms: "no key, 20 requests a second, a User-Agent that names who asks; CC BY 4.0",
  query: spotQuery("where", "59.9139,10.7522", z.object({ language: languageOption })),
  item: WeatherItem.extend({
    condition: z.string().optional().describe("symbol of the hours ahead: clearsky_day, rain, …"),
    precipitationHours: z.int().optional().describe("over how many hours ahead: 1, 6 or 12"),
    windMs: z.number().nonnegative().optional().describe("m/s"),
    fogPercent: z.number().min(0).max(100).optional(),
    uvIndex: z.number().nonnegative().optional().describe("under a clear sky"),
    updatedAt: IsoDate.optional().describe("when the forecast was made"),
  }),
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: atSpot(
    json({
      request: ({ spot }: AskedSpot & { readonly spot: Spot }) =>
        get("https://api.met.no/weatherapi/locationforecast/2.0/compact", {
          lat: short(spot.latitude),
          lon: short(spot.longitude),
        }),
      body: z.object({
        geometry: z.object({ coordinates: z.array(z.number()) }).nullish(),
        properties: z.object({
          meta: z.object({ updated_at: z.string().nullish() }).nullish(),
          timeseries: z.array(Step),
        }),
      }),
      items: ({ geometry, properties }, { spot }) =>
        properties.timeseries.map((step) => ({
          ...itemOf(step, spot),
          elevationMetres: geometry?.coordinates[2],
          updatedAt: isoDate(properties.meta?.updated_at),
        })),
    }),
  ),
});
