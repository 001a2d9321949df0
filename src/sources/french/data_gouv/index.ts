import { z } from "zod";
import { defineSource } from "../../define.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { pagesRemain } from "../../kit/requests/further.ts";
import { text } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { understood } from "../../kit/requests/siren.ts";
import { Count, HttpUrl, Ratio } from "../../kit/values/fields.ts";
import { FrenchItem } from "../item.ts";
import { DataSet, dataSetOf } from "./record.ts";

const PAGE_SIZE = 20;

interface Input {
  readonly text: string;
  readonly sort?: string | undefined;
  readonly tag?: string | undefined;
  readonly license?: string | undefined;
  readonly format?: string | undefined;
}

/** Words that every data set might have, or none: all of the words must be found. */
const IDLE = new Set(
  "a au aux base d dans de des donnees données du en et fichier fichiers jeu jeux l la le les liste ou par pour sur un une".split(
    " ",
  ),
);

/** The words that tell data sets apart; all of them where none does. */
function telling(q: string): string {
  const words = q.split(/[\s'’]+/).filter(Boolean);
  return words.filter((word) => !IDLE.has(word.toLowerCase().normalize("NFC"))).join(" ") || q;
}

const search = json({
  pages: ({ text: q, page, sort, tag, license, format }: Input & PageRequest) =>
    get("https://www.data.gouv.fr/api/2/datasets/search/", {
      q,
      page,
      page_size: PAGE_SIZE,
      sort,
      tag,
      license,
      format,
    }),
  body: z.object({ data: z.array(DataSet), total: z.int().nullish(), next_page: z.string().nullish() }),
  items: ({ data }) => data.map(dataSetOf),
  next: ({ total, next_page }, _input, response) =>
    next_page === null ? null : pagesRemain(response, PAGE_SIZE, total),
});

/** The id of a set, or what its page's address ends with. */
function keyIn(q: string): string | undefined {
  const [, slug] = /^https?:\/\/(?:www\.)?data\.gouv\.fr\/(?:fr\/)?datasets\/([\w-]{1,200})\/?$/i.exec(q) ?? [];
  return slug ?? (/^[\da-f]{24}$/.test(q) ? q : undefined);
}

/** One set with its files. */
const byKey = json({
  request: ({ text: key }: Input) => get(`https://www.data.gouv.fr/api/1/datasets/${key}/`),
  body: DataSet,
  items: (set) => [dataSetOf(set)],
});

const code = (pattern: RegExp, what: string) =>
  z.string().regex(pattern, "a code of the portal").optional().describe(what);

export const dataGouv = defineSource({
  id: "data_gouv",
  title: "data.gouv.fr: French open data sets",
  docs: "https://guides.data.gouv.fr/guide-data.gouv.fr/readme-1",
  terms: "no key; data under the licence that each set tells",
  query: text(
    "words to search the data sets for, each of which must be found; or the id or page address of one set, for its files",
    "loyers commune",
    z.object({
      sort: z
        .enum(["-created", "-last_update", "-reuses", "-followers", "-views"])
        .optional()
        .describe("the newest, last updated, most reused, followed or seen first; default by relevance"),
      tag: code(/^[\w-]{2,96}$/, "sets with this tag, e.g. logement"),
      license: code(/^[\w.-]{2,60}$/, "sets under this licence, e.g. lov2"),
      format: code(/^[\w.-]{2,20}$/, "sets with a file of this format, e.g. csv"),
    }),
  ),
  item: FrenchItem.extend({
    url: HttpUrl,
    slug: z.string().optional(),
    acronym: z.string().optional(),
    publisher: z.string().optional(),
    publisherUrl: HttpUrl.optional(),
    tags: z.array(z.string()).optional(),
    license: z.string().optional().describe("e.g. lov2 (Licence Ouverte 2.0), odc-odbl, notspecified"),
    frequency: z.string().optional().describe("of updates: daily, monthly, annual, irregular …"),
    granularity: z.string().optional().describe("of the territory: fr:commune, fr:departement, poi …"),
    coversFrom: FrenchItem.shape.date,
    coversUntil: FrenchItem.shape.date,
    quality: Ratio.optional().describe("the portal's own score of the description"),
    views: Count.optional(),
    reuses: Count.optional(),
    followers: Count.optional(),
    downloads: Count.optional(),
    resourceCount: Count.optional().describe("files and services of the set"),
    resources: z
      .array(
        z.object({
          id: z.string().optional(),
          title: z.string().optional(),
          format: z.string().optional(),
          url: HttpUrl.optional(),
          sizeBytes: Count.optional(),
          updatedAt: FrenchItem.shape.date,
        }),
      )
      .optional()
      .describe("where one set is asked for"),
  }),
  polite: { concurrency: 2 },
  read: (input, context) => {
    const key = keyIn(input.text);
    if (key) {
      context.notice(understood(input.text, "one data set"));
      return byKey({ ...input, text: key }, context);
    }
    const words = telling(input.text);
    if (words !== input.text) context.notice(understood(input.text, `“${words}”`));
    return search({ ...input, text: words }, context);
  },
});
