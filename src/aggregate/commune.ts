import { map, type Observable, toArray } from "rxjs";
import { z } from "zod";
import { SourceError } from "../errors.ts";
import type { communes } from "../sources/french/communes.ts";
import { type Place, placeIn, unknownCommune } from "../sources/kit/services/communes.ts";
import { meantFirst } from "../sources/kit/services/meant-commune.ts";
import type { ItemOf } from "../sources/source.ts";
import type { Ask } from "./door.ts";
import { latest } from "./shared.ts";

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
export const resolved = (ask: Pick<Ask<"communes">, "items">, q: string, place: Place): Observable<Resolved> =>
  ask.items<typeof communes>("communes", q).pipe(
    toArray(),
    map((items): Resolved => {
      const [commune, ...others] = meantFirst(place, items.map(named));
      if (!commune) throw unknownCommune(place);
      return { commune, others };
    }),
    latest(),
  );

/** How sources are asked for exactly this commune. */
export const exactly = ({ insee }: Commune): string => `insee:${insee}`;

/** The commune's centre as sources are asked for it; undefined where it is not known. */
export const centreOf = ({ latitude, longitude }: Commune): string | undefined =>
  latitude === undefined || longitude === undefined ? undefined : `${latitude},${longitude}`;

/** The commune's postal code: the one that was written, or its first. */
export const postcodeOf = ({ text, postcode }: Place, { postcodes }: Commune): string | undefined =>
  postcodes.find((one) => one === (postcode ?? text)) ?? postcodes[0];
