import type { Draft } from "../../../sources/source.ts";
import { bestOf } from "../../formulas/best-value.ts";
import { rounded } from "../../formulas/rounding.ts";
import { mean } from "../../formulas/shares.ts";
import { fewForMedian } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import type { Answer } from "./answer.ts";
import type { Offer } from "./offer.ts";
import { compared, type Shelf } from "./shelf.ts";

const SCALE = 5;

const money = (value: number | undefined): number | undefined => (value === undefined ? undefined : rounded(value, 2));

const pricesOf = (offers: readonly Offer[]): readonly number[] => offers.map(({ price }) => price);

/** What most say, where most of those that say anything agree and they are at least two: one shop's word is its own. */
function agreed(values: readonly (string | undefined)[]): string | undefined {
  const told = values.filter((value) => value !== undefined);
  const counts = Map.groupBy(told, (value) => value.toLowerCase());
  const [most] = [...counts.values()].toSorted((a, b) => b.length - a.length);
  return most && most.length >= AGREEING && most.length * 2 > told.length ? most[0] : undefined;
}

/** Offers that must say the same of the product. */
const AGREEING = 2;

export function productOf({ wanted, offers, rejected, currency, ratesDate }: Shelf): Draft<Answer["product"]> {
  return {
    name: wanted.name,
    brand: wanted.brand ?? agreed(offers.map(({ brand }) => brand)),
    model: agreed(offers.map(({ model }) => model)),
    gtin: wanted.gtin ?? agreed(offers.map(({ gtin }) => gtin)),
    image: offers.find(({ image }) => image)?.image,
    matched: offers.length,
    rejected,
    currency,
    rates_date: ratesDate,
  };
}

/** The cheapest offers, of new things or of any. */
export const offerList =
  (condition: "new" | "any", limit: number) =>
  (shelf: Shelf): Draft<Answer["offers"]> => {
    const { fresh, all } = compared(shelf);
    return (condition === "any" ? all : fresh)
      .toSorted((a, b) => a.price - b.price)
      .slice(0, limit)
      .map((offer) => ({
        title: offer.title,
        url: offer.url,
        marketplace: offer.marketplace,
        price: offer.price,
        currency: shelf.currency,
        original: offer.original,
        shipping: offer.shipping,
        old_price: offer.oldPrice,
        condition: offer.condition,
        available: offer.available,
        seller: offer.seller,
        rating: offer.rating,
        votes: offer.votes,
        match: rounded(offer.match, 2),
        sponsored: offer.sponsored,
      }));
  };

export function priceOf(shelf: Shelf): Draft<Answer["price"]> {
  const { fresh, outliers } = compared(shelf);
  const prices = pricesOf(fresh);
  const some = prices.length > 0;
  return {
    min: some ? money(Math.min(...prices)) : undefined,
    max: some ? money(Math.max(...prices)) : undefined,
    mean: money(mean(prices)),
    median: money(median(prices)),
    n: prices.length,
    small_sample: fewForMedian(prices.length),
    marketplaces: new Set(fresh.map(({ marketplace }) => marketplace)).size,
    outliers,
    currency: shelf.currency,
    as_of: new Date(shelf.asOf).toISOString(),
  };
}

interface Rated {
  readonly mean?: number;
  readonly votes: number;
  readonly n: number;
}

/** The mean rating of offers, weighted by votes; an offer that tells none has one. */
function ratingOf(offers: readonly Offer[]): Rated {
  // Colours and sizes of one listing share its reviews: the same figures on one marketplace are counted once.
  const shared = new Set<string>();
  const rated = offers.flatMap(({ marketplace, rating, votes }) => {
    if (rating === undefined) return [];
    const key = `${marketplace} ${rating} ${votes}`;
    if (votes !== undefined && votes > 0 && shared.has(key)) return [];
    shared.add(key);
    return [{ rating, votes }];
  });
  const weights = rated.reduce((sum, { votes = 1 }) => sum + Math.max(1, votes), 0);
  const total = rated.reduce((sum, { rating, votes = 1 }) => sum + rating * Math.max(1, votes), 0);
  return {
    ...(rated.length > 0 && { mean: rounded(total / weights, 2) }),
    votes: rated.reduce((sum, { votes = 0 }) => sum + votes, 0),
    n: rated.length,
  };
}

const byMarketplace = (offers: readonly Offer[]) => [...Map.groupBy(offers, ({ marketplace }) => marketplace)];

export function marketplacesOf(shelf: Shelf): Draft<Answer["by_marketplace"]> {
  return byMarketplace(compared(shelf).fresh)
    .flatMap(([marketplace, own]) => {
      const prices = pricesOf(own);
      const middle = median(prices);
      if (middle === undefined) return [];
      return {
        marketplace,
        n: own.length,
        min: rounded(Math.min(...prices), 2),
        median: rounded(middle, 2),
        max: rounded(Math.max(...prices), 2),
        small_sample: fewForMedian(own.length),
        available: own.filter(({ available }) => available === true).length,
        rating: ratingOf(own).mean,
      };
    })
    .toSorted((a, b) => a.median - b.median);
}

export function availabilityOf(shelf: Shelf): Draft<Answer["availability"]> {
  const { fresh } = compared(shelf);
  const inStock = fresh.filter(({ available }) => available === true).length;
  const out = fresh.filter(({ available }) => available === false).length;
  return {
    in_stock: inStock,
    out_of_stock: out,
    unknown: fresh.length - inStock - out,
    share_in_stock: fewForMedian(inStock + out) ? undefined : rounded(inStock / (inStock + out), 4),
  };
}

export function ratingsOf(shelf: Shelf): Draft<Answer["ratings"]> {
  const { fresh } = compared(shelf);
  return {
    ...ratingOf(fresh),
    scale: SCALE,
    distribution: byMarketplace(fresh).flatMap(([marketplace, own]) => {
      const { mean: rating, votes } = ratingOf(own);
      return rating === undefined ? [] : [{ marketplace, rating, votes }];
    }),
  };
}

/** The best of the new offers that can be had; undefined of fewer than three, and where none can be had. */
export function bestValueOf(shelf: Shelf): Draft<Answer["best_value"]> | undefined {
  const { fresh, median: middle } = compared(shelf);
  if (fewForMedian(fresh.length)) return undefined;
  const candidates = fresh
    .filter(({ available }) => available !== false)
    .map((offer) => ({ ...offer, price: offer.price + (offer.shipping ?? 0) }));
  const best = middle === undefined ? undefined : bestOf(candidates, middle);
  if (!best || middle === undefined) return undefined;
  const { offer, value, unrated } = best;
  return {
    title: offer.title,
    url: offer.url,
    marketplace: offer.marketplace,
    price: rounded(offer.price, 2),
    rating: offer.rating,
    votes: offer.votes,
    value: rounded(value, 4),
    why: why(offer, middle, unrated),
  };
}

function why({ price, rating, votes }: Offer, middle: number, unrated: boolean): string {
  if (unrated) return "No offer is rated: this is the cheapest.";
  const apart = rounded(100 * (price / middle - 1), 1);
  const against =
    apart === 0 ? "at the median price" : `${Math.abs(apart)} % ${apart < 0 ? "below" : "above"} the median price`;
  if (rating === undefined) return `Not rated itself, and counted as the mean of the others; ${against}.`;
  return `Rated ${rating} of ${SCALE}${votes === undefined ? "" : ` by ${votes}`}; ${against}.`;
}
