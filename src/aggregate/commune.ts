import { map, type Observable, toArray } from "rxjs";
import { z } from "zod";
import { SourceError } from "../errors.ts";
import type { communes } from "../sources/french/communes.ts";
import { type Place, placeIn, unknownCommune } from "../sources/kit/services/communes.ts";
import { districtsOf, wholeOf } from "../sources/kit/services/insee-codes.ts";
import { meantFirst } from "../sources/kit/services/meant-commune.ts";
import type { ItemOf } from "../sources/source.ts";
import type { About, EntityKeys } from "./about.ts";
import { shareReplayLatest } from "./share-replay.ts";
import type { SourceClient } from "./source-client.ts";

/*
 * How analyses of a commune of France understand `q`: as all French sources do.
 */

/** A commune's name, postal code, INSEE code, `Paris 11`, `Saint-Denis (974)` or coordinates. */
export const communeQuery = z
  .string()
  .max(200, { error: "must have at most 200 characters" })
  .transform((text, context): Place => {
    try {
      return placeIn(text);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      context.addIssue({ code: "custom", message: error.message.replace(/^q: /, "") });
      return z.NEVER;
    }
  });

/** A commune as the register of communes has it. */
export interface Commune extends Omit<ItemOf<typeof communes>, "insee"> {
  readonly name: string;
  readonly insee: string;
}

/** The commune that was meant, and the others that the words could mean. */
export interface Resolved {
  readonly commune: Commune;
  readonly others: readonly Commune[];
}

/** A commune out of the register. */
export const named = (item: ItemOf<typeof communes>): Commune => ({
  ...item,
  name: item.city ?? item.code,
  insee: item.code,
});

/** The commune that a place is: asked once, however many subscribe. Fails with `not-found` where there is none. */
export const resolved = (ask: Pick<SourceClient<"communes">, "items">, q: string, place: Place): Observable<Resolved> =>
  ask.items<typeof communes>("communes", q).pipe(
    toArray(),
    map((items): Resolved => {
      const [commune, ...others] = meantFirst(place, items.map(named));
      if (!commune) throw unknownCommune(place, items.map(named));
      return { commune, others };
    }),
    shareReplayLatest(),
  );

/** How sources are asked for exactly this commune. */
export const exactly = ({ insee }: Commune): string => `insee:${insee}`;

/** The commune's centre as sources are asked for it; undefined where it is not known. */
export const centreOf = ({ latitude, longitude }: Commune): string | undefined =>
  latitude === undefined || longitude === undefined ? undefined : `${latitude},${longitude}`;

/** The commune's postal code: the one that was written, or its first. */
export const postcodeOf = ({ text, postcode }: Place, { postcodes }: Commune): string | undefined =>
  postcodes.find((one) => one === (postcode ?? text)) ?? postcodes[0];

/** Half the width of a commune's circle and so many km: things of the commune lie no farther from its centre. */
const MARGIN_KM = 15;

/** The commune for rows that carry its code or lie in it; `keys`: what else rows of the source carry. */
export const aboutCommune = (commune: Commune, keys: EntityKeys = {}): About => {
  const { name, insee, latitude, longitude, surfaceHectares = 0 } = commune;
  const km = MARGIN_KM + 2 * Math.sqrt(surfaceHectares / 100 / Math.PI);
  return {
    name: `${name} (${insee})`,
    keys: { insee: [insee, wholeOf(insee), ...districtsOf(insee)], ...keys },
    near: latitude === undefined || longitude === undefined ? undefined : { latitude, longitude, km },
  };
};
