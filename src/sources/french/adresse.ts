import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import { Ratio } from "../kit/values/fields.ts";
import { FrenchItem } from "./item.ts";

const KINDS = ["housenumber", "street", "locality", "municipality"] as const;

const Options = z.object({
  postcode: z
    .string()
    .regex(/^\d{5}$/, "a postal code has five digits")
    .optional(),
  citycode: z
    .string()
    .regex(/^(\d{2}|2[AB])\d{3}$/i, "an INSEE code has five characters")
    .optional()
    .describe("INSEE code of the commune; in Paris, Lyon and Marseille of the arrondissement"),
  type: z.enum(KINDS).optional(),
});

/** An address as it is asked for: its words, or the point at which it is. */
type Asked = z.output<typeof Options> & { readonly text: string; readonly point: Spot | undefined };

function parse(q: string, options: z.output<typeof Options>): Asked {
  const point = coordinatesIn(q);
  if (!point && q.length < 3) throw new SourceError("bad-query", "q: an address has at least three characters.");
  return { ...options, text: q, point };
}

function requestOf({ text, point, postcode, citycode, type }: Asked) {
  const filters = { limit: 20, index: "address", postcode, citycode, type };
  return point
    ? get("https://data.geopf.fr/geocodage/reverse", { lon: point.longitude, lat: point.latitude, ...filters })
    : get("https://data.geopf.fr/geocodage/search", { q: text, ...filters });
}

const Feature = z.object({
  geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }).nullish(),
  properties: z.object({
    label: z.string(),
    score: figure,
    type: z.string().nullish(),
    id: z.string().nullish(),
    banId: z.string().nullish(),
    housenumber: z.string().nullish(),
    street: z.string().nullish(),
    name: z.string().nullish(),
    postcode: z.string().nullish(),
    citycode: z.string().nullish(),
    city: z.string().nullish(),
    district: z.string().nullish(),
    context: z.string().nullish(),
    x: figure,
    y: figure,
    distance: figure,
  }),
});

function itemOf({ geometry, properties }: z.output<typeof Feature>) {
  const { label, score, citycode, x, y, distance, ...rest } = properties;
  // "75, Paris, Île-de-France"
  const [, department, region] = (properties.context ?? "").split(", ");
  return {
    ...rest,
    title: label,
    url: properties.id && `https://adresse.data.gouv.fr/base-adresse-nationale/${encodeURIComponent(properties.id)}`,
    address: properties.name,
    insee: citycode,
    department,
    region,
    longitude: geometry?.coordinates[0],
    latitude: geometry?.coordinates[1],
    distanceMetres: distance,
    certainty: score,
    lambert93: x !== undefined && x !== null && y !== undefined && y !== null ? { x, y } : undefined,
  };
}

export const adresse = defineSource({
  id: "adresse",
  title: "Base Adresse Nationale: French addresses",
  docs: "https://geoservices.ign.fr/documentation/services/services-geoplateforme/geocodage",
  terms: "Licence Ouverte 2.0; 50 requests a second, then refused for 5 seconds",
  query: query({
    describe: "a French address, or latitude,longitude for the addresses there",
    example: "20 avenue de Ségur 75007 Paris",
    options: Options,
    parse,
  }),
  item: FrenchItem.extend({
    type: z.string().optional().describe("housenumber, street, locality or municipality"),
    banId: z.string().optional().describe("UUID in the national address base"),
    housenumber: z.string().optional(),
    street: z.string().optional(),
    name: z.string().optional().describe("number and street, or the place's name"),
    district: z.string().optional().describe("arrondissement"),
    context: z.string().optional().describe("department's code and name, region"),
    certainty: Ratio.optional().describe("how well the address fits the words"),
    lambert93: z.object({ x: z.number(), y: z.number() }).optional().describe("metres, EPSG:2154"),
  }),
  polite: { concurrency: 8 },
  read: json({
    request: requestOf,
    body: z.object({ features: z.array(Feature) }),
    items: ({ features }) => features.map(itemOf),
  }),
});
