import { z } from "zod";
import { absolute, parseHtml, parseXml } from "../html/dom.ts";
import { feedDate } from "./dates.ts";
import { pictureIn } from "./media.ts";
import { type Feed, type FeedEntry, wording } from "./model.ts";

const text = z.string().nullish().catch(undefined);
const Author = z.object({ name: text }).nullish().catch(undefined);
const Authors = z.array(Author).nullish().catch(undefined);

const Entry = z.object({
  id: z.union([z.string(), z.number()]).nullish().catch(undefined),
  url: text,
  external_url: text,
  title: text,
  content_html: text,
  content_text: text,
  summary: text,
  image: text,
  banner_image: text,
  date_published: text,
  date_modified: text,
  author: Author,
  authors: Authors,
  tags: z.array(z.string()).nullish().catch(undefined),
  attachments: z
    .array(
      z.object({ url: z.string(), mime_type: text, size_in_bytes: z.int().nonnegative().nullish().catch(undefined) }),
    )
    .nullish()
    .catch(undefined),
});

/** JSON Feed 1.0 and 1.1: https://www.jsonfeed.org/version/1.1/. A field of the wrong type counts as absent. */
const JsonFeed = z.object({
  version: z.string().regex(/jsonfeed\.org/i),
  title: text,
  description: text,
  home_page_url: text,
  icon: text,
  language: text,
  next_url: text,
  author: Author,
  authors: Authors,
  items: z.array(Entry.optional().catch(undefined)),
});

/** A JSON Feed; undefined where the JSON is none. */
export function jsonFeed(json: unknown, url: string): Feed | undefined {
  const read = JsonFeed.safeParse(json);
  if (!read.success) return undefined;
  const feed = read.data;
  const author = named(feed);
  return {
    format: "json",
    url,
    title: feed.title ?? undefined,
    description: feed.description ?? undefined,
    siteUrl: absolute(feed.home_page_url, url),
    author,
    image: absolute(feed.icon, url),
    language: feed.language ?? undefined,
    next: absolute(feed.next_url, url),
    entries: feed.items.flatMap((entry) => (entry ? [entryOf(entry, author, url)] : [])),
    el: parseXml("", url),
  };
}

function entryOf(entry: z.output<typeof Entry>, feedAuthor: string | undefined, base: string): FeedEntry {
  const body = parseHtml(entry.content_html ?? "", base);
  const attachment = entry.attachments?.[0];
  const enclosureUrl = absolute(attachment?.url, base);
  const external = absolute(entry.external_url, base);
  return {
    ...wording(
      entry.title?.trim() || undefined,
      entry.summary?.trim() || undefined,
      entry.content_text?.trim() || body.text(),
    ),
    id: entry.id === null || entry.id === undefined ? undefined : String(entry.id),
    url: absolute(entry.url, base) ?? external,
    externalUrl: external,
    publishedAt: feedDate(entry.date_published),
    updatedAt: feedDate(entry.date_modified),
    author: named(entry) ?? feedAuthor,
    tags: entry.tags ?? [],
    image: absolute(entry.image ?? entry.banner_image, base) ?? pictureIn(body),
    enclosure:
      enclosureUrl && attachment
        ? { url: enclosureUrl, type: attachment.mime_type ?? undefined, bytes: attachment.size_in_bytes ?? undefined }
        : undefined,
    el: parseXml("", base),
    body,
  };
}

function named(of: Pick<z.output<typeof Entry>, "author" | "authors">): string | undefined {
  const names = [...(of.authors ?? []), of.author].flatMap((author) => author?.name?.trim() || []);
  return [...new Set(names)].join(", ") || undefined;
}
