import { concatMap, defaultIfEmpty, throwError } from "rxjs";
import { SourceError } from "../../errors.ts";
import { query } from "../kit/ask/query.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import type { QuerySpec, Reader } from "../source.ts";
import { type Commune, commune, communeNamed, type Place, placeIn } from "./commune.ts";
import { understood } from "./registration.ts";

/** Words of the source's own, or a place. */
export const placeOr = (words: string, example: string): QuerySpec<Place> =>
  query({
    describe: `${words}, a commune's name, postal code or INSEE code (insee:59350 where it could be another one's postal code), or latitude,longitude`,
    example,
    parse: placeIn,
  });

/** Metres between two points, on a sphere of the earth's mean radius (haversine). */
export function metresBetween(one: Spot, other: Spot): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const across = Math.sin(radians(other.latitude - one.latitude) / 2) ** 2;
  const along = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  const half = across + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along;
  return Math.round(2 * 6_371_009 * Math.asin(Math.min(1, Math.sqrt(half))));
}

/** Where distances are counted from: the coordinates that were asked for, or the centre of the commune. */
export type From = { readonly [K in keyof Pick<Spot, "latitude" | "longitude">]?: number | undefined };

/** How far a thing is from there; undefined where one of the two is not known. */
export const distanceFrom = (from: From | undefined, to: Spot | null | undefined): number | undefined =>
  to && from?.latitude !== undefined && from.longitude !== undefined
    ? metresBetween({ latitude: from.latitude, longitude: from.longitude }, to)
    : undefined;

/** What a source is asked with, for each kind of place. */
interface Ways<Asked> {
  readonly inCommune: (commune: Commune) => Asked;
  /** Words that no commune is called by. */
  readonly byWords: (text: string) => Asked;
  /** Absent: coordinates mean the commune there. */
  readonly near?: (point: Spot) => Asked;
}

/** Reads at a place: around coordinates, in a commune, or by words where no commune is called so. */
export function atPlace<Asked, Out>(reader: Reader<Asked, Out>, ways: Ways<Asked>): Reader<Place, Out> {
  return (place, context) => {
    const { text, kind, point } = place;
    if (point && ways.near) {
      context.notice(understood(text, "coordinates"));
      return reader(ways.near(point), context);
    }
    return (kind === "name" ? communeNamed : commune)(place, { ...context, pages: 1 }).pipe(
      defaultIfEmpty(undefined),
      concatMap((found) => {
        if (found) return reader(ways.inCommune(found), context);
        context.notice(understood(text, "words, for no commune is called so"));
        return reader(ways.byWords(text), context);
      }),
    );
  };
}

/** Reads around a place: the coordinates that were asked for, or the centre of the commune. */
export function aroundPlace<Out>(reader: Reader<Spot, Out>): Reader<Place, Out> {
  return (place, context) => {
    const { text, point } = place;
    if (point) {
      context.notice(understood(text, "coordinates"));
      return reader(point, context);
    }
    return commune(place, { ...context, pages: 1 }).pipe(
      concatMap(({ latitude, longitude }) =>
        latitude === undefined || longitude === undefined
          ? throwError(() => new SourceError("not-found", `Where “${text}” lies is not known.`))
          : reader({ latitude, longitude }, context),
      ),
    );
  };
}
