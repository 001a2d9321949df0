import { map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, concurrentSteps } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Currency, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { Reader } from "../source.ts";
import { GameItem } from "./item.ts";

/* The store's own interface, which is public but undocumented. No recording of its search is known. */

const STORE = "https://store.steampowered.com";

const Options = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{4,12}$/, "a language as Steam names it: english, german, schinese")
    .default("english"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .default("US")
    .describe("the country whose prices are told"),
  details: z.stringbool().default(false).describe("also read what the store says of each hit: one more request each"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const pageOf = (id: number | string): string => `${STORE}/app/${id}/`;

/** Amounts are in hundredths, whatever the currency. */
const Price = z.object({ currency: z.string(), initial: z.number().nullish(), final: z.number() }).nullish();

const priceOf = (price: z.output<typeof Price>) => ({
  price: price && price.final / 100,
  currency: price?.currency,
  oldPrice: price?.initial != null && price.initial > price.final ? price.initial / 100 : undefined,
});

const Platforms = z
  .object({ windows: z.boolean().nullish(), mac: z.boolean().nullish(), linux: z.boolean().nullish() })
  .nullish();

const platformsOf = (platforms: z.output<typeof Platforms>) =>
  (["windows", "mac", "linux"] as const).filter((name) => platforms?.[name]);

const Hit = z.object({
  type: z.string().nullish(),
  id: z.number(),
  name: z.string(),
  price: Price,
  tiny_image: z.string().nullish(),
  metascore: z.union([numeric, z.literal("")]).nullish(),
  platforms: Platforms,
});

const hitOf = ({ id, name, type, price, metascore, platforms, tiny_image }: z.output<typeof Hit>) => ({
  title: name,
  url: pageOf(id),
  id,
  type,
  ...priceOf(price),
  metascore: metascore === "" ? undefined : metascore,
  platforms: platformsOf(platforms),
  image: webUrl(tiny_image),
});

const searching = json({
  request: ({ text: term, lang: l, country: cc }: Asked) => get(`${STORE}/api/storesearch/`, { term, l, cc }),
  body: z.object({ items: z.array(Hit) }),
  items: ({ items }) => items.map(hitOf),
});

/** The hits to read more of. */
const numbers: Reader<Asked, { readonly id: number | string; readonly lang: string; readonly country: string }> = (
  { lang, country, ...asked },
  context,
) => searching({ ...asked, lang, country }, context).pipe(map(({ id }) => ({ id, lang, country })));

const App = z.object({
  steam_appid: z.number(),
  name: z.string(),
  type: z.string().nullish(),
  short_description: z.string().nullish(),
  is_free: z.boolean().nullish(),
  developers: listOf(z.string()),
  publishers: listOf(z.string()),
  release_date: z.object({ coming_soon: z.boolean().nullish(), date: z.string().nullish() }).nullish(),
  genres: listOf(z.object({ description: z.string() })),
  categories: listOf(z.object({ description: z.string() })),
  recommendations: z.object({ total: Count.nullish() }).nullish(),
  metacritic: z.object({ score: z.number().nullish() }).nullish(),
  price_overview: Price,
  platforms: Platforms,
  website: z.string().nullish(),
  header_image: z.string().nullish(),
  screenshots: listOf(z.object({ path_full: z.string().nullish() })),
  fullgame: z
    .object({ appid: z.union([z.string(), z.number()]).transform(String), name: z.string().nullish() })
    .nullish(),
});

function itemOf(app: z.output<typeof App>) {
  const releaseDate = isoDate(app.release_date?.date);
  return {
    title: app.name,
    url: pageOf(app.steam_appid),
    id: app.steam_appid,
    type: app.type,
    snippet: textOfHtml(app.short_description),
    ...priceOf(app.price_overview),
    isFree: app.is_free,
    developers: app.developers,
    publishers: app.publishers,
    releaseDate,
    year: releaseDate ? Number(releaseDate.slice(0, 4)) : undefined,
    comingSoon: app.release_date?.coming_soon,
    genres: app.genres.map(({ description }) => description),
    categories: app.categories.map(({ description }) => description),
    recommendations: app.recommendations?.total,
    metascore: app.metacritic?.score,
    platforms: platformsOf(app.platforms),
    website: webUrl(app.website),
    image: webUrl(app.header_image),
    screenshots: app.screenshots.flatMap(({ path_full }) => path_full ?? []),
    fullGameId: app.fullgame?.appid,
  };
}

/** What the store says of an app; nothing for one that it does not know, or does not sell in that country. */
const details = json({
  request: ({
    id,
    lang: l,
    country: cc,
  }: {
    readonly id: number | string;
    readonly lang: string;
    readonly country: string;
  }) => get(`${STORE}/api/appdetails`, { appids: id, l, cc }),
  body: z
    .record(z.string(), z.unknown())
    .transform((body) =>
      // Under the app's number; an unknown one has `success: false` and no data.
      Object.fromEntries(Object.entries(body).filter(([id]) => /^\d+$/.test(id))),
    )
    .pipe(z.record(z.string(), z.object({ success: z.boolean(), data: App.nullish() }))),
  items: (apps) => Object.values(apps).flatMap(({ success, data }) => (success && data ? [itemOf(data)] : [])),
});

export const steam = defineSource({
  id: "steam",
  title: "Steam store search",
  docs: "https://partner.steamgames.com/doc/store",
  terms: "no key; some 200 requests in 5 minutes",
  query: query({
    describe: "words to search the store for (10 results at most), or an app's number (367520), which reads that one",
    example: "hollow knight",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: GameItem.extend({
    price: z.number().nonnegative().optional().describe("in `currency`; absent where it is free or not for sale"),
    currency: Currency.optional(),
    oldPrice: z.number().nonnegative().optional().describe("before the discount"),
    isFree: z.boolean().optional(),
    metascore: z.number().min(0).max(100).optional().describe("Metacritic's score"),
    platforms: z.array(z.string()).optional().describe("windows, mac, linux"),
    developers: z.array(z.string()).optional(),
    publishers: z.array(z.string()).optional(),
    comingSoon: z.boolean().optional(),
    genres: z.array(z.string()).optional(),
    categories: z.array(z.string()).optional(),
    recommendations: Count.optional().describe("how many players recommend it"),
    website: HttpUrl.optional(),
    screenshots: z.array(HttpUrl).optional(),
    fullGameId: z.string().optional().describe("number of the game that it adds to"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1500 },
  read: branch(
    ({ text }: Asked) => /^\d{1,9}$/.test(text),
    ({ text, lang, country }, context) => details({ id: text, lang, country }, context),
    branch(({ details: whole }: Asked) => whole, concurrentSteps(1, numbers, details), searching),
  ),
});
