import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { get } from "../kit/requests/request.ts";
import { type AskedSpot, languageOption, spotQuery } from "../kit/services/open-meteo.ts";
import { webUrl } from "../kit/values/links.ts";
import { type Bounds, OsmItem, osmPage, osmPoint, osmType } from "./item.ts";

const Options = z.object({
  limit: z.coerce.number().int().min(1).max(40).default(10).describe("places a page"),
  language: languageOption,
});

export type SearchOptions = z.output<typeof Options>;

type Input = AskedSpot & SearchOptions;

const Text = z.string().nullish();
const Texts = z.record(z.string(), z.string()).nullish();

/** A place in the formats json and jsonv2: what one calls `class`, the other calls `category`. */
const Place = z.object({
  place_id: numeric.nullish(),
  osm_type: Text,
  osm_id: numeric.nullish(),
  lat: numeric,
  lon: numeric,
  display_name: z.string(),
  name: Text,
  class: Text,
  category: Text,
  type: Text,
  addresstype: Text,
  place_rank: numeric.nullish(),
  importance: numeric.nullish(),
  icon: Text,
  address: Texts,
  extratags: Texts,
  boundingbox: z.array(numeric).nullish(),
});

/** South, north, west, east. */
function boundsOf(box: readonly number[] | null | undefined): z.output<typeof Bounds> | undefined {
  const [south, north, west, east] = box ?? [];
  if (south === undefined || north === undefined || west === undefined || east === undefined) return undefined;
  return { south, west, north, east };
}

/** What Nominatim says of a place. */
function itemOf(place: z.output<typeof Place>) {
  const { address, extratags } = place;
  const type = osmType(place.osm_type);
  return {
    title: place.display_name,
    url: osmPage(type, place.osm_id) ?? osmPoint(place.lat, place.lon),
    snippet: extratags?.["description"],
    id: place.osm_id,
    osmType: type,
    placeId: place.place_id,
    name: place.name,
    latitude: place.lat,
    longitude: place.lon,
    kind: place.type,
    class: place.category ?? place.class,
    addressType: place.addresstype,
    address: place.display_name,
    houseNumber: address?.["house_number"],
    street: address?.["road"] ?? address?.["pedestrian"],
    postcode: address?.["postcode"],
    city: ["city", "town", "village", "municipality", "hamlet"].map((name) => address?.[name]).find(Boolean),
    district: address?.["suburb"] ?? address?.["city_district"],
    county: address?.["county"],
    state: address?.["state"] ?? address?.["region"],
    country: address?.["country"],
    countryCode: address?.["country_code"]?.toUpperCase(),
    bounds: boundsOf(place.boundingbox),
    placeRank: place.place_rank,
    importance: place.importance,
    icon: webUrl(place.icon),
    website: webUrl(extratags?.["website"] ?? extratags?.["contact:website"]),
    phone: extratags?.["phone"] ?? extratags?.["contact:phone"],
    openingHours: extratags?.["opening_hours"],
    wikidata: extratags?.["wikidata"],
    wikipedia: extratags?.["wikipedia"],
  };
}

const Unknown = z.object({ error: z.literal("Unable to geocode") });

/** The places of a name or an address, the likeliest first, or what is at a point. */
export const places = json({
  pages: ({ text, spot, limit, language, keys, cursor }: Input & PageRequest) => {
    const base = operatorsInstance("NOMINATIM_URL", keys["NOMINATIM_URL"] ?? "", "https://nominatim.openstreetmap.org");
    const given = { format: "jsonv2", addressdetails: 1, extratags: 1, "accept-language": language };
    return spot
      ? get(`${base}/reverse`, { lat: spot.latitude, lon: spot.longitude, ...given })
      : get(`${base}/search`, { q: text, ...given, limit, exclude_place_ids: cursor });
  },
  // At sea, and where nothing is mapped.
  refused: (body) => (Unknown.safeParse(body).success ? "empty" : undefined),
  // A point's place comes by itself.
  body: listOf(Place),
  items: (found) => found.map(itemOf),
  // There is no offset: a further page leaves out what has been seen.
  next: (found, { limit, spot }, { url }) => {
    const seen = URL.parse(url)?.searchParams.get("exclude_place_ids");
    const all = [seen, ...found.map(({ place_id }) => place_id)].filter(Boolean).join(",");
    return spot || found.length < limit || !all ? null : all;
  },
});

export const nominatim = defineSource({
  id: "nominatim",
  title: "Nominatim geocoder (OpenStreetMap)",
  docs: "https://nominatim.org/release-docs/latest/api/Search/",
  terms:
    "no key; one request a second, no bulk, no autocompletion; an own instance may be set; ODbL, © OpenStreetMap contributors",
  key: {
    env: ["NOMINATIM_URL"],
    required: false,
    from: "https://nominatim.org/release-docs/latest/admin/Installation/",
  },
  query: spotQuery("an address or a place", "1 place Royale, Nantes", Options),
  item: OsmItem.extend({
    placeId: z.int().optional().describe("number within the instance"),
    name: z.string().optional(),
    class: z.string().optional().describe("key of OpenStreetMap whose value is the kind, e.g. tourism"),
    addressType: z.string().optional().describe("which part of an address it is, e.g. city, road"),
    placeRank: z.int().optional().describe("from 0 (a continent) to 30 (a house)"),
    importance: z.number().optional(),
    icon: z.url().optional(),
    website: z.url().optional(),
    phone: z.string().optional(),
    openingHours: z.string().optional().describe("as OpenStreetMap writes them"),
    wikidata: z.string().optional(),
    wikipedia: z.string().optional().describe("language:title"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: places,
});
