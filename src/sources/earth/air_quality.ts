import { z } from "zod";
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
import { EarthItem } from "./item.ts";

const HOURLY = "european_aqi,us_aqi,pm10,pm2_5,nitrogen_dioxide,ozone,sulphur_dioxide,carbon_monoxide";
const CURRENT = `${HOURLY},dust,uv_index`;

const Options = z.object({
  days: z
    .string()
    .regex(/^[1-7]$/, "1 to 7")
    .optional()
    .describe("days to foretell hour by hour, 1 to 7, default 3"),
  past_days: z
    .string()
    .regex(/^(?:\d|[1-8]\d|9[0-2])$/, "0 to 92")
    .optional()
    .describe("days of the past, 0 to 92"),
  language: languageOption,
});

type Input = AskedSpot & z.output<typeof Options> & { readonly spot: Spot };

const Body = z
  .object({
    latitude: z.number(),
    longitude: z.number(),
    utc_offset_seconds: z.number().nullish(),
    current: Moment.nullish(),
    current_units: Units.nullish(),
    hourly: Series.nullish(),
    hourly_units: Units.nullish(),
  })
  .refine(({ current, hourly }) => current || hourly, "neither the present nor hours");

/** The words of the US index: https://www.airnow.gov/aqi/aqi-basics/ */
const BANDS = [
  [50, "good"],
  [100, "moderate"],
  [150, "unhealthy for sensitive groups"],
  [200, "unhealthy"],
  [300, "very unhealthy"],
] as const;

const bandOf = (index: number | undefined): string | undefined =>
  index === undefined ? undefined : (BANDS.find(([most]) => index <= most)?.[1] ?? "hazardous");

/** The air at a time. */
function itemOf(
  row: z.output<typeof Moment>,
  units: z.output<typeof Units> | null | undefined,
  { latitude, longitude, utc_offset_seconds }: z.output<typeof Body>,
  { place, country }: Spot,
) {
  const value = measured(row, units);
  const index = value("us_aqi");
  return {
    title: `${place ?? `${latitude}, ${longitude}`}: AQI ${index ?? "unknown"}`,
    url: "https://open-meteo.com/en/docs/air-quality-api",
    time: zoned(row["time"], utc_offset_seconds),
    place,
    country,
    latitude,
    longitude,
    category: bandOf(index),
    usAqi: index,
    europeanAqi: value("european_aqi"),
    pm10Ugm3: value("pm10"),
    pm25Ugm3: value("pm2_5"),
    coUgm3: value("carbon_monoxide"),
    no2Ugm3: value("nitrogen_dioxide"),
    so2Ugm3: value("sulphur_dioxide"),
    o3Ugm3: value("ozone"),
    dustUgm3: value("dust"),
    uvIndex: value("uv_index"),
  };
}

const Amount = z.number().nonnegative().optional().describe("µg/m³");

export const airQuality = defineSource({
  id: "air_quality",
  title: "Open-Meteo air quality (CAMS)",
  docs: "https://open-meteo.com/en/docs/air-quality-api",
  terms: "no key for non-commercial use, 10,000 requests a day; CC BY 4.0, Copernicus Atmosphere Monitoring Service",
  query: spotQuery("where", "Delhi", Options),
  item: EarthItem.extend({
    category: z.string().optional().describe("what the US index means: good, moderate, …"),
    usAqi: z.number().nonnegative().optional(),
    europeanAqi: z.number().nonnegative().optional(),
    pm10Ugm3: Amount,
    pm25Ugm3: Amount,
    coUgm3: Amount,
    no2Ugm3: Amount,
    so2Ugm3: Amount,
    o3Ugm3: Amount,
    dustUgm3: Amount,
    uvIndex: z.number().nonnegative().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: atSpot(
    json({
      request: ({ spot: { latitude, longitude }, days: forecast_days = "3", past_days }: Input) =>
        get("https://air-quality-api.open-meteo.com/v1/air-quality", {
          latitude,
          longitude,
          timezone: "auto",
          forecast_days,
          past_days,
          current: CURRENT,
          hourly: HOURLY,
        }),
      body: Body,
      items: (body, { spot }) => [
        ...(body.current ? [itemOf(body.current, body.current_units, body, spot)] : []),
        ...(body.hourly ? rowsOf(body.hourly).map((row) => itemOf(row, body.hourly_units, body, spot)) : []),
      ],
    }),
  ),
});
