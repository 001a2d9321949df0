import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { type AskedWay, departureOption, JourneyItem, wayQuery, wayTitle } from "./item.ts";

const API = "https://api.irail.be/v1";

const Options = z.object({
  language: z.enum(["en", "fr", "nl", "de"]).default("en").describe("of stations' names and messages"),
  board: z.enum(["departure", "arrival"]).default("departure").describe("of one station"),
  departure: departureOption,
});

type Input = AskedWay & z.output<typeof Options>;

const Text = z.string().nullish();
/** Every yes or no is "1" or "0". */
const Flag = z.union([z.string(), z.number()]).nullish();

const Station = z.object({ locationX: Text, locationY: Text }).nullish();
const Named = z.object({ name: Text }).nullish();

/** A train at a station; what an end, a change and a board have in common. */
const Call = z.object({
  station: z.string(),
  stationinfo: Station,
  time: numeric,
  delay: numeric.nullish(),
  platform: Text,
  canceled: Flag,
  walking: Flag,
  vehicle: Text,
  vehicleinfo: z.object({ shortname: Text, type: Text }).nullish(),
  direction: Named,
  occupancy: Named,
});

type Call = z.output<typeof Call>;

const Connection = z.object({
  departure: Call,
  arrival: Call,
  duration: numeric.nullish(),
  vias: z.object({ number: numeric.nullish(), via: listOf(z.object({ arrival: Call, departure: Call })) }).nullish(),
});

const Disturbance = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  title: z.string(),
  description: Text,
  type: Text,
  link: Text,
  timestamp: numeric.nullish(),
});

const Body = z
  .object({
    station: Text,
    connection: listOf(Connection).optional(),
    departures: z.object({ departure: listOf(Call) }).nullish(),
    arrivals: z.object({ arrival: listOf(Call) }).nullish(),
    disturbance: listOf(Disturbance).optional(),
  })
  .refine(
    (body) => body.connection ?? body.departures ?? body.arrivals ?? body.disturbance,
    "nothing of what was asked",
  );

const yes = (flag: z.output<typeof Flag>): boolean | undefined =>
  flag === undefined || flag === null ? undefined : String(flag) === "1";

/** A platform that is not known is "?". */
const platformOf = ({ platform }: Call): string | undefined => platform?.replace("?", "") || undefined;

const trainOf = ({ vehicleinfo, vehicle }: Call): string | undefined =>
  vehicleinfo?.shortname ?? vehicle?.replace(/^BE\.NMBS\./, "");

/** Times are as planned; a delay is in seconds. */
const legOf = (start: Call, end: Call) => ({
  mode: yes(start.walking) ? "walk" : start.vehicleinfo?.type,
  line: trainOf(start),
  headsign: start.direction?.name,
  from: start.station,
  to: end.station,
  departure: unixSeconds(start.time),
  arrival: unixSeconds(end.time),
  delaySeconds: start.delay,
  platform: platformOf(start),
});

function connectionOf({ departure: start, arrival: end, duration, vias }: z.output<typeof Connection>) {
  const changes = vias?.via ?? [];
  const stages = [start, ...changes.map(({ departure }) => departure)];
  const stops = [...changes.map(({ arrival }) => arrival), end];
  const departure = unixSeconds(start.time);
  return {
    title: wayTitle(start.station, end.station, departure),
    kind: "journey" as const,
    url: "https://www.belgiantrain.be/",
    from: start.station,
    to: end.station,
    departure,
    arrival: unixSeconds(end.time),
    durationSeconds: duration,
    delaySeconds: start.delay,
    arrivalDelaySeconds: end.delay,
    platform: platformOf(start),
    line: trainOf(start),
    cancelled: yes(start.canceled) || yes(end.canceled),
    transfers: changes.length,
    occupancy: start.occupancy?.name,
    legs: stages.flatMap((stage, at) => {
      const stop = stops[at];
      return stop ? [legOf(stage, stop)] : [];
    }),
  };
}

/** A train of a board: where it goes, or where it comes from. */
function callOf(kind: "departure" | "arrival", call: Call, here: string) {
  const time = unixSeconds(call.time);
  const [from, to] = kind === "departure" ? [here, call.station] : [call.station, here];
  return {
    title: wayTitle(from, to, time),
    kind,
    url: "https://www.belgiantrain.be/",
    from,
    to,
    [kind]: time,
    delaySeconds: call.delay,
    platform: platformOf(call),
    mode: call.vehicleinfo?.type,
    line: trainOf(call),
    cancelled: yes(call.canceled),
    occupancy: call.occupancy?.name,
  };
}

/** Some addresses have a blank after the scheme. */
const addressOf = (link: string | null | undefined): string | undefined => webUrl(link?.replace(/^(https?:)\s+/, "$1"));

const disturbanceOf = ({ id, title, description, type, link, timestamp }: z.output<typeof Disturbance>) => ({
  title,
  kind: "disturbance" as const,
  url: addressOf(link) ?? "https://www.belgiantrain.be/",
  snippet: excerpt(description),
  id,
  disturbanceType: type,
  publishedAt: unixSeconds(timestamp),
});

/** "2026-12-05T08:30" as the interface writes days and hours. */
function hourOf(departure: string | undefined) {
  const [, year, month, day, hour, minute] =
    /^\d{2}(\d{2})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/.exec(departure ?? "") ?? [];
  return year ? { date: `${day}${month}${year}`, time: `${hour}${minute}` } : {};
}

export const irail = defineSource({
  id: "irail",
  title: "iRail (Belgian rail)",
  docs: "https://docs.irail.be/",
  terms: "no key; 3 requests a second, User-Agent with contact",
  query: wayQuery(
    "“A to B”, one station for its board, or * for disturbances",
    "Antwerp-Central to Ghent-Sint-Pieters",
    Options,
  ),
  item: JourneyItem.extend({
    arrivalDelaySeconds: z.number().optional(),
    occupancy: z.string().optional().describe("low, medium, high or unknown"),
    disturbanceType: z.string().optional().describe("disturbance or planned"),
    publishedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 400 },
  read: json({
    request: ({ text, ends, language: lang, board: arrdep, departure }: Input) => {
      const given = { format: "json", lang };
      if (ends) return get(`${API}/connections/`, { ...ends, ...given, results: 6, ...hourOf(departure) });
      if (text === "*") return get(`${API}/disturbances/`, given);
      return get(`${API}/liveboard/`, { station: text, arrdep, ...given, ...hourOf(departure) });
    },
    body: Body,
    items: ({ connection, departures, arrivals, disturbance, station }, { text }) => [
      ...(connection ?? []).map(connectionOf),
      ...(departures?.departure ?? []).map((call) => callOf("departure", call, station ?? text)),
      ...(arrivals?.arrival ?? []).map((call) => callOf("arrival", call, station ?? text)),
      ...(disturbance ?? []).map(disturbanceOf),
    ],
  }),
});
