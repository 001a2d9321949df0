import { changed } from "../kit/answer.ts";
import { wallIn } from "../kit/refusals.ts";
import { get } from "../kit/request.ts";
import { plain } from "../kit/text.ts";
import type { Asked } from "./youtube_channel-query.ts";

/** The channel's id out of its page. */
export const channelOfPage = plain({
  request: ({ id }: Asked) => get(`https://www.youtube.com/${id}`, {}, { headers: { accept: "text/html" } }),
  items: (page, { id }, response): Asked[] => {
    const found =
      /<link rel="canonical" href="https:\/\/www\.youtube\.com\/channel\/(UC[\w-]{22})"/.exec(page) ??
      /"externalId":"(UC[\w-]{22})"/.exec(page);
    if (!found?.[1]) throw wallIn(response) ?? changed("youtube_channel", `no channel id in the page of ${id}`);
    return [{ by: "channel_id", id: found[1] }];
  },
});
