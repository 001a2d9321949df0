import { filter, forkJoin, from, map, mergeMap, type Observable, of, scan, switchMap } from "rxjs";
import type { openfoodfacts } from "../../../sources/food/openfoodfacts.ts";
import type { amazon } from "../../../sources/marketplace/amazon.ts";
import type { SourceClient } from "../../source-client.ts";
import { type Marketplace, type Stall, stallsIn } from "./markets.ts";
import { foundIn, offerOf, type Wanted } from "./offer.ts";
import { type Rate, rateOf } from "./rates.ts";
import { type Delivery, type Shelf, withDelivery } from "./shelf.ts";
import { type Asked, nameIn } from "./wanted.ts";

export type Door = SourceClient<Marketplace | "openfoodfacts" | "frankfurter" | "ecb" | "reddit" | "youtube">;

/** What a code stands for, as far as somebody tells it; a name stands for itself. */
export function wantedOf(ask: Door, { text, gtin, asin }: Asked, region: string): Observable<Wanted> {
  const coded: Wanted = { name: text, named: false, gtin, asin };
  if (gtin !== undefined)
    return ask.answer<typeof openfoodfacts>("openfoodfacts", gtin).pipe(
      map(({ items: [product] }): Wanted => {
        if (!product) return coded;
        const { title, brand } = product;
        const name = brand && !title.toLowerCase().includes(brand.toLowerCase()) ? `${brand} ${title}` : title;
        return { ...coded, name, named: true, brand };
      }),
    );
  const shop = stallsIn(region).find(({ id }) => id === "amazon");
  if (asin !== undefined && shop && ask.has("amazon"))
    return ask
      .answer<typeof amazon>("amazon", asin, shop.how)
      .pipe(
        map(
          ({ items: [product] }): Wanted => (product ? { ...coded, name: nameIn(product.title), named: true } : coded),
        ),
      );
  return of({ ...coded, named: asin === undefined });
}

/** The shelf as each marketplace of a region fills it; nothing before the first answers. */
export function shelfOf(ask: Door, empty: Shelf, region: string): Observable<Shelf> {
  const { wanted, currency } = empty;
  return from(stallsIn(region)).pipe(
    filter(({ id }) => ask.has(id)),
    mergeMap((stall) => deliveryOf(ask, stall, wanted, currency)),
    scan(withDelivery, empty),
    filter(({ answered }) => answered.length > 0),
  );
}

/** What a marketplace is searched for: Amazon reads its own numbers, eBay would take a bare code for one of its own. */
function wordsFor(id: Marketplace, { name, named, gtin, asin }: Wanted): string {
  if (asin !== undefined && id === "amazon") return asin;
  return gtin !== undefined && !named && id === "ebay" ? `"${gtin}"` : name;
}

function deliveryOf(ask: Door, { id, how }: Stall, wanted: Wanted, currency: string): Observable<Delivery> {
  return ask.answer(id, wordsFor(id, wanted), how).pipe(
    switchMap(({ items, answered }) => {
      const { found, rejected } = foundIn(id, items, wanted);
      const foreign = [...new Set(found.map((listing) => listing.currency))].filter((code) => code !== currency);
      const rates$ = foreign.length > 0 ? forkJoin(foreign.map((code) => rateOf(ask, code, currency))) : of([]);
      return rates$.pipe(
        map((told): Delivery => {
          const rates: readonly Rate[] = told.filter((rate) => rate !== undefined);
          const offers = found.flatMap((listing) => offerOf(listing, currency, rates) ?? []);
          const unpriced = found.length - offers.length;
          return { marketplace: id, answered, offers, rejected, unpriced, ratesDate: rates[0]?.date };
        }),
      );
    }),
  );
}
