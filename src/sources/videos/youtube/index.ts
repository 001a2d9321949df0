import { z } from "zod";
import { defineSource } from "../../define.ts";
import { whenKey } from "../../kit/compose/steps.ts";
import { text } from "../../kit/requests/query.ts";
import { SearchOptions } from "../../kit/requests/search.ts";
import { Count } from "../../kit/values/fields.ts";
import { VideoItem } from "../item.ts";
import { youtubeData } from "./api.ts";
import { youtubePage } from "./page.ts";

export const youtube = defineSource({
  id: "youtube",
  title: "YouTube search",
  docs: "https://developers.google.com/youtube/v3/docs/search/list",
  terms: "with a key the Data API, some 99 searches a day; without one the site's own page, which may refuse servers",
  query: text("words to search the videos for", "rxjs tutorial", SearchOptions.pick({ region: true })),
  key: {
    env: ["YOUTUBE_API_KEY"],
    required: false,
    from: "https://console.cloud.google.com/apis/library/youtube.googleapis.com",
  },
  item: VideoItem.extend({
    publishedAt: VideoItem.shape.publishedAt.describe("with a key only"),
    publishedText: z.string().optional().describe("its age in words, as the page without a key has it: 2 years ago"),
    watching: Count.optional().describe("who watch the broadcast now"),
    likes: Count.optional().describe("with a key only"),
    channelId: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: whenKey("YOUTUBE_API_KEY", youtubeData, youtubePage),
});
