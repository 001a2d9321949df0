import { distinct, map } from "rxjs";
import type { Reader } from "../source.ts";

/**
 * A list of offers, page after page: what is offered twice (once as an advertisement) is told once, and each has its place.
 *
 *     offers: --a--b--a--c--|
 *     listed: --1--2-----3--|
 */
export const listed =
  <Input, Offer extends { readonly id?: unknown; readonly url?: unknown }>(
    reader: Reader<Input, Offer>,
  ): Reader<Input, Offer & { readonly position: number }> =>
  (input, context) =>
    reader(input, context).pipe(
      distinct((offer) => offer.id ?? offer.url ?? offer),
      map((offer, index) => ({ ...offer, position: index + 1 })),
    );
