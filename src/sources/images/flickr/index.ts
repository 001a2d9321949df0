import { z } from "zod";
import { defineSource } from "../../define.ts";
import { whenKey } from "../../kit/compose/steps.ts";
import { parseHtml } from "../../kit/html/dom.ts";
import { json, jsonp, mended } from "../../kit/readers/json.ts";
import { text } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { cameraTime, ImageItem } from "../item.ts";
import { flickrSearch } from "./api.ts";

type Input = { readonly text: string };

/** Tags are parted by commas, or else every word is one. */
const tagsOf = (words: string): string[] => words.split(words.includes(",") ? "," : /\s+/).map((tag) => tag.trim());

const Entry = z.object({
  title: z.string().nullish(),
  link: z.string(),
  media: z.object({ m: z.string() }),
  date_taken: z.string().nullish(),
  description: z.string().nullish(),
  published: z.string().nullish(),
  author: z.string().nullish(),
  author_id: z.string().nullish(),
  tags: z.string().nullish(),
});

/** The newest photos of some tags; their addresses: https://www.flickr.com/services/api/misc.urls.html */
const feed = json({
  request: ({ text: words }: Input) =>
    get("https://www.flickr.com/services/feeds/photos_public.gne", {
      format: "json",
      nojsoncallback: 1,
      tags: tagsOf(words).join(","),
      tagmode: "all",
    }),
  within: (body) => jsonp(mended(body)),
  body: z.object({ items: z.array(Entry) }),
  items: ({ items }, { text: words }, _response, context) => {
    const tags = tagsOf(words);
    if (tags.length > 1 && !words.includes(","))
      context.notice({
        kind: "note",
        text: `understood as the tags ${tags.join(", ")}: texts are searched with a key only`,
      });
    return items.map((entry) => ({
      title: entry.title,
      url: entry.link,
      // The first paragraph names the author, the second is the picture.
      snippet: parseHtml(entry.description ?? "", entry.link)
        .texts("p")
        .slice(1)
        .join(" "),
      image: entry.media.m.replace(/_m\.(\w{3,4})$/, "_b.$1"),
      thumbnail: webUrl(entry.media.m),
      author: /\("(.{1,200})"\)\s*$/s.exec(entry.author ?? "")?.[1],
      authorUrl: entry.author_id && `https://www.flickr.com/photos/${entry.author_id}/`,
      publishedAt: isoDate(entry.published),
      takenAt: cameraTime(entry.date_taken),
      tags: entry.tags?.split(/\s+/),
      id: /\/(\d{1,20})\/?$/.exec(entry.link)?.[1],
    }));
  },
});

export const flickr = defineSource({
  id: "flickr",
  title: "Flickr",
  docs: "https://www.flickr.com/services/feeds/docs/photos_public/",
  terms: "photos are their authors', each under its own licence; with a key 3600 requests an hour",
  query: text(
    "tags of photos, separated by commas; with a key, words to search titles, descriptions and tags for",
    "aurora,iceland",
  ),
  key: { env: ["FLICKR_API_KEY"], required: false, from: "https://www.flickr.com/services/apps/create/apply/" },
  item: ImageItem.extend({
    image: ImageItem.shape.image.describe(
      "the photo: with a key the largest that may be seen, without one the size of 1024 pixels",
    ),
    licenseId: z.string().optional().describe("Flickr's number of the licence; with a key only"),
    views: Count.optional().describe("with a key only"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: whenKey("FLICKR_API_KEY", flickrSearch, feed),
});
