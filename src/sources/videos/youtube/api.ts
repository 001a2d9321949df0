import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { concurrentSteps } from "../../kit/compose/steps.ts";
import { textOfHtml } from "../../kit/html/dom.ts";
import { json, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { get } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { languageTag } from "../../kit/values/languages.ts";
import { durationSeconds } from "../../kit/values/numbers.ts";
import type { YoutubeInput } from "./page.ts";

/** YouTube's Data API: https://developers.google.com/youtube/v3/docs */

const API = "https://www.googleapis.com/youtube/v3";
const PER_PAGE = 20;

const Failed = z.object({
  error: z.object({
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish() })).nullish(),
  }),
});

/** Used-up quotas come as 403, keys that are none as 400: https://developers.google.com/youtube/v3/docs/errors */
function refused(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body).data?.error;
  if (!failed) return undefined;
  const reasons = failed.errors?.flatMap(({ reason }) => reason ?? []).join(", ");
  const said = `${quotedSaying(textOfHtml(failed.message) ?? "no reason given")}${reasons ? ` (${quotedSaying(reasons)})` : ""}.`;
  if (/quotaExceeded|rateLimitExceeded|dailyLimitExceeded/i.test(said))
    return new SourceError("rate-limited", `YouTube's Data API says: ${said}`);
  if (/API key|keyInvalid|accessNotConfigured|ipRefererBlocked/i.test(said))
    return new SourceError("missing-key", `YouTube refuses YOUTUBE_API_KEY: ${said}`);
  return undefined;
}

const headersOf = (key: string) => ({ headers: { "x-goog-api-key": key } });

/** The ids of one page's videos, best first. */
const found = json({
  pages: ({ text: q, region, cursor, page, key }: YoutubeInput & PageRequest) =>
    page > 1 && !cursor
      ? undefined
      : get(
          `${API}/search`,
          { part: "snippet", type: "video", q, regionCode: region, maxResults: PER_PAGE, pageToken: cursor },
          headersOf(key),
        ),
  refused,
  body: z.object({
    items: z.array(z.object({ id: z.object({ videoId: z.string() }) })),
    nextPageToken: z.string().nullish(),
  }),
  items: ({ items }) => (items.length > 0 ? [{ ids: items.map(({ id }) => id.videoId).join(",") }] : []),
  next: ({ nextPageToken }) => nextPageToken ?? null,
});

const Picture = z.object({ url: z.string() }).nullish();

const Video = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    description: z.string().nullish(),
    channelId: z.string().nullish(),
    channelTitle: z.string().nullish(),
    publishedAt: z.string().nullish(),
    thumbnails: z.object({ high: Picture, medium: Picture, default: Picture }).nullish(),
    tags: z.array(z.string()).nullish(),
    defaultAudioLanguage: z.string().nullish(),
    liveBroadcastContent: z.string().nullish(),
  }),
  contentDetails: z.object({ duration: z.string().nullish() }).nullish(),
  statistics: z
    .object({ viewCount: numeric.pipe(Count).nullish(), likeCount: numeric.pipe(Count).nullish() })
    .nullish(),
  status: z.object({ license: z.string().nullish() }).nullish(),
});

const LICENSES: Readonly<Record<string, { license: string; licenseUrl: string }>> = {
  creativeCommon: { license: "CC BY 3.0", licenseUrl: "https://creativecommons.org/licenses/by/3.0/" },
  youtube: { license: "Standard YouTube License", licenseUrl: "https://www.youtube.com/t/terms" },
};

function itemOf({ id, snippet, contentDetails, statistics, status }: z.output<typeof Video>) {
  const live = snippet.liveBroadcastContent === "live";
  const pictures = snippet.thumbnails;
  return {
    title: snippet.title,
    url: `https://www.youtube.com/watch?v=${id}`,
    snippet: snippet.description,
    // A broadcast under way or to come lasts "P0D".
    duration: durationSeconds(contentDetails?.duration) || undefined,
    views: statistics?.viewCount,
    author: snippet.channelTitle,
    authorUrl: snippet.channelId && `https://www.youtube.com/channel/${snippet.channelId}`,
    publisher: "YouTube",
    publishedAt: isoDate(snippet.publishedAt),
    thumbnail: (pictures?.high ?? pictures?.medium ?? pictures?.default)?.url,
    language: languageTag(snippet.defaultAudioLanguage),
    ...LICENSES[status?.license ?? ""],
    tags: snippet.tags,
    live: live || undefined,
    id,
    channelId: snippet.channelId,
    likes: statistics?.likeCount,
  };
}

/** What is known of these videos, in their order. */
const details = json({
  request: ({ ids, key }: { readonly ids: string } & PageRequest) =>
    get(`${API}/videos`, { part: "snippet,contentDetails,statistics,status", id: ids }, headersOf(key)),
  refused,
  body: z.object({ items: z.array(Video) }),
  items: ({ items }) => items.map(itemOf),
});

/** Videos by words, with a key: a search (100 units of the day's 10,000), and one unit for what is known of its videos. */
export const youtubeData = concurrentSteps(1, found, details);
