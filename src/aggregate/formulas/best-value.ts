/** What an offer costs with its shipping, and how it is rated (0 to 5), by how many. */
export interface RatedOffer {
  readonly price: number;
  readonly rating?: number | undefined;
  /** Absent: one. */
  readonly votes?: number | undefined;
}

/** The votes that the mean of all offers counts for. */
const PRIOR = 10;
const SCALE = 5;

/** A rating drawn to the mean of all by ten votes (a Bayesian mean); the mean itself where there is none. */
export const shrunkRating = ({ rating, votes = 1 }: RatedOffer, mean: number): number =>
  rating === undefined ? mean : (PRIOR * mean + votes * rating) / (PRIOR + votes);

/** An offer's rating for its price: (rating / 5) / (price / median price). */
export const valueFor = (offer: RatedOffer, mean: number, median: number): number =>
  shrunkRating(offer, mean) / SCALE / (offer.price / median);

export interface Best<T> {
  readonly offer: T;
  readonly value: number;
  /** Whether no offer is rated: it is the cheapest then, its value by price alone. */
  readonly unrated: boolean;
}

/** The offer of most value; of equals the first. Undefined of none. */
export function bestOf<T extends RatedOffer>(offers: readonly T[], median: number): Best<T> | undefined {
  const ratings = offers.flatMap(({ rating }) => rating ?? []);
  const unrated = ratings.length === 0;
  const mean = unrated ? SCALE : ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length;
  const [first] = offers
    .filter(({ price }) => price > 0)
    .map((offer): Best<T> => ({ offer, value: valueFor(offer, mean, median), unrated }))
    .toSorted((a, b) => b.value - a.value);
  return first;
}
