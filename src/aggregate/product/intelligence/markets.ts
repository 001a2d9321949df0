import type { RequestOptions } from "../../request-options.ts";
import type { SourceRoles } from "../../source-roles.ts";

/** Where offers are looked for, each in the regions that it serves. */
export const MARKETPLACES = {
  amazon: "primary",
  ebay: "primary",
  bing_shopping: "primary",
  aliexpress: "primary",
  newegg: "primary",
  mercadolibre: "primary",
  etsy: "keyed",
  rakuten: "keyed",
} as const satisfies SourceRoles;

export type Marketplace = keyof typeof MARKETPLACES;

export const MARKETPLACE_IDS = Object.keys(MARKETPLACES).filter((id): id is Marketplace => id in MARKETPLACES);

const EURO = [
  "AT",
  "BE",
  "DE",
  "EE",
  "ES",
  "FI",
  "FR",
  "GR",
  "IE",
  "IT",
  "LT",
  "LU",
  "LV",
  "MT",
  "NL",
  "PT",
  "SI",
  "SK",
];

const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ...Object.fromEntries(EURO.map((region) => [region, "EUR"])),
    GB: "GBP",
    CA: "CAD",
    IN: "INR",
    JP: "JPY",
    AU: "AUD",
    NZ: "NZD",
    CH: "CHF",
    PL: "PLN",
    SE: "SEK",
    DK: "DKK",
    NO: "NOK",
    CZ: "CZK",
    HU: "HUF",
    MX: "MXN",
    BR: "BRL",
    AR: "ARS",
    CL: "CLP",
    CO: "COP",
    UY: "UYU",
    PE: "PEN",
  }),
);

/** What prices are told in; the dollar where a region has no currency here. */
export const currencyOf = (region: string): string => CURRENCIES.get(region) ?? "USD";

const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    FR: "fr",
    BE: "fr",
    LU: "fr",
    DE: "de",
    AT: "de",
    CH: "de",
    ES: "es",
    MX: "es",
    AR: "es",
    CL: "es",
    CO: "es",
    UY: "es",
    PE: "es",
    IT: "it",
    PT: "pt",
    BR: "pt",
    NL: "nl",
    PL: "pl",
    JP: "ja",
  }),
);

/** What a region's prompt is written in: a product's name tells no language. */
export const languageOfRegion = (region: string): string => LANGUAGES.get(region) ?? "en";

/** What a region is called where it is not called by its code. */
const CALLED: ReadonlyMap<string, string> = new Map(Object.entries<string>({ gb: "uk" }));

const among =
  (...countries: readonly string[]) =>
  (region: string): string | undefined =>
    countries.find((country) => country === region);

const COUNTRIES: Readonly<Partial<Record<Marketplace, (region: string) => string | undefined>>> = {
  amazon: (region) => among("us", "uk", "de", "fr", "es", "it", "ca", "in", "jp")(CALLED.get(region) ?? region),
  ebay: (region) =>
    among("us", "uk", "de", "fr", "it", "es", "at", "ch", "nl", "ie", "pl", "ca", "au")(CALLED.get(region) ?? region),
  newegg: among("us", "ca"),
  mercadolibre: among("ar", "mx", "br", "co", "cl", "uy", "pe"),
  rakuten: among("jp"),
};

/** A question to a marketplace. */
export interface Stall {
  readonly id: Marketplace;
  readonly how: RequestOptions;
}

/** The marketplaces that serve a region (two letters, upper case), and how each is asked for it. */
export const stallsIn = (region: string): readonly Stall[] =>
  MARKETPLACE_IDS.flatMap((id): readonly Stall[] => {
    if (id === "bing_shopping") return [{ id, how: { options: { region } } }];
    const countryOf = COUNTRIES[id];
    if (!countryOf) return [{ id, how: {} }];
    const country = countryOf(region.toLowerCase());
    if (country === undefined) return [];
    return [{ id, how: id === "rakuten" ? {} : { options: { country } } }];
  });
