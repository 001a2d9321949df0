import type { pagespeed } from "../../sources/page/pagespeed/index.ts";
import type { ItemOf } from "../../sources/source.ts";
import { type Device, labRatingOf, passesVitals, ratingOf, type Vital } from "../formulas/vitals.ts";

/** What one measurement of a page says: lab values are of one run, the others of real users at the 75th percentile. */
export type Measured = ItemOf<typeof pagespeed>;

/** The window of the Chrome UX Report's figures. */
export const FIELD_PERIOD = "28 days";

export const FID_NOTE = "FID was retired in 2024; INP replaces it.";

/** A vital of real users where there is one, else of the lab; absent without either. */
export function rated(vital: Vital, field: number | undefined, lab: number | undefined, device: Device) {
  const rating = field === undefined ? labRatingOf(vital, lab, device) : ratingOf(vital, field);
  return rating && { rating, basis: field === undefined ? ("lab" as const) : ("field" as const) };
}

/** Whether the page passes by what real users saw. */
export const passesIn = ({ lcpP75Ms, inpMs, clsP75 }: Measured): boolean | undefined =>
  passesVitals({ lcp: lcpP75Ms, inp: inpMs, cls: clsP75 });
