import {
  combineLatest,
  connect,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  startWith,
  switchMap,
  takeLast,
} from "rxjs";
import { SourceError } from "../../../errors.ts";
import { defineAnalysis } from "../../define.ts";
import { limit, oneOf, region } from "../../parameters.ts";
import { shareReplayLatest } from "../../share-replay.ts";
import { answer } from "./answer.ts";
import { discussionsOf } from "./discussions.ts";
import { availabilityOf, bestValueOf, marketplacesOf, offerList, priceOf, productOf, ratingsOf } from "./folds.ts";
import { currencyOf, languageOfRegion, MARKETPLACE_IDS, MARKETPLACES, stallsIn } from "./markets.ts";
import { prompt } from "./prompt.ts";
import { shelfOf, wantedOf } from "./search.ts";
import type { Shelf } from "./shelf.ts";
import { remembered, trendOf } from "./trend.ts";
import { productQuery, understood } from "./wanted.ts";

const PRICED = [...MARKETPLACE_IDS, "frankfurter", "ecb"] as const;

/** What a product costs, where, how it is rated, and what its price did. */
export const intelligence = defineAnalysis({
  path: "/product/intelligence",
  title: "Product intelligence",
  describe:
    "What a product costs at several online marketplaces (least, mean, most), whether it is in stock, how it is rated, the best value, and what its price did since it was first asked for.",
  q: {
    describe: "a product's name with brand and model, its GTIN or its ASIN",
    example: "Sony WH-1000XM5",
    schema: productQuery,
  },
  parameters: {
    region: region("two letters: the marketplaces and the currency; default: US"),
    limit: limit(40, 1, 100, "offers at most"),
    condition: oneOf(["new", "any"], "new", "which offers are listed; figures are of new ones: new or any"),
  },
  sources: {
    ...MARKETPLACES,
    frankfurter: "enriching",
    ecb: "fallback",
    openfoodfacts: { kind: "enriching", resolves: true },
    reddit: "enriching",
    youtube: "enriching",
  },
  budgetMs: 30_000,
  understood,
  answer,
  fields: { "reviews.discussions": ["reddit", "youtube"] },
  from: {
    product: [...PRICED, "openfoodfacts"],
    offers: PRICED,
    price: PRICED,
    by_marketplace: PRICED,
    availability: MARKETPLACE_IDS,
    ratings: MARKETPLACE_IDS,
    reviews: [...MARKETPLACE_IDS, "reddit", "youtube"],
    best_value: PRICED,
    price_trend: PRICED,
  },
  limits: [
    "Marketplaces often refuse automated reading: see sources.",
    "Prices without tax, coupons and member discounts differ.",
    "An offer that does not say that it is used counts as new.",
  ],
  csv: "offers",
  run: ({ input, parameters, ask, now, state, section, understood: taken, limit: limited }) =>
    defer(() => {
      const market = parameters.region === "UK" ? "GB" : (parameters.region ?? "US");
      const currency = currencyOf(market);
      const wanted$ = wantedOf(ask, input, market).pipe(shareReplayLatest());
      // Figures of a few marketplaces are not comparable with those of all.
      const keep = stallsIn(market).every(({ id }) => ask.has(id));
      const shelf$ = wanted$.pipe(
        switchMap((wanted) => {
          const empty: Shelf = { wanted, currency, asOf: now(), answered: [], offers: [], rejected: 0, unpriced: 0 };
          return shelfOf(ask, empty, market);
        }),
      );
      const discussions$ = wanted$.pipe(switchMap(({ name, named }) => (named ? discussionsOf(ask, name) : EMPTY)));
      return merge(
        taken(
          wanted$.pipe(
            map(({ name, gtin, asin }) => ({
              name,
              gtin,
              asin,
              region: market,
              currency,
              condition: parameters.condition,
              language: languageOfRegion(market),
            })),
          ),
        ),
        shelf$.pipe(
          connect((shared$) => {
            const last$ = shared$.pipe(takeLast(1));
            const days$ = last$.pipe(
              switchMap((shelf) =>
                remembered(state.prices, shelf, { region: market, keep }).pipe(map((days) => ({ days, shelf }))),
              ),
              shareReplayLatest(),
            );
            return merge(
              section("product", shared$.pipe(map(productOf))),
              section("offers", shared$.pipe(map(offerList(parameters.condition, parameters.limit)))),
              section("price", shared$.pipe(map(priceOf))),
              section("by_marketplace", shared$.pipe(map(marketplacesOf))),
              section("availability", shared$.pipe(map(availabilityOf))),
              section("ratings", shared$.pipe(map(ratingsOf))),
              section(
                "reviews",
                combineLatest([shared$.pipe(startWith(undefined)), discussions$.pipe(startWith([]))]).pipe(
                  filter(([shelf, discussions]) => shelf !== undefined || discussions.length > 0),
                  map(([shelf, discussions]) => ({ count: shelf && ratingsOf(shelf).votes, discussions })),
                ),
              ),
              section(
                "best_value",
                shared$.pipe(
                  map(bestValueOf),
                  filter((best) => best !== undefined),
                ),
              ),
              section("price_trend", days$.pipe(map(({ days, shelf }) => trendOf(days, shelf)))),
              days$.pipe(map(({ days: [first] }) => limited(historySentence(first?.date)))),
              last$.pipe(
                mergeMap(({ unpriced }) => (unpriced > 0 ? [limited(unpricedSentence(unpriced, currency))] : [])),
              ),
              last$.pipe(mergeMap((shelf) => unknownCode(shelf, input.text))),
            );
          }),
        ),
      );
    }),
  prompt,
  remembers: true,
});

const historySentence = (since: string | undefined): string =>
  since === undefined
    ? "No free source keeps price history, and this service has observed nothing yet."
    : `No free source keeps price history: the trend is of this service's own observations since ${since}.`;

const unpricedSentence = (count: number, currency: string): string =>
  `${count === 1 ? "One offer was" : `${count} offers were`} left out: nobody tells what the currency is worth in ${currency}.`;

/** A code that nobody knows is no product; a name may just not be on offer. */
function unknownCode({ wanted, offers }: Shelf, q: string) {
  if (wanted.named || offers.length > 0) return EMPTY;
  throw new SourceError("not-found", `No marketplace asked knows the code ${q}.`);
}
