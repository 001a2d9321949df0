import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { feed } from "../kit/feed/feed.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { isAbout, storyOf, TechItem, withoutCampaign } from "./item.ts";

/** Slashdot bans addresses that ask more often. */
const HALF_AN_HOUR = 30 * 60_000;

export const slashdot = defineSource({
  id: "slashdot",
  title: "Slashdot",
  docs: "https://slashdot.org/faq/feeds.shtml",
  terms: "the latest 15 stories; asked at most every 30 minutes",
  query: wordsOrLatest("words that a story of the front page must hold", "linux"),
  item: TechItem.extend({
    section: z.string().optional(),
    department: z.string().optional().describe("the editors' joke about the story"),
  }),
  polite: { concurrency: 1 },
  read: sharedList(
    HALF_AN_HOUR,
    feed({
      request: (_words: Words) => get("https://rss.slashdot.org/Slashdot/slashdotMain"),
      entry: (entry) => {
        const story = storyOf(entry);
        return (
          story && {
            ...story,
            snippet: (entry.content ?? entry.snippet)?.replace(/\s*Read more of this story at Slashdot\.?$/, ""),
            commentsUrl: `${story.url}#comments`,
            comments: numberIn(entry.el.text("slash\\:comments")),
            id: withoutCampaign(entry.id),
            section: entry.el.text("slash\\:section"),
            department: entry.el.text("slash\\:department"),
          }
        );
      },
    }),
    isAbout,
  ),
});
