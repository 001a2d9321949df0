import { concatMap, map, type Observable, switchMap, take, throwIfEmpty } from "rxjs";
import type { adresse } from "../../../sources/french/adresse.ts";
import { type Place, placeIn, unknownCommune } from "../../../sources/kit/services/communes.ts";
import { type Resolved, resolved } from "../../commune.ts";
import type { Ask } from "../../door.ts";

/** A commune, and the address it was found by, where one was asked for. */
export interface Located extends Resolved {
  readonly address?: string | undefined;
}

/** Words with a number among them that is no code are an address. */
const isAddress = ({ kind, text, postcode, department }: Place): boolean =>
  kind === "name" && postcode === undefined && department === undefined && /\d/.test(text);

/** The commune that is meant, or that an address lies in. */
export const located = (
  ask: Pick<Ask<"communes" | "adresse">, "items">,
  q: string,
  place: Place,
): Observable<Located> =>
  isAddress(place)
    ? ask.items<typeof adresse>("adresse", q).pipe(
        concatMap(({ title, insee }) => (insee ? [{ title, insee }] : [])),
        take(1),
        throwIfEmpty(() => unknownCommune(place)),
        switchMap(({ title, insee }) =>
          resolved(ask, `insee:${insee}`, placeIn(`insee:${insee}`)).pipe(
            map((found) => ({ ...found, address: title })),
          ),
        ),
      )
    : resolved(ask, q, place);
