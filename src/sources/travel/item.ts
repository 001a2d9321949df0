import { z } from "zod";
import { type Ends, endsIn } from "../kit/requests/ends.ts";
import { query } from "../kit/requests/query.ts";
import { BaseItem, Count, Money, PlaceTime } from "../kit/values/fields.ts";
import type { QuerySpec } from "../source.ts";

const Seconds = z.number().nonnegative();
const Metres = z.number().nonnegative();
const Place = {
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
};

/** A part of a journey, without a change; times with their zone. */
const Leg = z.object({
  mode: z.string().optional().describe("in the source's words: WALK, tram, IC …"),
  line: z.string().optional(),
  operator: z.string().optional(),
  headsign: z.string().optional().describe("where the vehicle goes"),
  from: z.string().optional(),
  to: z.string().optional(),
  departure: PlaceTime.optional(),
  arrival: PlaceTime.optional(),
  scheduledDeparture: PlaceTime.optional(),
  delaySeconds: z.number().optional().describe("of its departure"),
  durationSeconds: Seconds.optional(),
  distanceMetres: Metres.optional(),
  platform: z.string().optional().describe("of its departure"),
  realTime: z.boolean().optional().describe("whether the times are those of today's running"),
  instruction: z.string().optional(),
});

/** A journey, a departure, or what is on the way; times with their zone. */
export const TravelItem = BaseItem.extend({
  title: z.string(),
  kind: z.enum(["journey", "departure", "arrival", "line", "disturbance", "flight", "network", "station", "sight"]),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  ...Place,
});

/** What journeys, departures and arrivals say. */
export const JourneyItem = TravelItem.extend({
  from: z.string().optional(),
  to: z.string().optional(),
  departure: PlaceTime.optional(),
  arrival: PlaceTime.optional(),
  scheduledDeparture: PlaceTime.optional(),
  delaySeconds: z.number().optional().describe("of the departure; of an arrival, its own"),
  durationSeconds: Seconds.optional(),
  distanceMetres: Metres.optional(),
  transfers: Count.optional(),
  mode: z.string().optional().describe("of a departure or arrival"),
  line: z.string().optional(),
  operator: z.string().optional(),
  platform: z.string().optional(),
  cancelled: z.boolean().optional(),
  price: Money.optional(),
  legs: z.array(Leg).optional(),
});

/** What is asked: a journey's ends, or one place. */
export interface AskedWay {
  readonly text: string;
  readonly ends: Ends | undefined;
}

/** The earliest departure, in the network's local time. */
export const departureOption = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "a time, e.g. 2026-12-05T08:30")
  .optional()
  .describe("earliest departure in local time, e.g. 2026-12-05T08:30; default now");

/** "A to B", or words of the source's own. */
export const wayQuery = <Shape extends z.ZodObject>(
  describe: string,
  example: string,
  options: Shape,
): QuerySpec<AskedWay & z.output<Shape>> =>
  query({ describe, example, options, parse: (q, given) => ({ ...given, text: q, ends: endsIn(q) }) });

/** The title of a journey. */
export const wayTitle = (
  from: string | null | undefined,
  to: string | null | undefined,
  departure: string | null | undefined,
): string => `${from || "?"} → ${to || "?"} ${departure ?? ""}`.trim();
