import { z } from "zod";
import { numeric } from "../kit/json.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";

/** An article as the API answers it. */
export const Article = z.object({
  id: z.string().nullish(),
  type: z.string().nullish(),
  webTitle: z.string(),
  webUrl: z.string(),
  webPublicationDate: z.string().nullish(),
  sectionName: z.string().nullish(),
  pillarName: z.string().nullish(),
  fields: z
    .object({
      trailText: z.string().nullish(),
      byline: z.string().nullish(),
      thumbnail: z.string().nullish(),
      publication: z.string().nullish(),
      wordcount: numeric.nullish(),
      lastModified: z.string().nullish(),
    })
    .nullish(),
});

/** What the Guardian says of an article. */
export const itemOf = ({ fields, ...article }: z.output<typeof Article>) => ({
  title: article.webTitle,
  url: article.webUrl,
  snippet: textOfHtml(fields?.trailText),
  publisher: fields?.publication,
  author: textOfHtml(fields?.byline),
  publishedAt: isoDate(article.webPublicationDate),
  updatedAt: isoDate(fields?.lastModified),
  image: fields?.thumbnail,
  section: article.sectionName,
  language: "en",
  id: article.id,
  type: article.type,
  pillar: article.pillarName,
  words: fields?.wordcount,
});
