import { z } from "zod";
import { absolute } from "../kit/dom.ts";
import { numeric } from "../kit/json.ts";
import { isoDate } from "../kit/values.ts";

const Picture = z.object({ url: z.string().nullish() });

/** A picture by its widths since 2025, a list of pictures before. */
const Multimedia = z.union([
  z.array(Picture).transform(([first]) => first?.url),
  z.object({ default: Picture.nullish() }).transform(({ default: picture }) => picture?.url),
]);

/** An article as the API answers it. */
export const Article = z.object({
  _id: z.string(),
  web_url: z.string(),
  headline: z.object({ main: z.string().nullish() }),
  abstract: z.string().nullish(),
  snippet: z.string().nullish(),
  source: z.string().nullish(),
  // An empty list where nobody is named.
  byline: z.union([z.object({ original: z.string().nullish() }), z.array(z.never())]).nullish(),
  pub_date: z.string().nullish(),
  section_name: z.string().nullish(),
  subsection_name: z.string().nullish(),
  type_of_material: z.string().nullish(),
  multimedia: Multimedia.nullish(),
  word_count: numeric.nullish(),
  keywords: z.array(z.object({ value: z.string().nullish() })).nullish(),
});

/** What the Times says of an article. */
export const itemOf = (doc: z.output<typeof Article>) => ({
  title: doc.headline.main || doc.abstract || doc.web_url,
  url: doc.web_url,
  snippet: doc.abstract || doc.snippet,
  publisher: doc.source,
  author: doc.byline && "original" in doc.byline ? doc.byline.original?.replace(/^By\s+/i, "") : undefined,
  publishedAt: isoDate(doc.pub_date),
  image: absolute(doc.multimedia, "https://www.nytimes.com/"),
  section: doc.section_name,
  subsection: doc.subsection_name,
  language: "en",
  id: doc._id,
  type: doc.type_of_material,
  words: doc.word_count,
  tags: doc.keywords?.flatMap(({ value }) => value ?? []),
});
