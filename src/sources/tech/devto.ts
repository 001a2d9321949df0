import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { Count, HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { get } from "../kit/request.ts";
import { Article, itemOf } from "./devto-record.ts";
import { TechItem, wordsOrLatest } from "./item.ts";

const PER_PAGE = 30;

/** A tag in the only form that DEV knows: lower-case letters and digits. */
const tagOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/\+\+/g, "pp")
    .replace(/#$/, "sharp")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** The tags meant: those parted by commas, or else the words together and each by itself. */
function tagsIn(text: string): string {
  const parts = text.includes(",") ? text.split(",") : [text, ...text.split(/\s+/)];
  const tags = [...new Set(parts.map(tagOf).filter(Boolean))].join(",");
  if (text && !tags) throw new SourceError("bad-query", `“${text}” holds no tag: DEV's tags are letters and digits.`);
  return tags;
}

export const devto = defineSource({
  id: "devto",
  title: "DEV Community articles",
  docs: "https://developers.forem.com/api/v1#tag/articles/operation/getArticles",
  terms: "no key; wants a User-Agent; knows tags only, no free text",
  query: wordsOrLatest(
    "a tag, or tags separated by commas; several words stand for the tag of them all and for each",
    "typescript",
  ),
  item: TechItem.extend({
    username: z.string().optional(),
    organization: z.string().optional(),
    readingMinutes: Count.optional().describe("minutes it takes to read"),
    canonicalUrl: HttpUrl.optional().describe("where the article was published first"),
  }),
  polite: { concurrency: 1, minIntervalMs: 400 },
  read: json({
    pages: ({ text, page }) => {
      const tags = tagsIn(text);
      const which = tags ? (tags.includes(",") ? { tags } : { tag: tags }) : { top: 7 };
      const headers = { accept: "application/vnd.forem.api-v1+json" };
      return get("https://dev.to/api/articles", { ...which, per_page: PER_PAGE, page }, { headers });
    },
    body: z.array(Article),
    items: (articles) => articles.map(itemOf),
    next: (articles) => (articles.length < PER_PAGE ? null : undefined),
  }),
});
