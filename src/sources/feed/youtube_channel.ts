import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { feed } from "../kit/feed/feed.ts";
import { plain } from "../kit/readers/plain.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed } from "../kit/responses/answer.ts";
import { wallIn } from "../kit/responses/refusals.ts";
import { Count } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { clip } from "../kit/values/text.ts";
import { FeedItem, itemOf } from "./item.ts";

/** What is asked for: a channel or a playlist by its id, or a channel by the path of its page. */
interface Asked {
  readonly by: "channel_id" | "playlist_id" | "path";
  readonly id: string;
}

const CHANNEL = /^UC[\w-]{22}$/;

const PLAYLIST = /^(?:PL|UU|OL|FL|RD|LL)[\w-]{10,64}$/;

const PAGE = /^\/((?:@|%40|c\/|user\/)[^/]{2,200})/i;

/** A channel or playlist out of its id, handle or address; throws `bad-query` for anything else. */
function asked(q: string): Asked {
  if (CHANNEL.test(q)) return { by: "channel_id", id: q };
  if (PLAYLIST.test(q)) return { by: "playlist_id", id: q };
  const written = q.startsWith("@") ? `youtube.com/${q}` : q;
  const url = URL.parse(written.replace(/^(?:https?:\/\/)?/i, "https://"));
  if (url && /^((www|m)\.)?youtube\.com$/.test(url.hostname)) {
    const channel = url.searchParams.get("channel_id") ?? /^\/channel\/([^/]+)/.exec(url.pathname)?.[1] ?? "";
    if (CHANNEL.test(channel)) return { by: "channel_id", id: channel };
    const list = url.searchParams.get("playlist_id") ?? url.searchParams.get("list") ?? "";
    if (PLAYLIST.test(list)) return { by: "playlist_id", id: list };
    const path = PAGE.exec(url.pathname)?.[1];
    if (path) return { by: "path", id: path };
  }
  throw new SourceError("bad-query", `“${clip(q)}” is no channel id (UC…), @handle, playlist id or address of one.`);
}

/** The channel's id out of its page. */
const channelOfPage = plain({
  request: ({ id }: Asked) => get(`https://www.youtube.com/${id}`, {}, { headers: { accept: "text/html" } }),
  items: (page, { id }, response): Asked[] => {
    const found =
      /<link rel="canonical" href="https:\/\/www\.youtube\.com\/channel\/(UC[\w-]{22})"/.exec(page) ??
      /"externalId":"(UC[\w-]{22})"/.exec(page);
    if (!found?.[1]) throw wallIn(response) ?? changed("youtube_channel", `no channel id in the page of ${id}`);
    return [{ by: "channel_id", id: found[1] }];
  },
});

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
  read: branch(({ by }) => by === "path", steps(channelOfPage, videos), videos),
});
