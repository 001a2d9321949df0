import { z } from "zod";
import { Money } from "../../../sources/kit/values/fields.ts";

const Day = z.string().describe("ISO 8601");
const Kilometres = z.number().nonnegative().optional();
const Latitude = z.number().min(-90).max(90);
const Longitude = z.number().min(-180).max(180);

export const Understood = z.object({
  destination: z.string(),
  from: z.string().optional().describe("where the journey begins"),
  also: z.array(z.string()).optional().describe("other places of that name"),
  matched: z.boolean().optional().describe("false: the place found does not hold the words asked"),
  level: z.enum(["hostel", "mid", "high"]),
  currency: z.string(),
  by: z.string().optional().describe("what found the place"),
});

export const Answer = z.object({
  destination: z.object({
    name: z.string(),
    country: z.string().optional(),
    country_code: z.string().optional().describe("ISO 3166-1"),
    latitude: Latitude,
    longitude: Longitude,
    timezone: z.string().optional(),
    summary: z.string().optional(),
    guide_url: z.string().optional(),
    local_currency: z.string().optional().describe("ISO 4217"),
  }),
  dates: z.object({
    start: Day,
    end: Day,
    nights: z.int(),
    people: z.int(),
    assumed: z.boolean().describe("not all of it was said in the request"),
  }),
  weather: z.object({
    kind: z.enum(["forecast", "typical"]),
    note: z.string(),
    years: z.array(z.int()).describe("of a typical weather: the years that it is the average of"),
    days: z.array(
      z.object({
        date: Day,
        min_c: z.number().optional(),
        max_c: z.number().optional(),
        rain_mm: z.number().optional(),
        rain_pct: z.int().optional().describe("probability of rain"),
        condition: z.string().optional(),
      }),
    ),
    mean_max_c: z.number().optional(),
    mean_min_c: z.number().optional(),
    rainy_days: z.number().optional().describe("days of 1 mm of rain and more; typical: in an average year"),
    source: z.string(),
  }),
  accommodation: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["hotel", "hostel", "guest_house", "motel", "apartment", "camp_site", "other"]),
      stars: z.number().optional(),
      price_text: z.string().optional().describe("as the guide wrote it"),
      distance_km: Kilometres,
      address: z.string().optional(),
      website: z.string().optional(),
      source: z.string(),
    }),
  ),
  activities: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(["see", "do", "museum", "attraction", "viewpoint", "gallery", "eat"]),
      text: z.string().optional(),
      price_text: z.string().optional(),
      hours: z.string().optional(),
      latitude: Latitude.optional(),
      longitude: Longitude.optional(),
      distance_km: Kilometres,
      url: z.string().optional(),
      rating: z.int().optional().describe("how well known, 1 to 7"),
      source: z.string(),
    }),
  ),
  transport: z.object({
    there: z.array(
      z.object({
        mode: z.enum(["train", "bus", "car", "plane", "ferry", "mixed"]),
        from: z.string(),
        to: z.string(),
        departure: Day.optional(),
        arrival: Day.optional(),
        duration_min: z.int(),
        transfers: z.int().optional(),
        operator: z.string().optional(),
        distance_km: Kilometres,
        fare: Money.optional().describe("of one person and way"),
        source: z.string(),
      }),
    ),
    local: z.object({
      stations: z.array(z.object({ name: z.string(), kind: z.string(), distance_km: z.number() })).optional(),
      bike_sharing: z.array(z.object({ name: z.string(), stations: z.int().optional(), url: z.string() })).optional(),
      get_around: z.string().optional(),
    }),
    get_in: z.string().optional(),
  }),
  budget: z.object({
    currency: z.string(),
    total_low: z.number(),
    total_high: z.number(),
    per_person_low: z.number(),
    per_person_high: z.number(),
    lines: z.array(
      z.object({
        item: z.enum(["accommodation", "food", "local_transport", "activities", "transport_there"]),
        low: z.number(),
        high: z.number(),
        basis: z.enum(["assumption", "fare", "guide"]),
        detail: z.string(),
        source: z.string(),
      }),
    ),
    price_level: z
      .object({
        value: z.number().describe("of rooms and food"),
        rest: z.number().describe("of all else"),
        base: z.string(),
        year: z.int(),
        source: z.string(),
      })
      .optional(),
    rate: z.object({ pair: z.string(), value: z.number(), date: Day }).optional(),
    assumptions: z.array(z.string()),
  }),
});

export type Sections = z.output<typeof Answer>;
