import { z } from "zod";
import { BaseItem } from "../kit/values/fields.ts";

export const Latitude = z.number().min(-90).max(90);
export const Longitude = z.number().min(-180).max(180);

/** A place on the globe, or what was found of one. */
export const GeoItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("its id at its source"),
  latitude: Latitude.optional(),
  longitude: Longitude.optional(),
  kind: z.string().optional().describe("in the source's words, e.g. museum, city"),
  distanceMetres: z.number().nonnegative().optional().describe("from the point that was asked for"),
});

/** The least rectangle around a place, in degrees. */
export const Bounds = z.object({ south: Latitude, west: Longitude, north: Latitude, east: Longitude });

/** What an address is made of. */
export const AddressItem = GeoItem.extend({
  address: z.string().optional().describe("on one line"),
  houseNumber: z.string().optional(),
  street: z.string().optional(),
  postcode: z.string().optional(),
  city: z.string().optional(),
  district: z.string().optional().describe("part of the city"),
  county: z.string().optional(),
  state: z.string().optional(),
  country: z.string().optional(),
  countryCode: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional()
    .describe("ISO 3166-1"),
  bounds: Bounds.optional(),
});

/** A place of OpenStreetMap. */
export const OsmItem = AddressItem.extend({
  id: z.int().optional().describe("its number among its type"),
  osmType: z.enum(["node", "way", "relation"]).optional(),
});

const TYPES = { n: "node", w: "way", r: "relation" } as const;

/** A type of OpenStreetMap, from its name or its first letter. */
export const osmType = (written: string | null | undefined): "node" | "way" | "relation" | undefined =>
  Object.entries(TYPES).find(([letter]) => written?.toLowerCase().startsWith(letter))?.[1];

/** The page of a thing of OpenStreetMap. */
export const osmPage = (type: string | undefined, id: number | null | undefined): string | undefined =>
  type && id ? `https://www.openstreetmap.org/${type}/${id}` : undefined;

/** A point on OpenStreetMap. */
export const osmPoint = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`;

/** Parts of an address that are there, on one line. */
export const onOneLine = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(", ");
