import { z } from "zod";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { excerpt } from "../../kit/values/text.ts";
import { inZone } from "../../kit/values/zones.ts";
import { wayTitle } from "../item.ts";

/* Answers of TfL's Unified API: https://api-portal.tfl.gov.uk/api-details */

const Text = z.string().nullish();

const Status = z.object({
  statusSeverity: z.int().nullish(),
  statusSeverityDescription: Text,
  reason: Text,
  validityPeriods: z.array(z.object({ fromDate: Text, toDate: Text })).nullish(),
  disruption: z.object({ category: Text }).nullish(),
});

/** A line, with one status or several. */
export const Line = z.object({
  id: z.string(),
  name: z.string(),
  modeName: Text,
  lineStatuses: z.array(Status),
});

const Stop = z.object({ commonName: Text }).nullish();

const Leg = z.object({
  duration: Count.nullish(),
  departureTime: Text,
  arrivalTime: Text,
  scheduledDepartureTime: Text,
  distance: z.number().nullish(),
  mode: z.object({ id: Text, name: Text }).nullish(),
  instruction: z.object({ summary: Text }).nullish(),
  departurePoint: Stop,
  arrivalPoint: Stop,
  routeOptions: z.array(z.object({ name: Text, directions: z.array(z.string()).nullish() })).nullish(),
});

/** A journey; its duration is in minutes, its fare in pence. */
export const Journey = z.object({
  startDateTime: z.string(),
  arrivalDateTime: z.string(),
  duration: Count.nullish(),
  legs: z.array(Leg),
  fare: z.object({ totalCost: z.number().nullish() }).nullish(),
});

const statusOf = ({ validityPeriods, ...status }: z.output<typeof Status>) => ({
  severity: status.statusSeverity,
  status: status.statusSeverityDescription,
  reason: status.reason,
  category: status.disruption?.category,
  validFrom: isoDate(validityPeriods?.[0]?.fromDate),
  validUntil: isoDate(validityPeriods?.[0]?.toDate),
});

/** What TfL says of a line: its worst status, and all of them. A small severity is a bad one; 10 is good service. */
export function lineOf({ id, name, modeName, lineStatuses }: z.output<typeof Line>) {
  const statuses = lineStatuses
    .toSorted((one, other) => (one.statusSeverity ?? 10) - (other.statusSeverity ?? 10))
    .map(statusOf);
  const [worst] = statuses;
  return {
    title: name,
    kind: "line" as const,
    url: "https://tfl.gov.uk/tube-dlr-overground/status/",
    snippet: excerpt(worst?.reason) ?? worst?.status,
    id,
    line: name,
    mode: modeName,
    ...worst,
    statuses,
  };
}

/** Times are London's, without a zone. */
const time = (local: string | null | undefined): string | undefined => inZone(local, "Europe/London");

const minutes = (duration: number | null | undefined): number | undefined =>
  typeof duration === "number" ? duration * 60 : undefined;

const legOf = (leg: z.output<typeof Leg>) => ({
  mode: leg.mode?.name ?? leg.mode?.id,
  line: leg.routeOptions?.[0]?.name,
  headsign: leg.routeOptions?.[0]?.directions?.[0],
  from: leg.departurePoint?.commonName,
  to: leg.arrivalPoint?.commonName,
  departure: time(leg.departureTime),
  scheduledDeparture: time(leg.scheduledDepartureTime),
  arrival: time(leg.arrivalTime),
  durationSeconds: minutes(leg.duration),
  distanceMetres: leg.distance,
  instruction: leg.instruction?.summary,
});

/** What TfL says of a journey. */
export function journeyOf({ startDateTime, arrivalDateTime, duration, legs, fare }: z.output<typeof Journey>) {
  const [from, to] = [legs[0]?.departurePoint?.commonName, legs.at(-1)?.arrivalPoint?.commonName];
  const vehicles = legs.filter(({ mode }) => !/walking|cycle/.test(mode?.id ?? mode?.name ?? "")).length;
  const departure = time(startDateTime);
  return {
    title: wayTitle(from, to, departure),
    kind: "journey" as const,
    url: "https://tfl.gov.uk/plan-a-journey/",
    from,
    to,
    departure,
    arrival: time(arrivalDateTime),
    durationSeconds: minutes(duration),
    transfers: Math.max(0, vehicles - 1),
    price: typeof fare?.totalCost === "number" ? { amount: fare.totalCost / 100, currency: "GBP" } : undefined,
    legs: legs.map(legOf),
  };
}
