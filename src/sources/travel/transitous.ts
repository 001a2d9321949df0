import { of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { between } from "../kit/compose/between.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { onEmpty } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import type { Ends } from "../kit/requests/ends.ts";
import { endsIn } from "../kit/requests/ends.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { type AskedSpot, languageOption, type Spot, unheardOf } from "../kit/services/open-meteo.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { Reader } from "../source.ts";
import { JourneyItem, wayTitle } from "./item.ts";

const DAY_MS = 86_400_000;

const Options = z.object({
  departure: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?:Z|[+-]\d{2}:\d{2})?$/, "a time, e.g. 2026-12-05T08:30+01:00")
    .transform((time) => (/\dT\d{2}:\d{2}$/.test(time) ? `${time}Z` : time))
    .optional()
    .describe("earliest departure, e.g. 2026-12-05T08:30+01:00, without a zone UTC; default now"),
  language: languageOption,
});

type Input = Ends & z.output<typeof Options>;

/** The address of the API, and the version of its planner, which moves on; the geocoder stays the first. */
const baseOf = (keys: Readonly<Record<string, string>>): string =>
  operatorsInstance("TRANSITOUS_URL", keys["TRANSITOUS_URL"] ?? "", "https://api.transitous.org");

const Text = z.string().nullish();

const geocoded = cachedReader(
  DAY_MS,
  json({
    request: ({ text, language, keys }: AskedSpot & PageRequest) =>
      get(`${baseOf(keys)}/api/v1/geocode`, { text, language }),
    body: z.array(z.object({ name: z.string(), lat: z.number(), lon: z.number() })),
    items: (found): Spot[] =>
      found.slice(0, 1).map(({ name, lat, lon }) => ({ latitude: lat, longitude: lon, place: name })),
  }),
);

const named = onEmpty<AskedSpot, Spot>(geocoded, unheardOf);

const stop: Reader<AskedSpot, Spot> = (asked, context) => {
  const spot = coordinatesIn(asked.text);
  return spot ? of(spot) : named(asked, context);
};

const Place = z.object({ name: Text }).nullish();

const Leg = z.object({
  mode: Text,
  from: Place,
  to: Place,
  startTime: Text,
  endTime: Text,
  scheduledStartTime: Text,
  realTime: z.boolean().nullish(),
  distance: z.number().nullish(),
  routeShortName: Text,
  displayName: Text,
  agencyName: Text,
  headsign: Text,
  rental: z.object({ systemName: Text, url: Text }).nullish(),
});

const Itinerary = z.object({
  startTime: z.string(),
  endTime: z.string(),
  duration: z.number(),
  transfers: Count.nullish(),
  legs: z.array(Leg),
});

const Body = z.object({
  itineraries: z.array(Itinerary),
  direct: z.array(Itinerary).nullish(),
  nextPageCursor: Text,
});

type Way = Input & { readonly start: Spot; readonly end: Spot };

/** The ends have placeholders for names. */
const nameOf = (place: z.output<typeof Place>, { from, to, start, end }: Way): string | null | undefined => {
  if (place?.name === "START") return start.place ?? from;
  if (place?.name === "END") return end.place ?? to;
  return place?.name;
};

const legOf = (leg: z.output<typeof Leg>, way: Way) => ({
  mode: leg.mode,
  line: leg.routeShortName?.trim() || leg.displayName?.trim(),
  operator: leg.agencyName ?? leg.rental?.systemName,
  headsign: leg.headsign,
  from: nameOf(leg.from, way),
  to: nameOf(leg.to, way),
  departure: leg.startTime,
  scheduledDeparture: leg.scheduledStartTime,
  arrival: leg.endTime,
  distanceMetres: leg.distance,
  realTime: leg.realTime,
});

const at = ({ latitude, longitude }: Spot): string => `${latitude},${longitude}`;

function itemOf(itinerary: z.output<typeof Itinerary>, way: Way) {
  const { startTime, endTime, duration, transfers, legs } = itinerary;
  const ends = { from: way.start.place ?? way.from, to: way.end.place ?? way.to };
  return {
    title: wayTitle(ends.from, ends.to, startTime),
    kind: "journey" as const,
    url: `https://transitous.org/?${new URLSearchParams({ fromPlace: at(way.start), toPlace: at(way.end) })}`,
    ...ends,
    departure: startTime,
    arrival: endTime,
    durationSeconds: duration,
    transfers,
    legs: legs.map((leg) => legOf(leg, way)),
    rentals: legs.flatMap(({ rental }) =>
      rental?.systemName ? [{ name: rental.systemName, url: webUrl(rental.url) }] : [],
    ),
  };
}

const plans = json({
  pages: (way: Way & PageRequest) =>
    get(`${baseOf(way.keys)}/api/${way.keys["TRANSITOUS_VERSION"] ?? "v6"}/plan`, {
      fromPlace: at(way.start),
      toPlace: at(way.end),
      time: way.departure,
      numItineraries: 5,
      pageCursor: way.cursor,
    }),
  body: Body,
  // Ways by foot, bicycle and rental alone stand apart, on every page again.
  items: ({ itineraries, direct }, way, { url }) =>
    [...itineraries, ...(URL.parse(url)?.searchParams.has("pageCursor") ? [] : (direct ?? []))].map((itinerary) =>
      itemOf(itinerary, way),
    ),
  next: ({ nextPageCursor, itineraries }) => (itineraries.length > 0 ? nextPageCursor || null : null),
});

export const transitous = defineSource({
  id: "transitous",
  title: "Transitous journeys (MOTIS)",
  docs: "https://transitous.org/api/",
  terms:
    "no key; run by volunteers, not for commercial use; data of https://transitous.org/sources, which must be named",
  key: {
    env: ["TRANSITOUS_URL"],
    also: ["TRANSITOUS_VERSION"],
    required: false,
    from: "https://github.com/motis-project/motis",
  },
  query: query({
    describe: "“A to B”, each a place's name or latitude,longitude",
    example: "Karlsruhe Hbf to Strasbourg",
    options: Options,
    parse: (q, given): Input => {
      const ends = endsIn(q);
      if (!ends) throw new SourceError("bad-query", "q: two places, for example “Karlsruhe Hbf to Strasbourg”.");
      return { ...given, ...ends };
    },
  }),
  item: JourneyItem.extend({
    rentals: z
      .array(z.object({ name: z.string(), url: z.url().optional() }))
      .optional()
      .describe("of whom vehicles are hired on the way"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: between(stop, plans),
});
