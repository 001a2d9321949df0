import { SourceError } from "../../../errors.ts";
import { clip } from "../values/text.ts";

/** A point on the globe, in degrees (WGS 84). */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** "47.2,-1.55" as a point; undefined for what is no pair of numbers. Throws `bad-query` for one that is off the globe. */
export function coordinatesIn(q: string): Point | undefined {
  const [, north, east] = /^(-?\d{1,3}(?:\.\d{1,12})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,12})?)$/.exec(q) ?? [];
  if (north === undefined || east === undefined) return undefined;
  const [latitude, longitude] = [Number(north), Number(east)];
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
    throw new SourceError("bad-query", `q: “${clip(q)}” is no latitude,longitude in degrees.`);
  return { latitude, longitude };
}
