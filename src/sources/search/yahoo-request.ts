import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { cookies, navigation } from "./asking.ts";
import type { SearchInput } from "./item.ts";

const DATES = { day: "d", week: "w", month: "m", year: undefined } as const;

const SAFE = { off: "p", moderate: "i", strict: "r" } as const;

/** Regions that have a host of their own, by its first part. */
const HOSTS: Readonly<Record<string, string>> = Object.fromEntries(
  ["ar", "br", "ca", "cl", "co", "de", "es", "fr", "hk", "in", "mx", "pe", "ph", "sg", "th", "tw", "uk", "ve"].map(
    (host) => [host === "uk" ? "GB" : host.toUpperCase(), `${host}.`],
  ),
);

/** The preferences as Yahoo keeps them; sent only where some are asked for. */
const preferences = ({ language, safe }: SearchInput): Record<string, string> =>
  language || safe
    ? {
        cookie: cookies({ sB: `v=1&vm=${SAFE[safe ?? "moderate"]}&fl=1&vl=lang_${language ?? "en"}&rw=new&userset=1` }),
      }
    : {};

/** A further page begins at the result that the link "Next" of the page before names, for pages differ in length. */
export function request(ask: SearchInput & PageAsk) {
  if (ask.page > 1 && !ask.cursor) return undefined;
  const values = { p: ask.text, btf: ask.time_range && DATES[ask.time_range] };
  const further = ask.cursor ? { b: ask.cursor, pz: 7, bct: 0, xargs: 0 } : {};
  return get(
    `https://${HOSTS[ask.region ?? ""] ?? ""}search.yahoo.com/search`,
    { ...values, ...further },
    { headers: { ...navigation(ask), ...preferences(ask) } },
  );
}
