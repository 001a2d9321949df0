import {
  catchError,
  concat,
  concatMap,
  EMPTY,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  throwError,
  throwIfEmpty,
  toArray,
} from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { judgedLanguage } from "../../../language/judge.ts";
import { flag } from "../../../pipelines/parameters.ts";
import type { githubReleases } from "../../../sources/feed/github_releases.ts";
import type { podcast } from "../../../sources/feed/podcast.ts";
import type { rss } from "../../../sources/feed/rss.ts";
import type { youtubeChannel } from "../../../sources/feed/youtube_channel.ts";
import { HttpUrl } from "../../../sources/kit/values/fields.ts";
import { defineAnalysis } from "../../define.ts";
import { limit } from "../../parameters.ts";
import type { Part, Reached } from "../../parts.ts";
import type { SourceClient } from "../../source-client.ts";
import type { FeedCheck } from "../../state/marks.ts";
import { type FeedAddress, feedAddress } from "./address.ts";
import { answer } from "./answer.ts";
import { articleOf, type PageRead } from "./article.ts";
import { eachItsOwn } from "./each-its-own.ts";
import { type FeedEntry, type Keyed, keyed } from "./entries.ts";
import { checkOf, feedOf, sinceOf } from "./figures.ts";
import { prompt } from "./prompt.ts";

/** A feed may be asked again after so long. */
const FRESH_MS = 60_000;
/** Pages read at once. */
const CONCURRENCY = 4;

const SOURCES = {
  rss: "primary",
  podcast: "fallback",
  youtube_channel: "primary",
  github_releases: "primary",
} as const;

type Door = SourceClient<keyof typeof SOURCES>;

/** What is new in a feed since the last check. */
export const track = defineAnalysis({
  path: "/monitor/track",
  title: "New articles of a feed",
  describe:
    "The articles of a feed that this service has not reported yet to this reader, each with the text of its page and a summary. Every check marks what it reports.",
  q: {
    describe:
      "address of a feed or of a page that declares one; @channel, or an address of YouTube's or a repository's on GitHub",
    example: "https://daringfireball.net/feeds/main",
    schema: feedAddress,
  },
  parameters: {
    peek: flag(false).describe("mark nothing as reported"),
    limit: limit(20, 1, 100, "new articles at most; further ones stay new for the next check"),
    extract: flag(true).describe(
      "read the pages of the articles; else, and of YouTube and GitHub, what the feed says is all",
    ),
    reset: flag(false).describe("forget first what of this feed was reported"),
    reader: z
      .string()
      .regex(/^[a-z0-9_-]{1,40}$/, { error: "must be 1 to 40 of a–z, 0–9, _ and -" })
      .default("default")
      .describe("whose marks: readers of different names do not know of one another"),
  },
  sources: SOURCES,
  budgetMs: 30_000,
  understood: z.object({
    url: HttpUrl,
    source: z.string().describe("the parser that reads it"),
    reader: z.string(),
    language: z.string().optional().describe("two letters: what its entries seem to be written in"),
  }),
  answer,
  from: {
    feed: ["rss", "podcast", "youtube_channel", "github_releases"],
    check: [],
    articles: [],
  },
  limits: ["A feed shows its last entries: what came and went between two checks is lost."],
  csv: "articles",
  prompt,
  remembers: true,
  run: ({ input, parameters, ask, state: { marks }, now, ...parts }) => {
    const { reader, peek, limit: most, extract, reset } = parameters;
    const source = ask.has(input.source) ? input.source : "rss";

    const checked = (entries: readonly FeedEntry[], language: string | undefined): Observable<Part> => {
      const all = keyed(entries);
      const check: FeedCheck = { reader, feed: input.url, entries: all, limit: most, at: now(), reset };
      return (peek ? marks.peek(check) : marks.claim(check)).pipe(
        concatMap((claim) => {
          const fresh = all.filter(({ key }) => claim.fresh.includes(key));
          const pledge = parts.pledge({
            keep: (reached) => marks.confirm(check, claim, keysOf(reached)),
            giveUp$: marks.release(claim),
          });
          return concat(
            peek ? [] : [pledge],
            parts.section("check", of(checkOf(check, claim, peek))),
            of(parts.limit(sinceOf(claim))),
            // What the feed says is there at once, so that none is lost where the time is too short to read their pages.
            parts.section("articles", of(fresh.map((one) => articleOf(one, { language })))),
            extract && source === "rss" ? readIn(fresh, language) : EMPTY,
          );
        }),
      );
    };

    const readIn = (fresh: readonly Keyed[], language: string | undefined): Observable<Part> =>
      from(fresh.entries()).pipe(
        mergeMap(([index, one]) => pageOf(one, ask).pipe(map((page) => ({ index, one, page }))), CONCURRENCY),
        eachItsOwn(),
        map(({ index, one, page }) => parts.entry("articles", index, articleOf(one, { ...page, language }))),
      );

    return entriesOf(input, source, ask).pipe(
      map((entries) => ({ entries, language: languageOf(entries) })),
      concatMap(({ entries, language }) =>
        concat(
          parts.understood(of({ url: input.url, source, reader, language })),
          parts.section("feed", of(feedOf(input, entries))),
          checked(entries, language),
        ),
      ),
    );
  },
});

/** The feed whole, for what is new can only be told of all of it. */
function entriesOf({ url }: FeedAddress, source: FeedAddress["source"], ask: Door): Observable<readonly FeedEntry[]> {
  const how = { maxAgeMs: FRESH_MS };
  const entries$ = (): Observable<FeedEntry> => {
    switch (source) {
      case "youtube_channel":
        return ask.items<typeof youtubeChannel>("youtube_channel", url, how);
      case "github_releases":
        return ask.items<typeof githubReleases>("github_releases", url, how);
      case "rss":
        return ask.withFallback<FeedEntry>(
          ask.items<typeof rss>("rss", url, how),
          // A reader of podcasts alone finds none in what could not be read.
          ask.items<typeof podcast>("podcast", url, how).pipe(throwIfEmpty(() => noFeed(url))),
        );
    }
  };
  return entries$().pipe(
    toArray(),
    catchError((error: unknown) => {
      const none = toSourceError(error).kind === "unsupported-type";
      return throwError(() => (none ? noFeed(url, error) : error));
    }),
  );
}

const noFeed = (url: string, cause?: unknown): SourceError =>
  new SourceError("not-found", `q: ${url} is no feed and declares none.`, { cause });

/** The keys of the articles that a reader is shown. */
const keysOf = (reached: Reached): readonly string[] => ShownArticles.parse(reached).articles.map(({ key }) => key);

const ShownArticles = z.object({ articles: z.array(z.object({ key: z.string() })).default([]) });

/** The language of a feed's entries, where it is sure. */
const languageOf = (entries: readonly FeedEntry[]): string | undefined =>
  judgedLanguage(entries.map(({ title }) => title).join("\n")) ??
  judgedLanguage(entries.map(({ snippet = "" }) => snippet).join("\n"));

/** The content of an entry's page, or why there is none; nothing for an entry without a link. */
const pageOf = ({ entry: { url } }: Keyed, ask: Door): Observable<PageRead> =>
  url === undefined
    ? EMPTY
    : ask.extract(url).pipe(
        map((page): PageRead => ({ page })),
        catchError((error: unknown) => of<PageRead>({ error: toSourceError(error).message })),
      );
