import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { imdbIdOf, ScreenItem } from "./item.ts";

/* The suggestions of the site's own search box: there is no documentation. The site's pages stand behind a wall. */

const SITE = "https://www.imdb.com";

const Options = z.object({
  type: z.enum(["titles", "names"]).optional().describe("only films, series and games, or only people"),
});

type Input = { readonly text: string } & z.output<typeof Options>;

/** An object, or in answers of old the address, width and height. */
const Image = z.union([
  z.object({ imageUrl: z.string().nullish(), width: Count.nullish(), height: Count.nullish() }),
  z.tuple([z.string(), Count, Count]).transform(([imageUrl, width, height]) => ({ imageUrl, width, height })),
]);

/** A suggestion; lists, galleries and the like are among them. */
const Suggestion = z.object({
  id: z.string(),
  l: z.string(),
  s: z.string().nullish(),
  q: z.string().nullish(),
  qid: z.string().nullish(),
  y: z.int().nullish(),
  yr: z.string().nullish(),
  rank: Count.nullish(),
  i: Image.nullish(),
});

/** What an id's letters stand for, and where its pages are. */
const KINDS = {
  tt: { type: undefined, path: "title" },
  nm: { type: "name", path: "name" },
  co: { type: "company", path: "company" },
};

const kindOf = (id: string) => {
  const [, letters = ""] = /^(tt|nm|co)\d+$/.exec(id) ?? [];
  return letters === "tt" || letters === "nm" || letters === "co" ? KINDS[letters] : undefined;
};

/** What IMDb says of a title, a person or a company; nothing of other things. */
function itemsOf(found: z.output<typeof Suggestion>) {
  const kind = kindOf(found.id);
  if (!kind) return [];
  return [
    {
      title: found.l,
      url: `${SITE}/${kind.path}/${found.id}/`,
      snippet: found.s,
      id: found.id,
      imdbId: found.id,
      type: found.qid ?? kind.type,
      typeLabel: found.q,
      year: found.y,
      years: found.yr,
      image: webUrl(found.i?.imageUrl),
      imageWidth: found.i?.width,
      imageHeight: found.i?.height,
      rank: found.rank,
    },
  ];
}

export const imdb = defineSource({
  id: "imdb",
  title: "IMDb suggestions",
  docs: "https://www.imdb.com/",
  terms: "unofficial: what the site's search box suggests, eight at most",
  query: query({
    describe: "a title, a person's name, or an IMDb id",
    example: "saw",
    options: Options,
    parse: (text, options): Input => ({ ...options, text: imdbIdOf(text) ?? text.toLowerCase() }),
  }),
  item: ScreenItem.extend({
    snippet: z.string().optional().describe("who stars in it, or what one is known for"),
    typeLabel: z.string().optional().describe("feature, TV series, …"),
    years: z.string().optional().describe("of a series: 2014-2023"),
    imageWidth: Count.optional(),
    imageHeight: Count.optional(),
    image: HttpUrl.optional(),
    rank: Count.optional().describe("how popular it is at present, 1 the most"),
  }),
  polite: { concurrency: 1, minIntervalMs: 300 },
  read: json({
    request: ({ text, type }: Input) =>
      get(`https://v3.sg.media-imdb.com/suggestion/${type ? `${type}/` : ""}x/${encodeURIComponent(text)}.json`, {
        includeVideos: 0,
      }),
    body: z
      .object({ d: z.array(Suggestion).nullish(), q: z.string().nullish(), v: z.int().nullish() })
      .refine(({ d, q, v }) => d || q || v, "no suggestions"),
    items: ({ d }) => (d ?? []).flatMap(itemsOf),
  }),
});
