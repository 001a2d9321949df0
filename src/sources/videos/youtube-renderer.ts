import { z } from "zod";
import { durationSeconds, numberIn } from "../kit/values.ts";

/** A text as the page writes it: plain, or in runs of one look each. */
const Text = z
  .object({ simpleText: z.string().nullish(), runs: z.array(z.object({ text: z.string() })).nullish() })
  .nullish()
  .transform((text) => text?.simpleText ?? text?.runs?.map((run) => run.text).join(""));

const Owner = z.object({
  text: z.string(),
  navigationEndpoint: z
    .object({
      browseEndpoint: z.object({ browseId: z.string().nullish(), canonicalBaseUrl: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

const Badge = z.object({ metadataBadgeRenderer: z.object({ style: z.string().nullish() }).nullish() });

/** One found video in the page's state. */
export const VideoRenderer = z.object({
  videoId: z.string(),
  title: Text,
  detailedMetadataSnippets: z.array(z.object({ snippetText: Text })).nullish(),
  descriptionSnippet: Text,
  ownerText: z.object({ runs: z.array(Owner).nullish() }).nullish(),
  lengthText: Text,
  viewCountText: Text,
  publishedTimeText: Text,
  badges: z.array(Badge).nullish(),
});

/** "15,260 views", "No views", or, of a broadcast, "1,234 watching". */
function counted(written: string | undefined): { views?: number | undefined; watching?: number | undefined } {
  if (/^no views$/i.test(written ?? "")) return { views: 0 };
  const [, count, what] = /^([\d,]{1,20}) (views?|watching)$/i.exec(written?.trim() ?? "") ?? [];
  const value = numberIn(count);
  return what?.toLowerCase() === "watching" ? { watching: value } : { views: value };
}

/** What a row of the page says of its video. */
export function videoOf(video: z.output<typeof VideoRenderer>) {
  const owner = video.ownerText?.runs?.[0];
  const channel = owner?.navigationEndpoint?.browseEndpoint;
  const path = channel?.canonicalBaseUrl ?? (channel?.browseId && `/channel/${channel.browseId}`);
  return {
    title: video.title ?? "",
    url: `https://www.youtube.com/watch?v=${video.videoId}`,
    snippet: video.detailedMetadataSnippets?.[0]?.snippetText ?? video.descriptionSnippet,
    duration: durationSeconds(video.lengthText),
    ...counted(video.viewCountText),
    author: owner?.text,
    authorUrl: path && new URL(path, "https://www.youtube.com").href,
    publisher: "YouTube",
    thumbnail: `https://i.ytimg.com/vi/${video.videoId}/hqdefault.jpg`,
    live:
      video.badges?.some((badge) => badge.metadataBadgeRenderer?.style === "BADGE_STYLE_TYPE_LIVE_NOW") || undefined,
    id: video.videoId,
    channelId: channel?.browseId,
    publishedText: video.publishedTimeText,
  };
}
