import { z } from "zod";
import { fallback } from "../../kit/compose/steps.ts";
import { objectAfter } from "../../kit/html/embedded.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { BROWSER } from "../../kit/requests/as-browser.ts";
import { get, postJson } from "../../kit/requests/request.ts";
import { changed } from "../../kit/responses/answer.ts";
import { durationSeconds, numberIn } from "../../kit/values/numbers.ts";

/** YouTube's search as its own page makes it: the same tree comes from the page's interface and stands in the page. */

/** What is asked for. */
export interface YoutubeInput {
  readonly text: string;
  readonly region?: string | undefined;
}

const SITE = "https://www.youtube.com";
const CLIENT_VERSION = "2.20260123.01.00";
/** The filter "videos only", as the site writes it. */
const VIDEOS_ONLY = "EgIQAQ%3D%3D";
/** The European consent question, answered with "reject all". */
const COOKIE = "SOCS=CAE=";

/** What is asked of the interface: a search, or what follows a page. */
function post({ region, cursor }: YoutubeInput & PageRequest, question: Readonly<Record<string, string>>) {
  const client = { hl: "en", gl: region ?? "US", clientName: "WEB", clientVersion: CLIENT_VERSION };
  return postJson(
    `${SITE}/youtubei/v1/search?prettyPrint=false`,
    { context: { client }, ...(cursor ? { continuation: cursor } : question) },
    {
      headers: {
        origin: SITE,
        referer: `${SITE}/`,
        "user-agent": BROWSER,
        "x-youtube-client-name": "1",
        "x-youtube-client-version": CLIENT_VERSION,
        cookie: COOKIE,
      },
    },
  );
}

const results = (ask: YoutubeInput & PageRequest) =>
  get(
    `${SITE}/results`,
    { search_query: ask.text, sp: VIDEOS_ONLY, hl: "en", gl: ask.region },
    { headers: { accept: "text/html", "accept-language": "en-US,en;q=0.9", "user-agent": BROWSER, cookie: COOKIE } },
  );

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
const VideoRenderer = z.object({
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

const Row = z.object({
  videoRenderer: VideoRenderer.nullish(),
  shelfRenderer: z
    .object({
      content: z
        .object({
          verticalListRenderer: z
            .object({ items: z.array(z.object({ videoRenderer: VideoRenderer.nullish() })) })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
  /** YouTube's own marks for "nothing found" and "nothing more". */
  messageRenderer: z.object({}).nullish(),
  backgroundPromoRenderer: z.object({}).nullish(),
});

const Section = z.object({
  itemSectionRenderer: z.object({ contents: z.array(Row) }).nullish(),
  continuationItemRenderer: z
    .object({
      continuationEndpoint: z
        .object({ continuationCommand: z.object({ token: z.string().nullish() }).nullish() })
        .nullish(),
    })
    .nullish(),
});

const FirstPage = z
  .object({
    contents: z.object({
      twoColumnSearchResultsRenderer: z.object({
        primaryContents: z.object({ sectionListRenderer: z.object({ contents: z.array(Section) }) }),
      }),
    }),
  })
  .transform(({ contents }) => ({
    first: true,
    sections: contents.twoColumnSearchResultsRenderer.primaryContents.sectionListRenderer.contents,
  }));

const FurtherPage = z
  .object({
    onResponseReceivedCommands: z
      .array(
        z.object({
          appendContinuationItemsAction: z.object({ continuationItems: z.array(Section) }).nullish(),
        }),
      )
      .min(1),
  })
  .transform(({ onResponseReceivedCommands: commands }) => ({
    first: false,
    sections: commands.flatMap((command) => command.appendContinuationItemsAction?.continuationItems ?? []),
  }));

/** "15,260 views", "No views", or, of a broadcast, "1,234 watching". */
function counted(written: string | undefined): { views?: number | undefined; watching?: number | undefined } {
  if (/^no views$/i.test(written ?? "")) return { views: 0 };
  const [, count, what] = /^([\d,]{1,20}) (views?|watching)$/i.exec(written?.trim() ?? "") ?? [];
  const value = numberIn(count);
  return what?.toLowerCase() === "watching" ? { watching: value } : { views: value };
}

/** What a row of the page says of its video. */
function videoOf(video: z.output<typeof VideoRenderer>) {
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

const reader = (pages: (ask: YoutubeInput & PageRequest) => ReturnType<typeof get> | undefined) =>
  json({
    pages,
    within: (body) => (body.startsWith("{") ? body : (objectAfter(body, "ytInitialData") ?? body)),
    body: z.union([FirstPage, FurtherPage]),
    items: ({ first, sections }, _input: YoutubeInput) => {
      const rows = sections.flatMap((section) => section.itemSectionRenderer?.contents ?? []);
      const videos = rows
        .flatMap((row) => [row, ...(row.shelfRenderer?.content?.verticalListRenderer?.items ?? [])])
        .flatMap(({ videoRenderer }) => (videoRenderer ? [videoOf(videoRenderer)] : []));
      if (videos.length === 0 && first && !rows.some((row) => row.messageRenderer || row.backgroundPromoRenderer))
        throw changed("youtube", "no video and no mark of an empty page");
      return videos;
    },
    next: ({ sections }) =>
      sections
        .flatMap(({ continuationItemRenderer: more }) => more?.continuationEndpoint?.continuationCommand?.token ?? [])
        .at(0) ?? null,
  });

/** The interface of the page, or the page itself where that refuses; what follows comes from the interface either way. */
export const youtubePage = fallback(
  reader((ask) => post(ask, { query: ask.text, params: VIDEOS_ONLY })),
  reader((ask) => (ask.page === 1 ? results(ask) : ask.cursor ? post(ask, {}) : undefined)),
  ["blocked", "changed"],
);
