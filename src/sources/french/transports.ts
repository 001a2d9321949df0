import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { place } from "../kit/services/communes.ts";
import { plainName } from "../kit/services/insee-codes.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import { metresBetween } from "../kit/values/distance.ts";
import { FrenchItem } from "./item.ts";
import { aroundPlace } from "./near.ts";
import { boxAround } from "./point.ts";

/** A larger box holds too many stops in a city. */
const RADIUS_METRES = 1100;

/** Stops of one name so near to one another are one. */
const SAME_STOP_METRES = 200;

const Feature = z.object({
  properties: z.object({
    stop_name: z.string().nullish(),
    stop_id: z.coerce.string(),
    location_type: z.coerce.number().int().nullish(),
    dataset_id: z.coerce.number().int().nullish(),
    dataset_title: z.string().nullish(),
    resource_id: z.coerce.number().int().nullish(),
    resource_title: z.string().nullish(),
  }),
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
});

/** One stop as one data set has it. */
function stopOf({ properties, geometry }: z.output<typeof Feature>, from: Spot) {
  const [longitude, latitude] = geometry.coordinates;
  return {
    title: properties.stop_name ?? properties.stop_id,
    url: "https://transport.data.gouv.fr/explore/gtfs-stops",
    id: properties.stop_id,
    kind: properties.location_type === 1 ? ("station" as const) : ("stop" as const),
    network: properties.dataset_title,
    networks: properties.dataset_title ? [properties.dataset_title] : [],
    datasetId: properties.dataset_id,
    resourceId: properties.resource_id,
    resourceTitle: properties.resource_title,
    latitude,
    longitude,
    distanceMetres: metresBetween(from, { latitude, longitude }),
  };
}

type Stop = ReturnType<typeof stopOf>;

/** A stop's name without the town in front of it ("NANCY - Place Aimé Morot"), and the whole. */
const namesOf = (title: string): { readonly whole: string; readonly bare: string } => ({
  whole: plainName(title),
  bare: plainName(title.replace(/^.{1,60}? - /, "")),
});

/** Whether two names mean the same: equal ones, or one with a town in front. */
function sameName(one: string, other: string): boolean {
  const [a, b] = [namesOf(one), namesOf(other)];
  return a.whole === b.whole || a.whole === b.bare || a.bare === b.whole;
}

/** Stops of all data sets as one each: the first data set's, with the networks of all. */
export function mergedStops(stops: readonly Stop[]): Stop[] {
  const byName = new Map<string, Stop[]>();
  for (const stop of stops) {
    const { bare } = namesOf(stop.title);
    const alike = byName.get(bare) ?? [];
    const at = alike.findIndex(
      (known) => sameName(known.title, stop.title) && metresBetween(known, stop) <= SAME_STOP_METRES,
    );
    const known = alike[at];
    if (known) alike[at] = { ...known, networks: [...new Set([...known.networks, ...stop.networks])] };
    else alike.push(stop);
    byName.set(bare, alike);
  }
  return [...byName.values()].flat().toSorted((a, b) => a.distanceMetres - b.distanceMetres);
}

const stopsAround = json({
  request: (from: Spot) => get("https://transport.data.gouv.fr/api/gtfs-stops", { ...boxAround(from, RADIUS_METRES) }),
  body: z.object({ features: z.array(Feature) }),
  items: ({ features }, from) => mergedStops(features.map((feature) => stopOf(feature, from))),
});

export const transports = defineSource({
  id: "transports",
  title: "transport.data.gouv.fr: public-transport stops around a place",
  docs: "https://transport.data.gouv.fr/swaggerui",
  terms: "no key, experimental; data under each network's licence; networks whose calendar is over are listed too",
  query: place("Saint-Véran"),
  item: FrenchItem.extend({
    kind: z.enum(["stop", "station"]),
    network: z.string().optional().describe("the data set that has it"),
    networks: z.array(z.string()).optional().describe("all data sets that have a stop of this name here"),
    datasetId: z.int().optional(),
    resourceId: z.int().optional(),
    resourceTitle: z.string().optional(),
  }),
  polite: { concurrency: 2 },
  read: aroundPlace(stopsAround),
});
