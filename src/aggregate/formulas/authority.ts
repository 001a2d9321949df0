/** Ranks beyond have no authority left. */
const DECADES = 6;

/**
 * A proxy of a domain's authority, 0–100, from its rank of popularity (Tranco, the mean of 30 days: Le Pochat et al. 2019, Tranco:
 * a research-oriented top sites ranking hardened against manipulation): round(100 × max(0, 1 − log10(rank)/6)). Popularity is not
 * links; undefined for what is no rank.
 */
export const authority = (rank: number): number | undefined =>
  rank >= 1 ? Math.round(100 * Math.max(0, 1 - Math.log10(rank) / DECADES)) : undefined;
