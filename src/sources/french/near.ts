import { concatMap, defaultIfEmpty, throwError } from "rxjs";
import { SourceError } from "../../errors.ts";
import { query } from "../kit/requests/query.ts";
import { understood } from "../kit/requests/siren.ts";
import { type Commune, commune, communeNamed, type Place, placeIn } from "../kit/services/communes.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import type { QuerySpec, Reader } from "../source.ts";
import { centreOf } from "./at-place.ts";

/** Words of the source's own, or a place. */
export const placeOr = (words: string, example: string): QuerySpec<Place> =>
  query({
    describe: `${words}, a commune's name, postal code or INSEE code (insee:59350 where it could be another one's postal code), or latitude,longitude`,
    example,
    parse: placeIn,
  });

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
    return (kind === "name" ? communeNamed : commune)(place, context).pipe(
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
    return commune(place, context).pipe(
      concatMap((its) => {
        const centre = centreOf(its);
        if (centre) return reader(centre, context);
        return throwError(() => new SourceError("not-found", `Where ${its.name} lies is not known.`));
      }),
    );
  };
}
