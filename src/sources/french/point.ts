import type { Spot } from "../kit/services/open-meteo.ts";
import { metresBetween } from "../kit/values/distance.ts";

const EARTH_METRES = 6_371_008.8;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** How far a point, if it is known, is from another one, if one was asked for. */
export const metresFrom = (
  from: Spot | undefined,
  latitude: number | null | undefined,
  longitude: number | null | undefined,
): number | undefined =>
  from && typeof latitude === "number" && typeof longitude === "number"
    ? metresBetween(from, { latitude, longitude })
    : undefined;

/** The sides, in degrees, of the box around a point that holds the circle of so many metres. */
export function boxAround({ latitude, longitude }: Spot, metres: number) {
  const high = (metres / EARTH_METRES) * (180 / Math.PI);
  const wide = high / Math.max(0.01, Math.cos(radians(latitude)));
  const side = (degrees: number): number => Number(degrees.toFixed(6));
  return {
    south: side(latitude - high),
    north: side(latitude + high),
    west: side(longitude - wide),
    east: side(longitude + wide),
  };
}
