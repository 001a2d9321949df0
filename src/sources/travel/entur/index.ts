import { of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { between } from "../../kit/compose/between.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { onEmpty, steps } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { coordinatesIn } from "../../kit/requests/coordinates.ts";
import type { Ends } from "../../kit/requests/ends.ts";
import { get, postJson } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { unheardOf } from "../../kit/services/open-meteo.ts";
import { inZone } from "../../kit/values/zones.ts";
import type { Reader } from "../../source.ts";
import { departureOption, JourneyItem, wayQuery } from "../item.ts";
import { Board, departureOf, type Input, journeyOf, type Stop, Trips, type Way } from "./record.ts";

const DAY_MS = 86_400_000;
/** Every client has to name itself: https://developer.entur.org/pages-intro-authentication */
const CLIENT = { headers: { "et-client-name": "tributary-gateway" } };

const TRIP = `query($from:Location!,$to:Location!,$at:DateTime,$cursor:String){trip(from:$from,to:$to,dateTime:$at,numTripPatterns:5,pageCursor:$cursor){nextPageCursor tripPatterns{expectedStartTime expectedEndTime duration legs{mode distance duration aimedStartTime expectedStartTime expectedEndTime realtime fromPlace{name quay{publicCode}} toPlace{name} line{publicCode name authority{name}}}}}}`;

const BOARD = `query($id:String!,$at:DateTime){stopPlace(id:$id){name estimatedCalls(numberOfDepartures:20,startTime:$at){aimedDepartureTime expectedDepartureTime realtime cancellation quay{publicCode} destinationDisplay{frontText} serviceJourney{line{publicCode transportMode authority{name}}}}}}`;

const Text = z.string().nullish();

const named = onEmpty<{ readonly text: string }, Stop>(
  cachedReader(
    DAY_MS,
    json({
      request: ({ text }: { readonly text: string }) =>
        get("https://api.entur.io/geocoder/v1/autocomplete", { text, layers: "venue", size: 1, lang: "en" }, CLIENT),
      body: z.object({
        features: z.array(z.object({ properties: z.object({ id: z.string(), label: Text, name: Text }) })),
      }),
      items: ({ features }, { text }): Stop[] =>
        features.map(({ properties: { id, name, label } }) => ({ id, name: name ?? label ?? text })),
    }),
  ),
  unheardOf,
);

const stop: Reader<{ readonly text: string }, Stop> = (asked, context) => {
  const spot = coordinatesIn(asked.text);
  return spot ? of({ ...spot, name: asked.text }) : named(asked, context);
};

const Failed = z.object({ errors: z.array(z.object({ message: Text })).min(1) });

/** GraphQL's errors have status 200. */
function refused(body: unknown): SourceError | undefined {
  const { errors } = Failed.safeParse(body).data ?? {};
  return (
    errors &&
    new SourceError(
      "bad-query",
      `Entur refuses the question: ${quotedSaying(errors[0]?.message ?? "no reason given")}.`,
    )
  );
}

const asking = (query: string, variables: Readonly<Record<string, unknown>>) =>
  postJson("https://api.entur.io/journey-planner/v3/graphql", { query, variables }, CLIENT);

const locationOf = ({ id, name, latitude, longitude }: Stop) =>
  id ? { place: id, name } : { coordinates: { latitude, longitude }, name };

const whenOf = ({ departure }: Input): string | undefined => inZone(departure, "Europe/Oslo");

const trips = between<Input & Ends, Stop, ReturnType<typeof journeyOf>>(
  stop,
  json({
    pages: (way: Way & PageRequest) =>
      asking(TRIP, { from: locationOf(way.start), to: locationOf(way.end), at: whenOf(way), cursor: way.cursor }),
    refused,
    body: Trips,
    items: ({ data: { trip } }, way) => trip.tripPatterns.map((pattern) => journeyOf(pattern, way)),
    next: ({ data: { trip } }) => trip.nextPageCursor || null,
  }),
);

const board = (departure: string | undefined) =>
  steps(
    stop,
    json({
      request: ({ id }: Stop) => asking(BOARD, { id, at: inZone(departure, "Europe/Oslo") }),
      refused,
      body: Board,
      items: ({ data: { stopPlace } }, { name }) =>
        stopPlace?.estimatedCalls.map((call) => departureOf(call, stopPlace.name ?? name)) ?? [],
    }),
  );

const read: Reader<Input, ReturnType<typeof journeyOf> | ReturnType<typeof departureOf>> = (input, context) =>
  input.ends ? trips({ ...input, ...input.ends }, context) : board(input.departure)(input, context);

export const entur = defineSource({
  id: "entur",
  title: "Entur journeys (Norway)",
  docs: "https://developer.entur.org/pages-journeyplanner-journeyplanner",
  terms: "no key, but a client's name; NLOD 2.0",
  query: wayQuery(
    "“A to B”, or one stop for its departures",
    "Oslo S to Bergen stasjon",
    z.object({ departure: departureOption }),
  ),
  item: JourneyItem.extend({ realTime: z.boolean().optional().describe("of a departure: whether it is foretold") }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read,
});
