import { z } from "zod";
import { numeric } from "../../kit/readers/json.ts";
import { webUrl } from "../../kit/values/links.ts";
import { excerpt } from "../../kit/values/text.ts";

const Text = z.string().nullish();

const Properties = z.object({
  xid: z.string(),
  name: Text,
  kinds: Text,
  rate: z.union([z.string(), z.number()]).nullish(),
  dist: numeric.nullish(),
  osm: Text,
  wikidata: Text,
});

const Feature = z.object({
  properties: z.record(z.string(), z.unknown()),
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
});

const FeatureCollection = z.object({ features: z.array(z.unknown()) });

const Point = z.object({ lon: z.number(), lat: z.number() });

/** A sight in the format json, or as a feature of GeoJSON. */
const Sight = z.preprocess(
  (row) => {
    const feature = Feature.safeParse(row).data;
    if (!feature) return row;
    const [lon, lat] = feature.geometry.coordinates;
    return { ...feature.properties, point: { lon, lat } };
  },
  Properties.extend({ point: Point.nullish() }),
);

export type Sight = z.output<typeof Sight>;

export const Full = z.object({
  wikipedia_extracts: z.object({ text: Text }).nullish(),
  preview: z.object({ source: Text }).nullish(),
  url: Text,
  wikipedia: Text,
  address: z.record(z.string(), z.string()).nullish(),
});

/** What OpenTripMap says of a sight; more where it was asked for in full. */
export function itemOf(sight: Sight, full?: z.output<typeof Full>) {
  const rate = String(sight.rate ?? "");
  const { house_number, road, postcode, city, town, village } = full?.address ?? {};
  const street = [house_number, road].filter(Boolean).join(" ");
  return {
    title: sight.name ?? "",
    kind: "sight" as const,
    url: webUrl(full?.wikipedia) ?? `https://opentripmap.com/en/card/${encodeURIComponent(sight.xid)}`,
    snippet: excerpt(full?.wikipedia_extracts?.text),
    id: sight.xid,
    kinds: sight.kinds?.split(",").filter(Boolean),
    rating: /^[1-7]/.test(rate) ? Number.parseInt(rate, 10) : undefined,
    heritage: rate ? rate.endsWith("h") : undefined,
    distanceMetres: sight.dist,
    latitude: sight.point?.lat,
    longitude: sight.point?.lon,
    osm: sight.osm,
    wikidata: sight.wikidata,
    wikipedia: webUrl(full?.wikipedia),
    image: webUrl(full?.preview?.source),
    website: webUrl(full?.url),
    address: [street, [postcode, city ?? town ?? village].filter(Boolean).join(" ")].filter(Boolean).join(", "),
  };
}

export const Listed = z.preprocess((body) => FeatureCollection.safeParse(body).data?.features ?? body, z.array(Sight));
