import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { worded } from "./item.ts";

/** A post as the API answers it. */
export const Status = z.object({
  id: z.string(),
  uri: z.string(),
  url: z.string().nullish(),
  created_at: z.string().nullish(),
  edited_at: z.string().nullish(),
  content: z.string().nullish(),
  spoiler_text: z.string().nullish(),
  language: z.string().nullish(),
  replies_count: Count.nullish(),
  reblogs_count: Count.nullish(),
  favourites_count: z.int().nullish(),
  account: z.object({ acct: z.string(), display_name: z.string().nullish(), url: z.string().nullish() }),
  tags: z.array(z.object({ name: z.string() })).nullish(),
  media_attachments: z.array(z.object({ preview_url: z.string().nullish() })).nullish(),
  card: z.object({ url: z.string().nullish() }).nullish(),
});

/** What an instance says of a post. */
export const itemOf = (status: z.output<typeof Status>) => ({
  ...worded(textOfHtml(status.content), status.spoiler_text),
  url: status.url || status.uri,
  author: status.account.acct,
  authorName: status.account.display_name,
  authorUrl: status.account.url,
  publishedAt: isoDate(status.created_at),
  updatedAt: isoDate(status.edited_at),
  score: status.favourites_count,
  replies: status.replies_count,
  shares: status.reblogs_count,
  tags: status.tags?.map(({ name }) => name),
  image: status.media_attachments?.find(({ preview_url }) => preview_url)?.preview_url,
  link: status.card?.url,
  language: status.language,
  id: status.id,
});
