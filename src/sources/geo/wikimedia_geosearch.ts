import { from } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { fallback, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { get } from "../kit/requests/request.ts";
import { WIKIMEDIA, wikiRefusal } from "../kit/services/mediawiki.ts";
import { type AskedSpot, atSpot, type Spot, spotQuery } from "../kit/services/open-meteo.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";
import { excerpt } from "../kit/values/text.ts";
import type { Reader } from "../source.ts";
import { GeoItem } from "./item.ts";

/** So many articles have their beginnings in one answer. */
const TOLD_AT_ONCE = 20;

const Options = z.object({
  radius: z.coerce.number().int().min(10).max(10_000).default(1_000).describe("metres around the point"),
  limit: z.coerce.number().int().min(1).max(500).default(20),
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[a-z]{2,10})?$/, "a Wikipedia's language code")
    .default("en")
    .describe("which Wikipedia, e.g. fr"),
});

type Input = AskedSpot & z.output<typeof Options>;

const Hit = z.object({
  pageid: z.int(),
  title: z.string(),
  lat: z.number(),
  lon: z.number(),
  dist: z.number().nullish(),
  // In the API's first format "" says yes.
  primary: z.union([z.boolean(), z.literal("").transform(() => true)]).nullish(),
});

const Page = z.object({
  pageid: z.int(),
  extract: z.string().nullish(),
  thumbnail: z.object({ source: z.string() }).nullish(),
});

interface Nearby {
  readonly language: string;
  readonly hits: readonly z.output<typeof Hit>[];
}

const api = (language: string, params: Parameters<typeof get>[1]) =>
  get(`https://${language}.wikipedia.org/w/api.php`, { action: "query", ...params, format: "json", formatversion: 2 });

/** What the wiki says of an article; what stands in it, where that is known. */
const itemOf = (language: string, hit: z.output<typeof Hit>, page?: z.output<typeof Page>) => ({
  title: hit.title,
  url: `https://${language}.wikipedia.org/?curid=${hit.pageid}`,
  snippet: excerpt(page?.extract),
  id: hit.pageid,
  latitude: hit.lat,
  longitude: hit.lon,
  distanceMetres: hit.dist,
  primary: hit.primary,
  image: page?.thumbnail?.source,
  language,
});

const nearby = json({
  request: ({ spot, radius, limit, language }: Input & { readonly spot: Spot }) =>
    api(language, {
      list: "geosearch",
      gscoord: `${spot.latitude}|${spot.longitude}`,
      gsradius: radius,
      gslimit: limit,
    }),
  refused: wikiRefusal,
  body: z.object({ query: z.object({ geosearch: z.array(Hit) }) }),
  items: ({ query: { geosearch } }, { language }): Nearby[] =>
    Array.from({ length: Math.ceil(geosearch.length / TOLD_AT_ONCE) }, (_, part) => ({
      language,
      hits: geosearch.slice(part * TOLD_AT_ONCE, (part + 1) * TOLD_AT_ONCE),
    })),
});

const told = json({
  request: ({ language, hits }: Nearby) =>
    api(language, {
      pageids: hits.map(({ pageid }) => pageid).join("|"),
      prop: "extracts|pageimages",
      exintro: 1,
      explaintext: 1,
      exlimit: TOLD_AT_ONCE,
      piprop: "thumbnail",
      pithumbsize: 400,
      pilimit: TOLD_AT_ONCE,
    }),
  refused: wikiRefusal,
  body: z.object({ query: z.object({ pages: z.array(Page) }) }),
  items: ({ query: { pages } }, { language, hits }) =>
    hits.map((hit) =>
      itemOf(
        language,
        hit,
        pages.find(({ pageid }) => pageid === hit.pageid),
      ),
    ),
});

/** The articles without their beginnings. */
const untold: Reader<Nearby, ReturnType<typeof itemOf>> = ({ language, hits }, { notice }) => {
  notice({ kind: "note", text: "the articles' beginnings and pictures could not be asked for" });
  return from(hits.map((hit) => itemOf(language, hit)));
};

const asked = spotQuery("where; a third number is the radius in metres", "48.8584,2.2945", Options);

export const wikimediaGeosearch = defineSource({
  id: "wikimedia_geosearch",
  title: "Wikipedia articles near a point",
  docs: "https://www.mediawiki.org/wiki/API:Geosearch",
  terms: "no key; User-Agent with contact; texts CC BY-SA 4.0",
  query: {
    ...asked,
    parse: (q, options): Input => {
      const [, point, radius] = /^(\s*-?[\d.]+\s*,\s*-?[\d.]+)\s*,\s*(\d{1,6})\s*$/.exec(q) ?? [];
      return asked.parse(point && coordinatesIn(point.trim()) ? point : q, radius ? { ...options, radius } : options);
    },
  },
  item: GeoItem.extend({
    primary: z.boolean().optional().describe("whether the article is of what is at that point"),
    image: HttpUrl.optional(),
    language: LanguageTag,
  }),
  polite: WIKIMEDIA,
  read: atSpot(steps(nearby, fallback(told, untold))),
});
