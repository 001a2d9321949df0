import { z } from "zod";
import { textOfHtml } from "../kit/values.ts";

/** A story or comment as the search answers it. */
export const Hit = z.object({
  objectID: z.string(),
  title: z.string().nullish(),
  story_title: z.string().nullish(),
  url: z.string().nullish(),
  author: z.string().nullish(),
  created_at: z.string().nullish(),
  points: z.int().nullish(),
  num_comments: z.int().nullish(),
  story_text: z.string().nullish(),
  comment_text: z.string().nullish(),
});

const discussion = (id: string): string => `https://news.ycombinator.com/item?id=${id}`;

/** A story; none where the answer names no title. */
export const itemOf = (hit: z.output<typeof Hit>) => {
  const title = hit.title || hit.story_title;
  if (!title) return [];
  return {
    title,
    url: hit.url || discussion(hit.objectID),
    snippet: textOfHtml(hit.story_text || hit.comment_text),
    commentsUrl: discussion(hit.objectID),
    author: hit.author,
    publishedAt: hit.created_at,
    score: hit.points,
    comments: hit.num_comments,
    id: hit.objectID,
  };
};
