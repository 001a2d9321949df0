import { z } from "zod";
import { BaseItem, IsoDate, PlaceTime } from "../kit/values/fields.ts";

const Percent = z.number().min(0).max(100);
const Degrees = z.number().min(0).max(360);

/** What is measured of the weather, or foretold. */
export const Conditions = z.object({
  condition: z.string().optional().describe("in the source's words or symbols"),
  temperatureC: z.number().optional().describe("°C"),
  feelsLikeC: z.number().optional().describe("°C"),
  dewPointC: z.number().optional().describe("°C"),
  humidityPercent: Percent.optional(),
  pressureHpa: z.number().positive().optional().describe("at sea level"),
  precipitationMm: z.number().nonnegative().optional(),
  precipitationProbabilityPercent: Percent.optional(),
  windKmh: z.number().nonnegative().optional(),
  gustKmh: z.number().nonnegative().optional(),
  windDirectionDegrees: Degrees.optional().describe("where it comes from"),
  cloudCoverPercent: Percent.optional(),
  visibilityMetres: z.number().nonnegative().optional(),
  uvIndex: z.number().nonnegative().optional(),
});

/** The weather of a place, at a time or of a day, or a warning of it. */
export const WeatherItem = BaseItem.extend({
  title: z.string(),
  time: PlaceTime.optional().describe("when it is so, with its zone"),
  date: IsoDate.optional().describe("the day, where it is so of a whole day"),
  place: z.string().optional(),
  country: z.string().optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  elevationMetres: z.number().optional(),
  temperatureMaxC: z.number().optional().describe("°C"),
  temperatureMinC: z.number().optional().describe("°C"),
  ...Conditions.shape,
});

/** "5 °C" or "2/5 °C"; "" where nothing is known. */
export const celsius = (...values: readonly (number | undefined)[]): string => {
  const known = values.filter((value) => value !== undefined);
  return known.length > 0 ? `${known.join("/")} °C` : "";
};
