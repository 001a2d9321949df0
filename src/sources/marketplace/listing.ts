import { map } from "rxjs";
import { distinctBy } from "../kit/compose/distinct.ts";
import type { Reader } from "../source.ts";

/**
 * A list of offers, page after page: what is offered twice (once as an advertisement) is told once, and each has its place.
 *
 *     offers: --a--b--a--c--|
 *     listed: --1--2-----3--|
 */
export function listed<Input, Offer extends { readonly id?: unknown; readonly url?: unknown }>(
  reader: Reader<Input, Offer>,
): Reader<Input, Offer & { readonly position: number }> {
  const offers = distinctBy(({ id, url, ...rest }) => id ?? url ?? JSON.stringify(rest), reader);
  return (input, context) => offers(input, context).pipe(map((offer, index) => ({ ...offer, position: index + 1 })));
}
