import type { HttpResponse } from "../../upstream/types.ts";
import type { El } from "../kit/dom.ts";
import type { Reader } from "../source.ts";
import type { SearchInput } from "./item.ts";

/** What engines' pages have in common in how they are asked and turned over. */

/**
 * The market that was asked for, as `fr` and `FR`: a language alone goes with the region where it is spoken most, a region
 * alone with the language spoken most there (CLDR's likely subtags). Undefined where neither was asked for.
 */
export function marketOf({ language, region }: SearchInput): { language: string; region: string } | undefined {
  if (!language && !region) return undefined;
  const whole = new Intl.Locale(language ?? "und", region ? { region } : {}).maximize();
  return { language: whole.language, region: whole.region ?? "US" };
}

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

/**
 * Reads from a page's own links whether there is one further on: a link whose `parameter` is greater than the page's own
 * (`first` on the first page). Null: this is the last page; undefined: go on by number.
 */
export const furtherOn =
  (parameter: string, first: number, links: string) =>
  (doc: El, _input: unknown, response: HttpResponse): null | undefined => {
    const at = (address: string | undefined): number =>
      Number(URL.parse(address ?? "")?.searchParams.get(parameter) ?? first);
    const here = at(response.url);
    return doc.all(links).some((link) => at(link.link()) > here) ? undefined : null;
  };

/** How many days back a time range goes. */
export const DAYS = { day: 1, week: 7, month: 30, year: 365 } as const;

/** Tells the reader the time of asking, in milliseconds since 1970, for engines that take dates instead of ranges. */
export const timed =
  <Input, Out>(reader: Reader<Input & { readonly now: number }, Out>): Reader<Input, Out> =>
  (input, context) =>
    reader({ ...input, now: context.now() }, context);
