import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { feed } from "../kit/feed/feed.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { isAbout, TechItem, withoutCampaign } from "./item.ts";

const TEN_MINUTES = 10 * 60_000;

export const producthunt = defineSource({
  id: "producthunt",
  title: "Product Hunt (feed)",
  docs: "https://www.producthunt.com/feed",
  terms: "the latest 50 products; data centre addresses may meet a Cloudflare challenge",
  query: wordsOrLatest(
    "words that a product's name or tagline must hold",
    "ai",
    z.object({
      category: z
        .string()
        .regex(/^[a-z0-9-]{1,80}$/, "a category's slug, e.g. artificial-intelligence")
        .optional()
        .describe("slug of a category, e.g. artificial-intelligence"),
    }),
  ),
  item: TechItem.extend({
    link: HttpUrl.optional().describe("the product's own site, through Product Hunt's redirector"),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: sharedList(
    TEN_MINUTES,
    feed({
      request: ({ category }: Words & { readonly category?: string | undefined }) =>
        get("https://www.producthunt.com/feed", { category }),
      entry: (entry) => {
        if (!entry.title || !entry.url) return undefined;
        return {
          title: entry.title,
          url: withoutCampaign(entry.url) ?? entry.url,
          snippet: entry.body.text("p"),
          author: entry.author,
          publishedAt: entry.publishedAt,
          updatedAt: entry.updatedAt,
          link: withoutCampaign(entry.body.link('a[href*="/r/p/"]')),
          id: entry.id?.replace(/^.*\//, ""),
        };
      },
    }),
    isAbout,
  ),
});
