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

/** Entries without those whose name came before; what the first one does not say, the later ones add. */
export function onceByName<T extends { readonly name: string }>(entries: readonly T[]): readonly T[] {
  const known = new Map<string, T>();
  for (const entry of entries) {
    const key = nameKey(entry.name);
    const before = known.get(key);
    known.set(
      key,
      before
        ? { ...entry, ...Object.fromEntries(Object.entries(before).filter(([, value]) => value !== undefined)) }
        : entry,
    );
  }
  return [...known.values()];
}
