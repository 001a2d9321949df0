import { z } from "zod";

const Moment = z.string().describe("ISO 8601");
const Kilometres = z.number().nonnegative().optional();
const Metres = z.int().nonnegative().optional();

export const CATEGORIES = ["exhibition", "concert", "theatre", "festival", "workshop", "other"] as const;

export const Understood = z.object({
  city: z.string(),
  insee: z.string().optional().describe("INSEE code of the French commune"),
  also: z.array(z.string()).optional().describe("other places of that name"),
  matched: z.boolean().optional().describe("false: the place found does not hold the words asked"),
  category: z.enum(CATEGORIES).optional(),
  near_km: z.int(),
  weekend: z.object({ from: Moment, to: Moment }).describe("Friday evening to Sunday, in local time"),
  by: z.string().describe("what found the city"),
});

const Way = z.object({
  text: z.string().optional().describe("as the agenda tells it"),
  nearest_stop: z.string().optional(),
  stop_distance_m: Metres,
  nearest_station: z.string().optional(),
  station_distance_m: Metres,
  bike_station: z.string().optional(),
  map: z.string().describe("on OpenStreetMap"),
});

export const Answer = z.object({
  city: z.object({
    name: z.string(),
    country_code: z.string().optional(),
    latitude: z.number(),
    longitude: z.number(),
    from: Moment,
    to: Moment,
  }),
  events: z.array(
    z.object({
      title: z.string(),
      category: z.enum(CATEGORIES),
      start: Moment,
      end: Moment.optional(),
      next: Moment.describe("when it takes place next within the days that were asked for"),
      dates_text: z.string().optional(),
      on_weekend: z.boolean(),
      place: z.string().optional(),
      address: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
      free: z.boolean().optional(),
      price_text: z.string().optional(),
      summary: z.string().optional(),
      url: z.string(),
      booking: z.string().optional(),
      image: z.string().optional(),
      accessible: z.boolean().optional().describe("to wheelchairs"),
      status: z.enum(["full", "rescheduled"]).optional().describe("as the agenda says: sold out; at a new time"),
      online: z.boolean().optional().describe("on line alone: there is no way to it"),
      how_to_get_there: Way,
      source: z.string(),
    }),
  ),
  exhibitions: z
    .array(
      z.object({
        title: z.string(),
        start: Moment.optional(),
        end: Moment.optional(),
        place: z.string().optional(),
        url: z.string(),
        price_text: z.string().optional(),
      }),
    )
    .describe("those of the events that are exhibitions and on now"),
  monuments: z.array(
    z.object({
      name: z.string(),
      kind: z.string().optional(),
      century: z.string().optional(),
      protection: z.string().optional(),
      address: z.string().optional(),
      distance_km: Kilometres,
      url: z.string(),
      source: z.string(),
    }),
  ),
  museums: z.array(
    z.object({
      name: z.string(),
      address: z.string().optional(),
      website: z.string().optional(),
      hours: z.string().optional(),
      distance_km: Kilometres,
      source: z.string(),
    }),
  ),
  getting_there: z.object({
    stations: z.array(z.object({ name: z.string(), distance_km: z.number() })).optional(),
    bike_sharing: z.array(z.string()).optional(),
    get_in: z.string().optional(),
  }),
  counts: z.object({ events: z.int(), exhibitions: z.int(), free: z.int(), weekend: z.int() }),
});

export type Category = (typeof CATEGORIES)[number];
export type Sections = z.output<typeof Answer>;
export type EventEntry = Sections["events"][number];
