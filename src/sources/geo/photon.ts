import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import { OsmItem, onOneLine, osmPage, osmPoint, osmType } from "./item.ts";

const Options = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(15),
  language: z.enum(["default", "en", "de", "fr"]).optional().describe("language of names; default: of the place"),
});

interface Input extends z.output<typeof Options> {
  readonly words: string;
  readonly spot: Spot | undefined;
  /** "tourism:museum", "!place": https://github.com/komoot/photon/blob/master/docs/api-v1.md */
  readonly tags: readonly string[];
}

const TAG = /(?:^|\s)osm:(!?[\w-]{1,60}(?::!?[\w-]{1,60})?|:!?[\w-]{1,60})(?=\s|$)/g;

function asked(q: string, options: z.output<typeof Options>): Input {
  const tags = [...q.matchAll(TAG)].flatMap(([, tag]) => (tag ? [tag] : []));
  const words = q.replace(TAG, " ").replace(/\s+/g, " ").trim();
  if (!words)
    throw new SourceError("bad-query", "q: osm: filters a place's name, for example “Paris osm:tourism:museum”.");
  return { ...options, words, tags, spot: coordinatesIn(words) };
}

const Text = z.string().nullish();

const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]).rest(z.number()) }),
  properties: z.object({
    osm_id: numeric.nullish(),
    osm_type: Text,
    osm_key: Text,
    osm_value: Text,
    type: Text,
    name: Text,
    housenumber: Text,
    street: Text,
    locality: Text,
    district: Text,
    city: Text,
    county: Text,
    state: Text,
    postcode: Text,
    country: Text,
    countrycode: Text,
    extent: z.array(z.number()).nullish(),
  }),
});

/** West, north, east, south. */
function boundsOf(extent: readonly number[] | null | undefined) {
  const [west, north, east, south] = extent ?? [];
  if (west === undefined || north === undefined || east === undefined || south === undefined) return undefined;
  return { south, west, north, east };
}

/** What Photon says of a place. */
function itemOf({ geometry, properties: place }: z.output<typeof Feature>) {
  const [longitude, latitude] = geometry.coordinates;
  const type = osmType(place.osm_type);
  const house = [place.housenumber, place.street].filter(Boolean).join(" ");
  const town = [place.postcode?.split(";")[0], place.city].filter(Boolean).join(" ");
  const address = onOneLine(house, town, place.state, place.country);
  return {
    title: place.name || house || place.city || place.country || `${latitude}, ${longitude}`,
    url: osmPage(type, place.osm_id) ?? osmPoint(latitude, longitude),
    snippet: address,
    id: place.osm_id,
    osmType: type,
    latitude,
    longitude,
    kind: place.osm_value,
    class: place.osm_key,
    addressType: place.type,
    address,
    houseNumber: place.housenumber,
    street: place.street,
    postcode: place.postcode,
    city: place.city,
    district: place.district,
    locality: place.locality,
    county: place.county,
    state: place.state,
    country: place.country,
    countryCode: place.countrycode?.toUpperCase(),
    bounds: boundsOf(place.extent),
  };
}

export const photon = defineSource({
  id: "photon",
  title: "Photon geocoder (komoot)",
  docs: "https://github.com/komoot/photon/blob/master/docs/api-v1.md",
  terms: "no key; fair use, heavy use is throttled or banned; ODbL, © OpenStreetMap contributors",
  query: query({
    describe:
      "a place or an address, slips of the pen forgiven, or latitude,longitude; osm:key:value keeps only such places",
    example: "brandenburger tor",
    options: Options,
    parse: asked,
  }),
  item: OsmItem.extend({
    class: z.string().optional().describe("key of OpenStreetMap whose value is the kind, e.g. tourism"),
    addressType: z.string().optional().describe("which part of an address it is, e.g. city, house"),
    locality: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ words, spot, tags, limit, language }: Input) => {
      const given = { limit, lang: language, osm_tag: tags };
      return spot
        ? get("https://photon.komoot.io/reverse", { lat: spot.latitude, lon: spot.longitude, ...given })
        : get("https://photon.komoot.io/api", { q: words, ...given });
    },
    body: z.object({ features: z.array(Feature) }),
    items: ({ features }) => features.map(itemOf),
  }),
});
