import { type Fields, fields, list, number, text } from "./shape.ts";

/** A row that has a place. */
export interface MapPoint {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly url: string;
  readonly row: Fields;
}

const MOST = 2_000;
const LATITUDE = ["latitude", "lat"];
const LONGITUDE = ["longitude", "lon", "lng", "long"];
/** Fields that may hold a row's coordinates. */
const WITHIN = ["location", "position", "coordinates", "point", "geo", "place", "station"];
const NAMES = ["title", "name", "label", "address", "city", "id"];

/** The rows that have coordinates, as WGS 84. */
export const pointsOf = (rows: readonly Fields[]): readonly MapPoint[] =>
  rows.slice(0, MOST).flatMap((row) => {
    const at = placed(row) ?? WITHIN.map((name) => placed(row[name])).find((found) => found !== undefined);
    if (!at) return [];
    const name = NAMES.map((one) => text(row[one])).find(Boolean) ?? "";
    return [{ ...at, name, url: text(row["url"]), row }];
  });

function placed(value: unknown): Pick<MapPoint, "latitude" | "longitude"> | undefined {
  // GeoJSON names the longitude first.
  const [first, second] = list(value);
  const held = fields(value);
  const of = (names: readonly string[]): number | undefined =>
    names.map((name) => number(held[name])).find((found) => found !== undefined);
  const [latitude, longitude] = [of(LATITUDE) ?? number(second), of(LONGITUDE) ?? number(first)];
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** A part of the globe on a picture: longitudes are drawn as wide as they are in its middle. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Pixels of a degree of longitude and of latitude. */
  readonly scaleX: number;
  readonly scaleY: number;
  x(longitude: number): number;
  y(latitude: number): number;
}

/** Degrees that are shown at least: of places near each other some streets, around a single one the shores that tell where it is. */
const LEAST_SPAN = 0.02;
const SPAN_OF_ONE = 30;
const PADDING = 1.15;

/** The part of the globe that holds all points, or a `zoom` smaller one around `middle`. */
export function frameOf(
  points: readonly Pick<MapPoint, "latitude" | "longitude">[],
  [width, height]: readonly [number, number],
  zoom = 1,
  middle?: Pick<MapPoint, "latitude" | "longitude">,
): Frame {
  const least = points.length === 1 ? SPAN_OF_ONE : LEAST_SPAN;
  const bounds = (values: readonly number[]): readonly [number, number] => {
    const [from, to] = [Math.min(...values), Math.max(...values)];
    return [(from + to) / 2, Math.max(least, (to - from) * PADDING)];
  };
  const [middleLatitude, spanLatitude] = bounds(points.map(({ latitude }) => latitude));
  const [middleLongitude, spanLongitude] = bounds(points.map(({ longitude }) => longitude));
  const centre = zoom > 1 && middle ? middle : { latitude: middleLatitude, longitude: middleLongitude };
  const narrowing = Math.max(0.1, Math.cos((centre.latitude * Math.PI) / 180));
  const scaleY = Math.min(height / spanLatitude, width / (spanLongitude * narrowing)) * zoom;
  const scaleX = scaleY * narrowing;
  return {
    width,
    height,
    scaleX,
    scaleY,
    x: (longitude) => width / 2 + (longitude - centre.longitude) * scaleX,
    y: (latitude) => height / 2 - (latitude - centre.latitude) * scaleY,
  };
}

const KM_OF_A_DEGREE = 111.32;
const STEPS = [1, 2, 5];

/** The largest round number of kilometres that is no longer than so many pixels, and its length in them. */
export function scaleBar(
  { scaleY }: Pick<Frame, "scaleY">,
  longest: number,
): { readonly km: number; readonly px: number } {
  const most = (longest / scaleY) * KM_OF_A_DEGREE;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = (STEPS.findLast((step) => step * power <= most) ?? 1) * power;
  return { km, px: (km / KM_OF_A_DEGREE) * scaleY };
}
