import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { branch, fallback } from "../kit/compose/steps.ts";
import { type FeedEntry, feed } from "../kit/feed/feed.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isAbout, storyOf, TechItem } from "./item.ts";

const TEN_MINUTES = 10 * 60_000;
const MAIN = "https://feed.infoq.com/";
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The text without the line "By author" that closes it. */
function snippetOf({ content, snippet, body }: FeedEntry): string | undefined {
  const text = content ?? snippet;
  const by = body.texts("i").findLast((line) => line.startsWith("By "));
  return by && text?.endsWith(by) ? text.slice(0, -by.length) : text;
}

/** What the title says the story is, before its name. */
const typeIn = (title: string): string | undefined =>
  /^(Presentation|Podcast|Article|Interview|Mini ?book|eMag|Video|Book Review)(?:: )/i.exec(title)?.[1]?.toLowerCase();

const stories = (address: (words: Words) => string) =>
  feed({
    request: (words: Words) => get(address(words)),
    entry: (entry) => {
      const story = storyOf(entry);
      return story && { ...story, snippet: snippetOf(entry), image: entry.image, type: typeIn(story.title) };
    },
  });

const ofTopic = sharedList(
  TEN_MINUTES,
  stories(({ text }) => `${MAIN}${text}/`),
  () => true,
);

const ofMainFeed = sharedList(
  TEN_MINUTES,
  stories(() => MAIN),
  isAbout,
);

export const infoq = defineSource({
  id: "infoq",
  title: "InfoQ",
  docs: "https://www.infoq.com/feeds/",
  terms: "the latest 15 stories of a feed",
  query: wordsOrLatest(
    "a topic's slug (java, ai-ml-data-eng, architecture-design, devops, cloud-computing), or words that a story of the main feed must hold",
    "java",
  ),
  item: TechItem.extend({ type: z.string().optional().describe("presentation, podcast, … ; absent for news") }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ text }) => SLUG.test(text), fallback(ofTopic, ofMainFeed, ["not-found"]), ofMainFeed),
});
