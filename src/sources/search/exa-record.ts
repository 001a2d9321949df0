import { z } from "zod";
import { clip } from "../kit/query.ts";
import { isoDate } from "../kit/values.ts";

/** A result as the API answers it. */
export const Result = z.object({
  id: z.string().nullish(),
  title: z.string().nullish(),
  url: z.string(),
  publishedDate: z.string().nullish(),
  author: z.string().nullish(),
  score: z.number().nullish(),
  image: z.string().nullish(),
  favicon: z.string().nullish(),
  highlights: z.array(z.string()).nullish(),
  summary: z.string().nullish(),
  text: z.string().nullish(),
});

/** What Exa says of a result. */
export const itemOf = ({
  id,
  title,
  url,
  publishedDate,
  highlights,
  summary,
  text,
  ...rest
}: z.output<typeof Result>) => ({
  ...rest,
  id,
  title: title?.trim() || url,
  url,
  snippet: highlights?.join(" … ") || summary || (text && clip(text, 500)),
  publishedAt: isoDate(publishedDate),
});
