import { outlying } from "../../formulas/price-outliers.ts";
import { median } from "../../formulas/statistics.ts";
import type { Marketplace } from "./markets.ts";
import type { Offer, Wanted } from "./offer.ts";

/** What the marketplaces have offered so far. */
export interface Shelf {
  readonly wanted: Wanted;
  readonly currency: string;
  /** Milliseconds since 1970. */
  readonly asOf: number;
  readonly answered: readonly Marketplace[];
  /** Offers of the product in any condition, each address once. */
  readonly offers: readonly Offer[];
  readonly rejected: number;
  /** Offers in currencies whose rate nobody told. */
  readonly unpriced: number;
  readonly ratesDate?: string | undefined;
}

/** What one marketplace adds. */
export interface Delivery {
  readonly marketplace: Marketplace;
  /** Whether it answered at all. */
  readonly answered: boolean;
  readonly offers: readonly Offer[];
  readonly rejected: number;
  readonly unpriced: number;
  readonly ratesDate?: string | undefined;
}

export function withDelivery(shelf: Shelf, delivery: Delivery): Shelf {
  if (!delivery.answered) return shelf;
  const known = new Set(shelf.offers.map(({ url }) => url));
  const fresh = delivery.offers.filter(({ url }) => {
    if (url === undefined) return true;
    const seen = known.has(url);
    known.add(url);
    return !seen;
  });
  return {
    ...shelf,
    answered: [...shelf.answered, delivery.marketplace],
    offers: [...shelf.offers, ...fresh],
    rejected: shelf.rejected + delivery.rejected,
    unpriced: shelf.unpriced + delivery.unpriced,
    ratesDate: shelf.ratesDate ?? delivery.ratesDate,
  };
}

/** The offers that figures are made of. */
export interface Compared {
  /** New ones, and those that do not say that they are not, without outliers. */
  readonly fresh: readonly Offer[];
  /** The same, and those that are refurbished or used. */
  readonly all: readonly Offer[];
  readonly outliers: number;
  readonly median?: number | undefined;
}

const isNew = ({ condition }: Offer): boolean => condition === "new" || condition === "unknown";

export function compared({ offers }: Shelf): Compared {
  const offered = offers.filter(isNew);
  const out = outlying(offered.map(({ price }) => price));
  const fresh = offered.filter(({ price }) => !out(price));
  return {
    fresh,
    all: [...fresh, ...offers.filter((offer) => !isNew(offer))],
    outliers: offered.length - fresh.length,
    median: median(fresh.map(({ price }) => price)),
  };
}
