import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { AppItem } from "./item.ts";

const PER_PAGE = 25;

const Options = z.object({
  type: z.enum(["extension", "statictheme", "dictionary", "language"]).optional(),
  sort: z.enum(["relevance", "users", "rating", "hotness", "downloads", "created", "updated"]).optional(),
  lang: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Z]{2})?$/, "a locale such as en-US")
    .default("en-US")
    .describe("locale of the texts"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

/** A text of one language, or texts by locale, of which the asked one, the default's or the first counts. */
const Localised = z
  .union([z.string(), z.record(z.string(), z.string().nullable())])
  .nullish()
  .transform((value) => {
    if (typeof value === "string" || value == null) return value ?? undefined;
    const standard = value["_default"];
    return (
      value["en-US"] ?? (standard ? value[standard] : undefined) ?? Object.values(value).find(Boolean) ?? undefined
    );
  });

/** `{url, outgoing}` today, the text itself in older answers. */
const Homepage = z.union([z.object({ url: Localised }).transform(({ url }) => url), Localised]).nullish();

const File = z.object({ size: Count.nullish(), permissions: listOf(z.string()), url: z.string().nullish() });

const Version = z.object({
  version: z.string().nullish(),
  license: z.object({ name: Localised, slug: z.string().nullish() }).nullish(),
  file: File.nullish(),
  files: listOf(File),
});

const Promoted = z.object({ category: z.string().nullish() });

const Addon = z.object({
  id: z.number(),
  guid: z.string().nullish(),
  slug: z.string(),
  name: Localised,
  url: z.string().nullish(),
  summary: Localised,
  type: z.string().nullish(),
  ratings: z.object({ average: z.number().nullish(), count: Count.nullish() }).nullish(),
  average_daily_users: Count.nullish(),
  weekly_downloads: Count.nullish(),
  current_version: Version.nullish(),
  created: z.string().nullish(),
  last_updated: z.string().nullish(),
  authors: listOf(z.object({ name: z.string().nullish(), url: z.string().nullish() })),
  categories: z.union([z.array(z.string()), z.record(z.string(), z.array(z.string()))]).nullish(),
  icon_url: z.string().nullish(),
  previews: listOf(z.object({ image_url: z.string().nullish() })),
  homepage: Homepage,
  promoted: listOf(Promoted),
  tags: listOf(z.string()),
});

function itemOf(addon: z.output<typeof Addon>) {
  const version = addon.current_version;
  const file = version?.file ?? version?.files[0];
  const { categories } = addon;
  return {
    title: addon.name ?? addon.slug,
    url: addon.url ?? `https://addons.mozilla.org/firefox/addon/${addon.slug}/`,
    id: addon.id,
    guid: addon.guid,
    slug: addon.slug,
    type: addon.type,
    snippet: textOfHtml(addon.summary),
    rating: addon.ratings?.count ? addon.ratings.average : undefined,
    ratingCount: addon.ratings?.count,
    users: addon.average_daily_users,
    weeklyDownloads: addon.weekly_downloads,
    version: version?.version,
    publishedAt: isoDate(addon.created),
    updatedAt: isoDate(addon.last_updated),
    developer: addon.authors.flatMap(({ name }) => name ?? []).join(", "),
    developerUrl: addon.authors[0]?.url,
    license: version?.license?.name ?? version?.license?.slug,
    categories: categories && (Array.isArray(categories) ? categories : [...new Set(Object.values(categories).flat())]),
    icon: addon.icon_url,
    screenshots: addon.previews.flatMap(({ image_url }) => image_url ?? []),
    website: webUrl(addon.homepage),
    permissions: file?.permissions,
    sizeBytes: file?.size,
    download: webUrl(file?.url),
    promoted: addon.promoted[0]?.category,
    tags: addon.tags,
  };
}

export const mozillaAddons = defineSource({
  id: "mozilla_addons",
  title: "Firefox add-ons (AMO) search",
  docs: "https://mozilla.github.io/addons-server/topics/api/addons.html#search",
  terms: "no key; asks for a rest by 429 where it is asked too often",
  query: text("words to search the add-ons for", "ad blocker", Options),
  item: AppItem.extend({
    guid: z.string().optional().describe("the add-on's id in the browser"),
    slug: z.string(),
    type: z.string().optional(),
    users: Count.optional().describe("mean of daily users"),
    weeklyDownloads: Count.optional(),
    permissions: z.array(z.string()).optional().describe("what it may do in the browser"),
    download: HttpUrl.optional(),
    promoted: z.string().optional().describe("recommended, line, spotlight …"),
    tags: z.array(z.string()).optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: json({
    pages: ({ text: q, type, lang, sort, page }: Asked & PageRequest) =>
      get("https://addons.mozilla.org/api/v5/addons/search/", {
        q,
        app: "firefox",
        type,
        lang,
        page,
        page_size: PER_PAGE,
        sort,
      }),
    body: z.object({ count: Count, next: z.string().nullish(), results: z.array(Addon) }),
    items: ({ results }) => results.map(itemOf),
    next: ({ next }) => (next ? undefined : null),
  }),
});
