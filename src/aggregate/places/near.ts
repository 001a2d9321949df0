import { metresBetween } from "../../sources/kit/values/distance.ts";
import type { Place } from "./place.ts";

/** Kilometres from a place, one decimal; undefined where a thing's own place is not known. */
export function kilometresFrom(
  place: Place,
  { latitude, longitude }: { readonly latitude?: number | undefined; readonly longitude?: number | undefined },
): number | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  return Math.round(metresBetween(place, { latitude, longitude }) / 100) / 10;
}

/** A name by which two sources' entries are told to be the same. */
export const nameKey = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Two entries of one name are one thing within so many metres. */
const SAME_METRES = 300;

interface Located {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Where entries are that do not show it. */
const points = new WeakMap<object, Point>();

const pointIn = ({ latitude, longitude }: Located): Point | undefined =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

/** An entry, with the place of the item that it is made of. */
export function placed<T extends object>(entry: T, item: Located): T {
  const point = pointIn(item);
  if (point) points.set(entry, point);
  return entry;
}

const areOne = (one: Point | undefined, other: Point | undefined): boolean =>
  one === undefined || other === undefined || metresBetween(one, other) <= SAME_METRES;

/**
 * Entries without those whose name came before at the same place; what the first one does not say, the later ones add. Of an entry
 * whose place is not known, the name alone tells, unless there are several of that name.
 */
export function onceByName<T extends { readonly name: string } & Located>(entries: readonly T[]): readonly T[] {
  const known: { readonly key: string; point: Point | undefined; entry: T }[] = [];
  for (const entry of entries) {
    const key = nameKey(entry.name);
    const point = points.get(entry) ?? pointIn(entry);
    const alike = known.filter((one) => one.key === key && areOne(one.point, point));
    const [before, ...others] = alike;
    // Without its own place it could be any of several.
    if (before && point === undefined && others.length > 0) continue;
    if (!before) {
      known.push({ key, point, entry });
      continue;
    }
    const said = Object.fromEntries(Object.entries(before.entry).filter(([, value]) => value !== undefined));
    before.entry = { ...entry, ...said };
    before.point ??= point;
  }
  return known.map(({ entry }) => entry);
}
