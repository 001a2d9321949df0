import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { chosenInstance, instanceOption } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { languageTag } from "../kit/values/languages.ts";
import { VideoItem } from "./item.ts";

const PER_PAGE = 15;
/** The search of all instances. */
const PUBLIC = "sepiasearch.org";

const Options = SearchOptions.pick({ language: true, safe: true }).extend({ instance: instanceOption(PUBLIC) });
type Ask = { readonly text: string } & z.output<typeof Options> & PageRequest;

function request(ask: Ask) {
  const { base, guarded } = chosenInstance(ask, "PEERTUBE_INSTANCE", PUBLIC);
  return get(
    `${base}/api/v1/search/videos`,
    {
      search: ask.text,
      start: PER_PAGE * (ask.page - 1),
      count: PER_PAGE,
      sort: "-match",
      nsfw: ask.safe === "off" ? "both" : false,
      "languageOneOf[]": ask.language,
    },
    { guarded },
  );
}

const Labelled = z.object({ label: z.string().nullish() }).nullish();
const Owner = z
  .object({ displayName: z.string().nullish(), url: z.string().nullish(), host: z.string().nullish() })
  .nullish();

/** Addresses are whole in the search of all instances, paths in an instance's own. */
const Video = z.object({
  uuid: z.string(),
  url: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  truncatedDescription: z.string().nullish(),
  account: Owner,
  channel: Owner,
  publishedAt: z.string().nullish(),
  originallyPublishedAt: z.string().nullish(),
  duration: z.number().nullish(),
  views: Count.nullish(),
  likes: Count.nullish(),
  comments: Count.nullish(),
  thumbnailUrl: z.string().nullish(),
  thumbnailPath: z.string().nullish(),
  embedUrl: z.string().nullish(),
  embedPath: z.string().nullish(),
  category: Labelled,
  licence: Labelled,
  language: z.object({ id: z.string().nullish() }).nullish(),
  tags: z.array(z.string()).nullish(),
  isLive: z.boolean().nullish(),
  nsfw: z.boolean().nullish(),
});

/** 1970 stands for "not known" on many instances. */
const original = (date: string | null | undefined): string | undefined =>
  date?.startsWith("1970-01-01") ? undefined : isoDate(date);

export const peertube = defineSource({
  id: "peertube",
  title: "PeerTube (Sepia Search)",
  docs: "https://docs.joinpeertube.org/api-rest-reference.html#tag/Search/operation/searchVideos",
  terms: "no key, no limit stated; each video under its own licence",
  query: text("words to search the videos of all PeerTube instances for", "kde", Options),
  key: {
    env: ["PEERTUBE_INSTANCE"],
    required: false,
    instance: "PEERTUBE_INSTANCE",
    from: "https://instances.joinpeertube.org",
  },
  item: VideoItem.extend({
    originallyPublishedAt: IsoDate.optional().describe("when it was published first, elsewhere"),
    channel: z.string().optional(),
    host: z.string().optional().describe("the instance that it was published on"),
    category: z.string().optional(),
    likes: Count.optional(),
    comments: Count.optional(),
    sensitive: z.boolean().optional(),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: request,
    body: z.object({ total: z.int().nullish(), data: z.array(Video) }),
    items: ({ data }, _input, response) =>
      data.map((video) => ({
        title: video.name,
        url: video.url,
        snippet: video.description ?? video.truncatedDescription,
        duration: video.duration || undefined,
        views: video.views,
        author: video.account?.displayName,
        authorUrl: absolute(video.account?.url, video.url),
        publisher: "PeerTube",
        publishedAt: isoDate(video.publishedAt),
        originallyPublishedAt: original(video.originallyPublishedAt),
        thumbnail: absolute(video.thumbnailUrl ?? video.thumbnailPath, response.url),
        embed: absolute(video.embedUrl ?? video.embedPath, response.url),
        language: languageTag(video.language?.id),
        license: video.licence?.label,
        tags: video.tags,
        live: video.isLive,
        id: video.uuid,
        channel: video.channel?.displayName,
        host: video.account?.host,
        category: video.category?.label,
        likes: video.likes,
        comments: video.comments,
        sensitive: video.nsfw,
      })),
    next: ({ total, data }, _input, response) => rowsRemain(response, "start", data.length, total),
  }),
});
