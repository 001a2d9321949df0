import { z } from "zod";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { metresBetween } from "../../kit/values/distance.ts";
import { webUrl } from "../../kit/values/links.ts";
import { numberIn } from "../../kit/values/numbers.ts";
import { onOneLine, osmPage } from "../item.ts";

const Coordinates = { lat: z.number().nullish(), lon: z.number().nullish() };

/** A thing of OpenStreetMap: a node has a point, a way or a relation a centre, and not all have tags. */
export const Element = z.object({
  type: z.enum(["node", "way", "relation"]),
  id: z.int(),
  ...Coordinates,
  center: z.object(Coordinates).nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
});

/** The keys whose value says what a thing is, the telling ones first. */
const TELLING = [
  "amenity",
  "shop",
  "tourism",
  "leisure",
  "historic",
  "railway",
  "aeroway",
  "highway",
  "route",
] as const;

function pointOf({ lat, lon, center }: z.output<typeof Element>) {
  const [latitude, longitude] = [lat ?? center?.lat, lon ?? center?.lon];
  return typeof latitude === "number" && typeof longitude === "number" ? { latitude, longitude } : undefined;
}

/** What OpenStreetMap says of a thing; `dataDate` is that of the whole answer. */
export function itemOf(element: z.output<typeof Element>, centre: Spot, dataDate: string | null | undefined) {
  const { type, id, tags } = element;
  const of = (...names: readonly string[]): string | undefined => names.map((name) => tags?.[name]).find(Boolean);
  const kind = of(...TELLING);
  const point = pointOf(element);
  const street = onOneLine([of("addr:housenumber"), of("addr:street")].filter(Boolean).join(" "));
  const town = [of("addr:postcode"), of("addr:city")].filter(Boolean).join(" ");
  return {
    title: of("name", "brand", "operator") ?? [kind, `${type}/${id}`].filter(Boolean).join(" "),
    url: osmPage(type, id),
    snippet: of("description"),
    id,
    osmType: type,
    ...point,
    kind,
    distanceMetres: point && metresBetween(centre, point),
    address: onOneLine(street, town),
    houseNumber: of("addr:housenumber"),
    street: of("addr:street"),
    postcode: of("addr:postcode"),
    city: of("addr:city"),
    countryCode: of("addr:country"),
    brand: of("brand"),
    operator: of("operator"),
    phone: of("phone", "contact:phone"),
    email: of("email", "contact:email"),
    website: webUrl(of("website", "contact:website", "url")),
    openingHours: of("opening_hours"),
    // Also "4S", superior.
    stars: numberIn(/^\d(?:\.\d)?/.exec(of("stars") ?? "")?.[0]),
    rooms: numberIn(of("rooms")),
    cuisine: of("cuisine"),
    fee: of("fee"),
    wheelchair: of("wheelchair"),
    wikidata: of("wikidata"),
    wikipedia: of("wikipedia"),
    tags,
    dataDate,
  };
}
