import { z } from "zod";
import { changed } from "../kit/answer.ts";
import { otherwise } from "../kit/compose.ts";
import { objectAfter } from "../kit/embedded.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get, postJson } from "../kit/request.ts";
import { BROWSER } from "../search/item.ts";
import { VideoRenderer, videoOf } from "./youtube-renderer.ts";

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
function post({ region, cursor }: YoutubeInput & PageAsk, question: Readonly<Record<string, string>>) {
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

const results = (ask: YoutubeInput & PageAsk) =>
  get(
    `${SITE}/results`,
    { search_query: ask.text, sp: VIDEOS_ONLY, hl: "en", gl: ask.region },
    { headers: { accept: "text/html", "accept-language": "en-US,en;q=0.9", "user-agent": BROWSER, cookie: COOKIE } },
  );

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

const reader = (pages: (ask: YoutubeInput & PageAsk) => ReturnType<typeof get> | undefined) =>
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
export const youtubePage = otherwise(
  reader((ask) => post(ask, { query: ask.text, params: VIDEOS_ONLY })),
  reader((ask) => (ask.page === 1 ? results(ask) : ask.cursor ? post(ask, {}) : undefined)),
  ["blocked", "changed"],
);
