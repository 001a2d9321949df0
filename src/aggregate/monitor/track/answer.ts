import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

export const answer = z.object({
  feed: z.object({
    title: z.string().optional(),
    url: HttpUrl.describe("the address that the feed was read from"),
    format: z.string().optional().describe("rss, atom or json; absent: the feed has no entries"),
    entries: Count.describe("that the feed shows now"),
    newest: IsoDate.optional(),
  }),
  check: z.object({
    checked_at: IsoDate,
    previous_check: IsoDate.optional().describe("absent: this is the first"),
    first_check: z.boolean().describe("everything is new"),
    peek: z.boolean().describe("nothing was marked as reported"),
    new: Count.describe("articles of this answer"),
    remaining: Count.describe("new as well, and left for the next check"),
    known: Count.describe("entries that were reported before, or that another check is reporting now"),
    reader: z.string(),
  }),
  articles: z
    .array(
      z.object({
        title: z.string(),
        url: HttpUrl.optional(),
        published: IsoDate.optional(),
        author: z.string().optional(),
        tags: z.array(z.string()),
        summary: z
          .string()
          .optional()
          .describe("its most telling sentences, 450 characters at most; else the feed's own"),
        summary_basis: z.enum(["extracted", "feed", "none"]).describe("whether page or feed was summarised"),
        content: z
          .string()
          .optional()
          .describe("main text of the page, else what the feed has; 20,000 characters at most"),
        words: Count.optional().describe("words of the content"),
        language: z.string().optional().describe("two letters, as the page says"),
        image: HttpUrl.optional(),
        key: z.string().describe("what tells it from the feed's other entries"),
        error: z.string().optional().describe("why its page could not be read"),
      }),
    )
    .describe("newest first"),
});

export type TrackAnswer = z.output<typeof answer>;
