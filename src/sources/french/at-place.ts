import { concatMap, defer } from "rxjs";
import { type Commune, commune, type Place } from "../kit/services/communes.ts";
import { districtsOf } from "../kit/services/insee-codes.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import type { Reader } from "../source.ts";

/** Reads of the commune that a place is, or lies in. */
export const atCommune =
  <Input extends Place, Out>(reader: Reader<Input & { readonly commune: Commune }, Out>): Reader<Input, Out> =>
  (input, context) =>
    commune(input, context).pipe(concatMap((its) => reader({ ...input, commune: its }, context)));

/** Reads around a point where one was asked for, of the commune elsewhere. */
export const atPointOrCommune =
  <Input extends Place, Out>(
    around: Reader<Input & { readonly point: Spot }, Out>,
    within: Reader<Input & { readonly commune: Commune }, Out>,
  ): Reader<Input, Out> =>
  (input, context) =>
    defer(() => {
      const { point } = input;
      if (!point) return atCommune(within)(input, context);
      context.notice({ kind: "note", text: `understood as the point ${input.text}` });
      return around({ ...input, point }, context);
    });

/** The postal code that was written, where it is one of the commune's. */
export const writtenPostcode = ({ text, postcode }: Place, { postcodes }: Commune): string | undefined =>
  postcodes.find((one) => one === (postcode ?? text));

/** The postal codes that were asked for: the one that was written, or all of the commune. */
export function postcodesOf(place: Place, commune: Commune): readonly string[] {
  const written = writtenPostcode(place, commune);
  return written ? [written] : commune.postcodes;
}

/** The codes under which a file may hold what is in a commune: its own, and those of its arrondissements. */
export const codesUnder = ({ insee }: Commune): readonly string[] => [...new Set([insee, ...districtsOf(insee)])];

/** The centre of a commune, where it is known. */
export const centreOf = ({ latitude, longitude }: Commune): Spot | undefined =>
  latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined;
