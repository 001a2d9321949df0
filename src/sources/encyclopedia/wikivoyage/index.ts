import { concat, concatMap, from, of } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { text } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { WIKIMEDIA, wikiPage, wikiRefusal } from "../../kit/services/mediawiki.ts";
import { HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import { LanguageTag } from "../../kit/values/languages.ts";
import { webUrl } from "../../kit/values/links.ts";
import type { ReadContext } from "../../source.ts";
import { EncyclopediaItem, languageOf, WikiOptions } from "../item.ts";
import { districtsOf, guides, hostOf, placesOf } from "./guide.ts";

const PER_PAGE = 10;

const Options = WikiOptions.extend({
  districts: z.coerce
    .number()
    .int()
    .min(0)
    .max(8)
    .default(8)
    .describe("of a city whose guide is split, how many district guides to read besides"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

const Point = z.object({ lat: z.number(), lon: z.number() });

const Page = z.object({
  title: z.string(),
  index: z.int().nullish(),
  extract: z.string().nullish(),
  coordinates: z.array(Point).nullish(),
  thumbnail: z.object({ source: z.string().nullish() }).nullish(),
});

const search = json({
  pages: ({ text: gsrsearch, language, page }: Input & PageRequest) =>
    get(`https://${hostOf(language)}/w/api.php`, {
      action: "query",
      format: "json",
      formatversion: 2,
      generator: "search",
      gsrsearch,
      gsrlimit: PER_PAGE,
      gsroffset: (page - 1) * PER_PAGE,
      prop: "extracts|coordinates|pageimages",
      exintro: 1,
      explaintext: 1,
      exlimit: "max",
      pithumbsize: 640,
    }),
  refused: wikiRefusal,
  // Where nothing was found there is no `query`; its pages come in no order but that of `index`.
  body: z.object({
    continue: z.object({ gsroffset: z.int().nullish() }).nullish(),
    query: z.object({ pages: z.array(Page) }).nullish(),
  }),
  items: ({ query }, { language }) =>
    (query?.pages ?? [])
      .toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
      .map(({ title, extract, coordinates, thumbnail }) => ({
        title,
        url: wikiPage(hostOf(language), title),
        snippet: extract,
        kind: "guide",
        guide: title,
        language: languageOf(language),
        latitude: coordinates?.[0]?.lat,
        longitude: coordinates?.[0]?.lon,
        image: webUrl(thumbnail?.source),
      })),
  next: (body) => (body.continue?.gsroffset ? undefined : null),
});

function placesIn(title: string, { language, districts }: Input, context: ReadContext) {
  return guides({ language, title }, context).pipe(
    concatMap((guide) =>
      concat(
        from(placesOf(guide)),
        from(districtsOf(guide, districts)).pipe(
          concatMap((district) => guides({ language, title: district }, context)),
          concatMap(placesOf),
        ),
      ),
    ),
  );
}

export const wikivoyage = defineSource({
  id: "wikivoyage",
  title: "Wikivoyage (travel guides)",
  docs: "https://en.wikivoyage.org/w/api.php?action=help",
  terms: "no key; wants a User-Agent that names the tool; texts CC BY-SA 4.0",
  query: text("a destination; of the first guide found every listed place is read too", "Lisbon", Options),
  item: EncyclopediaItem.extend({
    kind: z
      .string()
      .describe(
        "guide, getIn, getAround, or of a place: see, do, buy, eat, drink, sleep, go, else its type as written",
      ),
    url: HttpUrl.describe("the guide, or of a place its own website where it has one"),
    guide: z.string().describe("title of the guide that it is from"),
    guideUrl: HttpUrl.optional(),
    language: LanguageTag.describe("language of the guide"),
    type: z.string().optional().describe("the place's type as written, e.g. alpine hut"),
    section: z.string().optional().describe("the heading that the place stands under, e.g. Budget"),
    website: HttpUrl.optional(),
    localName: z.string().optional().describe("the place's name in the local language, or another name"),
    address: z.string().optional(),
    directions: z.string().optional(),
    latitude: z.number().min(-90).max(90).optional().describe("degrees north"),
    longitude: z.number().min(-180).max(180).optional().describe("degrees east"),
    phone: z.string().optional(),
    hours: z.string().optional().describe("opening hours as written"),
    checkIn: z.string().optional(),
    checkOut: z.string().optional(),
    price: z.string().optional().describe("price as written, with its currency where the guide gives one"),
    image: HttpUrl.optional(),
    wikidata: z.string().optional().describe("the place's item on Wikidata, e.g. Q42"),
    updatedAt: IsoDate.optional().describe("when the listing was checked last"),
  }),
  polite: WIKIMEDIA,
  read: (input: Input, context) =>
    search(input, context).pipe(
      concatMap((guide, place) => (place === 0 ? concat(of(guide), placesIn(guide.title, input, context)) : of(guide))),
    ),
});
