import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { either, steps } from "../kit/compose.ts";
import { feed } from "../kit/feed.ts";
import { Count } from "../kit/fields.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { numberIn } from "../kit/values.ts";
import { FeedItem, itemOf } from "./item.ts";
import { channelOfPage } from "./youtube_channel-page.ts";
import { type Asked, asked } from "./youtube_channel-query.ts";

const videos = feed({
  request: ({ by, id }: Asked) => get("https://www.youtube.com/feeds/videos.xml", { [by]: id }),
  judge: ({ status }) =>
    status === 404 || status === 500
      ? new SourceError(
          "unreachable",
          `YouTube has no feed there now (HTTP ${status}): the channel is unknown, or its feed is out of order, as feeds of existing channels are for hours at a time.`,
        )
      : undefined,
  entry: (entry, from) => {
    const item = itemOf(entry, from);
    const { el } = entry;
    return (
      item && {
        ...item,
        videoId: el.text("yt\\:videoid"),
        channelId: el.text("yt\\:channelid"),
        views: numberIn(el.attr("views", "media\\:statistics")),
        likes: numberIn(el.attr("count", "media\\:starrating")),
      }
    );
  },
});

export const youtubeChannel = defineSource({
  id: "youtube_channel",
  title: "YouTube channel feed",
  docs: "https://developers.google.com/youtube/v3/guides/push_notifications",
  terms: "no key; the 15 newest videos; the feeds are out of order at times",
  query: query({
    describe: "a channel's id, @handle or address, or a playlist's id or address",
    example: "UCsXVk37bltHxD1rDPwtNM8Q",
    parse: asked,
  }),
  item: FeedItem.extend({
    videoId: z.string().optional(),
    channelId: z.string().optional(),
    views: Count.optional(),
    likes: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: either(({ by }) => by === "path", steps(channelOfPage, videos), videos),
});
