import { canonicalUrl } from "../../operators/canonicalUrl.ts";
import { keyOf } from "./seen.ts";

/** The deduplication key of an address without session id: of its canonical form, or `exact`ly as it is written. */
export const keyOfAddress = (address: string, exact = false): bigint => keyOf(exact ? address : canonicalUrl(address));
