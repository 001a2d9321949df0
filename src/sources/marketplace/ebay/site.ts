import { z } from "zod";
import { SourceError } from "../../../errors.ts";

/** eBay's sites, by country: where they are, what they are called in its API, and what they pay in. */
const SITES = {
  us: { tld: "com", marketplace: "EBAY_US", region: "US", currency: "USD" },
  uk: { tld: "co.uk", marketplace: "EBAY_GB", region: "GB", currency: "GBP" },
  de: { tld: "de", marketplace: "EBAY_DE", region: "DE", currency: "EUR" },
  fr: { tld: "fr", marketplace: "EBAY_FR", region: "FR", currency: "EUR" },
  it: { tld: "it", marketplace: "EBAY_IT", region: "IT", currency: "EUR" },
  es: { tld: "es", marketplace: "EBAY_ES", region: "ES", currency: "EUR" },
  at: { tld: "at", marketplace: "EBAY_AT", region: "AT", currency: "EUR" },
  ch: { tld: "ch", marketplace: "EBAY_CH", region: "CH", currency: "CHF" },
  nl: { tld: "nl", marketplace: "EBAY_NL", region: "NL", currency: "EUR" },
  ie: { tld: "ie", marketplace: "EBAY_IE", region: "IE", currency: "EUR" },
  pl: { tld: "pl", marketplace: "EBAY_PL", region: "PL", currency: "PLN" },
  ca: { tld: "ca", marketplace: "EBAY_CA", region: "CA", currency: "CAD" },
  au: { tld: "com.au", marketplace: "EBAY_AU", region: "AU", currency: "AUD" },
} as const;

export const Options = z.object({
  country: z
    .enum(["us", "uk", "de", "fr", "it", "es", "at", "ch", "nl", "ie", "pl", "ca", "au"])
    .default("us")
    .describe("the country whose eBay is asked"),
});

/** What is asked for: words, or one listing. */
export interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly item?: string | undefined;
}

export const siteOf = ({ country }: Asked) => SITES[country];

/** A listing's number in an address of it. */
export const idIn = (address: string | undefined): string | undefined =>
  /\/itm\/(?:[^/?#]{1,200}\/)?(\d{9,15})\b/.exec(address ?? "")?.[1];

/** Words, a listing's number, or its address, whose site is asked then. */
export function asked(q: string, options: z.output<typeof Options>): Asked {
  const host = /^https?:\/\//i.test(q) ? URL.parse(q)?.hostname : undefined;
  if (host === undefined) return { ...options, text: q, item: /^\d{9,15}$/.test(q) ? q : undefined };
  const tld = /(?:^|\.)ebay\.([a-z.]{2,6})$/.exec(host)?.[1];
  const country = Options.shape.country.unwrap().options.find((known) => SITES[known].tld === tld);
  const item = idIn(q);
  if (!item || !country) throw new SourceError("bad-query", "q is no address of a listing of eBay.");
  return { country, text: item, item };
}
