import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { Count } from "../kit/values/fields.ts";
import { withColon } from "../kit/values/zones.ts";
import { type AskedWay, departureOption, JourneyItem, wayQuery, wayTitle } from "./item.ts";

const API = "https://transport.opendata.ch/v1";
/** Pages are numbered from 0 to 3. */
const PAGES = 4;

const Options = z.object({
  limit: z.coerce.number().int().min(1).max(16).default(6).describe("connections a page, or departures"),
  departure: departureOption,
});

type Input = AskedWay & z.output<typeof Options>;

const Text = z.string().nullish();
const Station = z.object({ id: Text, name: Text }).nullish();

const Checkpoint = z.object({
  station: Station,
  departure: Text,
  arrival: Text,
  delay: z.number().nullish(),
  platform: Text,
  prognosis: z.object({ platform: Text, departure: Text, arrival: Text }).nullish(),
});

const Ride = z.object({ name: Text, category: Text, number: Text, operator: Text, to: Text });

const Section = z.object({
  journey: Ride.nullish(),
  walk: z.object({ duration: z.number().nullish() }).nullish(),
  departure: Checkpoint.nullish(),
  arrival: Checkpoint.nullish(),
});

const Connection = z.object({
  from: Checkpoint,
  to: Checkpoint,
  duration: Text,
  transfers: Count.nullish(),
  products: z.array(z.string()).nullish(),
  sections: z.array(Section).nullish(),
});

const Body = z
  .object({
    connections: z.array(Connection).nullish(),
    station: Station,
    stationboard: z.array(Ride.extend({ stop: Checkpoint })).nullish(),
  })
  .refine(({ connections, stationboard }) => connections ?? stationboard, "neither connections nor a stationboard");

/** "IR" and "27" as "IR27"; the number may bring the category along. */
const lineOf = ({ category, number }: z.output<typeof Ride>): string =>
  category && number?.startsWith(category) ? number : `${category ?? ""}${number ?? ""}`;

/** "00d00:59:00" in seconds. */
function secondsOf(written: string | null | undefined): number | undefined {
  const [, days, hours, minutes, seconds] = /^(\d{2,3})d(\d{2}):(\d{2}):(\d{2})$/.exec(written ?? "") ?? [];
  return days ? ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds) : undefined;
}

/** Delays are in minutes. */
const delayOf = ({ delay }: z.output<typeof Checkpoint>): number | undefined =>
  typeof delay === "number" ? delay * 60 : undefined;

const legOf = ({ journey, walk, departure, arrival }: z.output<typeof Section>) => ({
  mode: journey ? journey.category : "walk",
  line: journey && lineOf(journey),
  operator: journey?.operator,
  headsign: journey?.to,
  from: departure?.station?.name,
  to: arrival?.station?.name,
  departure: withColon(departure?.departure),
  arrival: withColon(arrival?.arrival),
  delaySeconds: departure && delayOf(departure),
  durationSeconds: walk?.duration,
  platform: departure?.platform,
});

const timetable = (from: string, to: string): string =>
  `https://www.sbb.ch/en/timetable.html?${new URLSearchParams({ from, to })}`;

function connectionOf({ from, to, duration, transfers, products, sections }: z.output<typeof Connection>) {
  const [start, end, departure] = [from.station?.name, to.station?.name, withColon(from.departure)];
  return {
    title: wayTitle(start, end, departure),
    kind: "journey" as const,
    url: timetable(start ?? "", end ?? ""),
    from: start,
    to: end,
    departure,
    arrival: withColon(to.arrival),
    delaySeconds: delayOf(from),
    platform: from.platform,
    arrivalPlatform: to.platform,
    durationSeconds: secondsOf(duration),
    durationText: duration,
    transfers,
    products,
    legs: sections?.map(legOf),
  };
}

function departureOf({ stop, ...ride }: z.output<typeof Ride> & { stop: z.output<typeof Checkpoint> }, at: string) {
  const departure = withColon(stop.departure);
  const from = stop.station?.name ?? at;
  return {
    title: wayTitle(from, ride.to, departure),
    kind: "departure" as const,
    url: timetable(from, ride.to ?? ""),
    from,
    to: ride.to,
    departure,
    expectedDeparture: withColon(stop.prognosis?.departure),
    delaySeconds: delayOf(stop),
    platform: stop.prognosis?.platform ?? stop.platform,
    mode: ride.category,
    line: lineOf(ride),
    operator: ride.operator,
  };
}

const Errors = z.object({ errors: z.array(z.object({ message: Text })).min(1) });

/** Errors come under any status; of a spent allowance the status says all. */
function refused(body: unknown, { status }: HttpResponse): Verdict {
  if (status === 429) return undefined;
  const { errors } = Errors.safeParse(body).data ?? {};
  const said = errors
    ?.map(({ message }) => message)
    .filter(Boolean)
    .join("; ");
  return (
    errors &&
    new SourceError(
      "bad-query",
      `transport.opendata.ch refuses the question: ${quotedSaying(said || "no reason given")}`,
    )
  );
}

export const transportOpendataCh = defineSource({
  id: "transport_opendata_ch",
  title: "Swiss public transport",
  docs: "https://transport.opendata.ch/docs.html",
  terms: "no key; 1,000 connections and 10,080 stationboards a day",
  query: wayQuery("“A to B”, or one station for its departures", "Luzern to Aarau", Options),
  item: JourneyItem.extend({
    arrivalPlatform: z.string().optional(),
    durationText: z.string().optional().describe("days, hours, minutes, seconds"),
    products: z.array(z.string()).optional().describe("the lines, e.g. S12, IR"),
    expectedDeparture: JourneyItem.shape.departure.describe("as foretold"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: json({
    pages: ({ text, ends, limit, departure, page }: Input & PageRequest) => {
      const [date, time] = departure?.split("T") ?? [];
      if (ends)
        return page > PAGES ? undefined : get(`${API}/connections`, { ...ends, limit, page: page - 1, date, time });
      if (page > 1) return undefined;
      const fields = ["name", "category", "number", "operator", "to", "stop"].map((name) => `stationboard/${name}`);
      const datetime = departure?.replace("T", " ");
      return get(`${API}/stationboard`, { station: text, limit, datetime, "fields[]": ["station/name", ...fields] });
    },
    refused,
    body: Body,
    items: ({ connections, station, stationboard }, { text }) => [
      ...(connections ?? []).map(connectionOf),
      ...(stationboard ?? []).map((row) => departureOf(row, station?.name ?? text)),
    ],
    next: ({ connections }) => (connections ? undefined : null),
  }),
});
