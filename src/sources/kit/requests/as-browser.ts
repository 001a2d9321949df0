import { marketOf, type SearchInput } from "./search.ts";

/* How pages are asked that are made for browsers only. */

/** A current desktop browser: what engines that have a page for browsers only are asked as. */
export const BROWSER =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** `Accept-Language` for the market that was asked for, American English by default. */
export function acceptLanguage(input: SearchInput): string {
  const market = marketOf(input) ?? { language: "en", region: "US" };
  return `${market.language}-${market.region},${market.language};q=0.9`;
}

/** What a browser says of itself when an address is typed in. */
export const navigation = (input: SearchInput): Record<string, string> => ({
  accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8",
  "accept-language": acceptLanguage(input),
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": "none",
  "sec-fetch-user": "?1",
  "upgrade-insecure-requests": "1",
});

/** A `cookie` header; what is undefined is left out. */
export const cookies = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
    .join("; ");
