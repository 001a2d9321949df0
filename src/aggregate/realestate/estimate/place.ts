import { concatMap, map, type Observable, switchMap, take, throwIfEmpty } from "rxjs";
import type { adresse } from "../../../sources/french/adresse.ts";
import { type Place, placeIn, unknownCommune } from "../../../sources/kit/services/communes.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { type Resolved, resolved } from "../../commune.ts";
import { isSureAddress } from "../../places/address.ts";
import type { SourceClient } from "../../source-client.ts";

/** A commune, and the address it was found by, where one was asked for. */
export interface Located extends Resolved {
  readonly address?: string | undefined;
}

/** Words with a number among them that is no code are an address. */
const isAddress = ({ kind, text, postcode, department }: Place): boolean =>
  kind === "name" && postcode === undefined && department === undefined && /\d/.test(text);

/** Whether an answer has the postal code and the number that were written, where any were. */
function agreesWith(q: string, { title = "", postcode, type }: ItemOf<typeof adresse>): boolean {
  const code = /\b\d{5}\b/.exec(q)?.[0];
  const number = /^\s*(\d{1,4})\b/.exec(q)?.[1];
  return (
    (code === undefined || code === postcode || title.includes(code)) &&
    (number === undefined || type !== "housenumber" || title.startsWith(number))
  );
}

/** The commune that is meant, or that an address lies in. */
export const located = (
  ask: Pick<SourceClient<"communes" | "adresse">, "items">,
  q: string,
  place: Place,
): Observable<Located> =>
  isAddress(place)
    ? ask.items<typeof adresse>("adresse", q).pipe(
        concatMap((found) => {
          const { title, insee } = found;
          return insee && isSureAddress(found) && agreesWith(q, found) ? [{ title, insee }] : [];
        }),
        take(1),
        throwIfEmpty(() => unknownCommune(place)),
        switchMap(({ title, insee }) =>
          resolved(ask, `insee:${insee}`, placeIn(`insee:${insee}`)).pipe(
            map((found) => ({ ...found, address: title })),
          ),
        ),
      )
    : resolved(ask, q, place);
