import { metresBetween } from "../../sources/kit/values/distance.ts";

/** Kilometres between two points along the great circle, of a sphere of 6,371.0088 km; one decimal. */
export const kilometresBetween = (...points: Parameters<typeof metresBetween>): number =>
  Math.round(metresBetween(...points) / 100) / 10;
