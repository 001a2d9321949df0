import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";

/** An entry as the API answers it. */
export const Entry = z.object({
  word: z.string(),
  definition: z.string(),
  permalink: z.string().nullish(),
  example: z.string().nullish(),
  author: z.string().nullish(),
  thumbs_up: Count.nullish(),
  thumbs_down: Count.nullish(),
  written_on: z.string().nullish(),
  defid: z.int().nullish(),
});

/** `[word]` marks a link to another entry. */
const unlinked = (written: string | null | undefined): string | undefined =>
  written?.replace(/[[\]]/g, "").replaceAll("\r\n", "\n");

/** What the dictionary says of a word. */
export const itemOf = (entry: z.output<typeof Entry>) => {
  const example = unlinked(entry.example);
  const voted = Boolean(entry.thumbs_up || entry.thumbs_down);
  return {
    title: entry.word,
    url: webUrl(entry.permalink),
    snippet: unlinked(entry.definition),
    language: "en",
    examples: example ? [example] : undefined,
    author: entry.author,
    publishedAt: isoDate(entry.written_on),
    thumbsUp: voted ? entry.thumbs_up : undefined,
    thumbsDown: voted ? entry.thumbs_down : undefined,
    adult: true,
    id: entry.defid?.toString(),
  };
};
