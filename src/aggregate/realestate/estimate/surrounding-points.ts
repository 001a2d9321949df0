import type { Point } from "../../../sources/kit/requests/coordinates.ts";

/** Points of the ring. */
const POINTS = 8;
const NEAREST_KM = 4;
const EARTH_KM = 6371.0088;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;

/**
 * Eight points on a ring round a commune's centre, as `latitude,longitude`, wide enough to lie in its neighbours: twice the radius of a
 * circle of its area, 4 km at least. The direct problem on a sphere (Ed Williams, Aviation Formulary V1.47, "Lat/lon given radial
 * and distance").
 */
export function surroundingPoints({ latitude, longitude }: Point, hectares: number | undefined): readonly string[] {
  const wide = Math.max(NEAREST_KM, 2 * Math.sqrt((hectares ?? 0) / 100 / Math.PI)) / EARTH_KM;
  const north = radians(latitude);
  return Array.from({ length: POINTS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / POINTS;
    const there = Math.asin(Math.sin(north) * Math.cos(wide) + Math.cos(north) * Math.sin(wide) * Math.cos(bearing));
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(wide) * Math.cos(north),
      Math.cos(wide) - Math.sin(north) * Math.sin(there),
    );
    const around = ((longitude + degrees(east) + 540) % 360) - 180;
    return `${degrees(there).toFixed(5)},${around.toFixed(5)}`;
  });
}
