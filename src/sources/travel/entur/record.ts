import { z } from "zod";
import type { Ends } from "../../kit/requests/ends.ts";
import { type AskedWay, wayTitle } from "../item.ts";

const Text = z.string().nullish();

export type Input = AskedWay & { readonly departure?: string | undefined };

/** A stop, or a point of the user's. */
export interface Stop {
  readonly name: string;
  readonly id?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

const Authority = z.object({ name: Text }).nullish();
const Quay = z.object({ publicCode: Text }).nullish();

const Leg = z.object({
  mode: Text,
  distance: z.number().nullish(),
  duration: z.number().nullish(),
  aimedStartTime: Text,
  expectedStartTime: Text,
  expectedEndTime: Text,
  realtime: z.boolean().nullish(),
  fromPlace: z.object({ name: Text, quay: Quay }).nullish(),
  toPlace: z.object({ name: Text }).nullish(),
  line: z.object({ publicCode: Text, name: Text, authority: Authority }).nullish(),
});

const Pattern = z.object({
  expectedStartTime: z.string(),
  expectedEndTime: z.string(),
  duration: z.number().nullish(),
  legs: z.array(Leg),
});

const Departure = z.object({
  aimedDepartureTime: Text,
  expectedDepartureTime: z.string(),
  realtime: z.boolean().nullish(),
  cancellation: z.boolean().nullish(),
  quay: Quay,
  destinationDisplay: z.object({ frontText: Text }).nullish(),
  serviceJourney: z
    .object({ line: z.object({ publicCode: Text, transportMode: Text, authority: Authority }).nullish() })
    .nullish(),
});

export const Trips = z.object({
  data: z.object({ trip: z.object({ nextPageCursor: Text, tripPatterns: z.array(Pattern) }) }),
});

export const Board = z.object({
  data: z.object({ stopPlace: z.object({ name: Text, estimatedCalls: z.array(Departure) }).nullable() }),
});

const onFoot = (mode: string | null | undefined): boolean => mode === "foot";

export type Way = Input & Ends & { readonly start: Stop; readonly end: Stop };

const legOf = (leg: z.output<typeof Leg>) => ({
  mode: leg.mode,
  line: leg.line?.publicCode ?? leg.line?.name,
  operator: leg.line?.authority?.name,
  from: leg.fromPlace?.name,
  to: leg.toPlace?.name,
  departure: leg.expectedStartTime,
  scheduledDeparture: leg.aimedStartTime,
  arrival: leg.expectedEndTime,
  durationSeconds: leg.duration,
  distanceMetres: leg.distance,
  platform: leg.fromPlace?.quay?.publicCode,
  realTime: leg.realtime,
});

/** A journey; its changes are one less than its vehicles. */
export function journeyOf(
  { expectedStartTime, expectedEndTime, duration, legs }: z.output<typeof Pattern>,
  { start, end }: Way,
) {
  const vehicles = legs.filter(({ mode }) => !onFoot(mode)).length;
  const metres = legs.reduce((sum, { distance }) => sum + (distance ?? 0), 0);
  return {
    title: wayTitle(start.name, end.name, expectedStartTime),
    kind: "journey" as const,
    url: "https://entur.no/",
    from: start.name,
    to: end.name,
    departure: expectedStartTime,
    arrival: expectedEndTime,
    durationSeconds: duration,
    distanceMetres: metres > 0 ? Math.round(metres * 100) / 100 : undefined,
    transfers: Math.max(0, vehicles - 1),
    legs: legs.map(legOf),
  };
}

export function departureOf(call: z.output<typeof Departure>, from: string) {
  const line = call.serviceJourney?.line;
  const to = call.destinationDisplay?.frontText;
  return {
    title: wayTitle(from, to, call.expectedDepartureTime),
    kind: "departure" as const,
    url: "https://entur.no/",
    from,
    to,
    departure: call.expectedDepartureTime,
    scheduledDeparture: call.aimedDepartureTime,
    mode: line?.transportMode,
    line: line?.publicCode,
    operator: line?.authority?.name,
    platform: call.quay?.publicCode,
    cancelled: call.cancellation,
    realTime: call.realtime,
  };
}
