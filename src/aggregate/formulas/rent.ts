/** A month's rent of a dwelling, in the currency of the rent per m² and month. */
export const monthlyRent = (rentM2: number, surfaceM2: number): number => rentM2 * surfaceM2;

/**
 * Gross rental yield in percent: a year's rent against the price, before charges, taxes and vacancy (the gross form of the
 * capitalisation rate: I. Fisher, "The Theory of Interest", 1930). Undefined without a price.
 *
 * @param rentM2 per m² and month
 * @param priceM2 per m², in the same currency
 */
export const grossYield = (rentM2: number, priceM2: number): number | undefined =>
  priceM2 > 0 ? (1200 * rentM2) / priceM2 : undefined;
