import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { postJson } from "../kit/requests/request.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { AppItem } from "./item.ts";

const PER_PAGE = 21;

const Options = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{2,3}([-_][A-Za-z]{2,8})?$/, "a language code")
    .default("en")
    .describe("language of the texts"),
});

const Hit = z.object({
  name: z.string(),
  app_id: z.string(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  type: z.string().nullish(),
  project_license: z.string().nullish(),
  is_free_license: z.boolean().nullish(),
  icon: z.string().nullish(),
  keywords: listOf(z.string()),
  main_categories: listOf(z.string()),
  sub_categories: listOf(z.string()),
  developer_name: z.string().nullish(),
  verification_verified: z.union([z.boolean(), z.stringbool()]).nullish(),
  runtime: z.string().nullish(),
  arches: listOf(z.string()),
  updated_at: z.number().nullish(),
  added_at: z.number().nullish(),
  trending: z.number().nullish(),
  installs_last_month: Count.nullish(),
  favorites_count: Count.nullish(),
  isMobileFriendly: z.boolean().nullish(),
});

/** What Flathub says of an application. */
const itemOf = (hit: z.output<typeof Hit>) => ({
  title: hit.name,
  url: `https://flathub.org/apps/${hit.app_id}`,
  id: hit.app_id,
  snippet: hit.summary,
  description: textOfHtml(hit.description),
  type: hit.type,
  developer: hit.developer_name,
  license: hit.project_license,
  isFree: hit.is_free_license,
  categories: [...new Set([...hit.main_categories, ...hit.sub_categories])],
  genre: hit.main_categories[0],
  keywords: hit.keywords,
  icon: hit.icon,
  installsLastMonth: hit.installs_last_month,
  favorites: hit.favorites_count,
  trending: hit.trending,
  verified: hit.verification_verified,
  publishedAt: unixSeconds(hit.added_at),
  updatedAt: unixSeconds(hit.updated_at),
  arches: hit.arches,
  runtime: hit.runtime,
  mobileFriendly: hit.isMobileFriendly,
});

export const flathub = defineSource({
  id: "flathub",
  title: "Flathub app search",
  docs: "https://flathub.org/api/v2/docs",
  terms: "no key; no stated limit",
  query: text("words to search the applications for", "video editor", Options),
  item: AppItem.extend({
    description: z.string().optional(),
    type: z.string().optional().describe("desktop-application, console-application, addon …"),
    isFree: z.boolean().optional().describe("its licence is a free one"),
    keywords: z.array(z.string()).optional(),
    installsLastMonth: Count.optional(),
    favorites: Count.optional(),
    trending: z.number().optional().describe("Flathub's own measure of a rising number of installs"),
    verified: z.boolean().optional().describe("it is its developer who publishes it"),
    arches: z.array(z.string()).optional().describe("processors that it runs on"),
    runtime: z.string().optional(),
    mobileFriendly: z.boolean().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: json({
    pages: ({ text: query, lang, page }: { readonly text: string; readonly lang: string } & PageRequest) =>
      postJson(`https://flathub.org/api/v2/search?locale=${encodeURIComponent(lang)}`, {
        query,
        filters: [],
        page,
        hits_per_page: PER_PAGE,
      }),
    body: z.object({ hits: z.array(Hit), page: Count.nullish(), totalPages: Count.nullish() }),
    items: ({ hits }) => hits.map(itemOf),
    next: ({ page, totalPages }) => (totalPages == null || (page ?? 1) < totalPages ? undefined : null),
  }),
});
