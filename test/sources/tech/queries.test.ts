import { catchError, lastValueFrom, of } from "rxjs";
import { describe, expect, it } from "vitest";
import { githubReleases } from "../../../src/sources/feed/github_releases.ts";
import { youtubeChannel } from "../../../src/sources/feed/youtube_channel.ts";
import { runSource } from "../../../src/sources/run.ts";
import type { SourceDefinition } from "../../../src/sources/source.ts";
import { devto } from "../../../src/sources/tech/devto.ts";
import { infoq } from "../../../src/sources/tech/infoq.ts";
import type { HttpResponse } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

/** The addresses that a question leads to, each answered by `answer`; with the failure's kind in the end, if any. */
async function asked(
  source: SourceDefinition,
  q: string,
  answer: (url: string) => Partial<HttpResponse>,
): Promise<string[]> {
  const log: string[] = [];
  const upstream = {
    ...replayUpstream(() => undefined),
    http: ({ url }: { url: string }) => {
      log.push(url);
      return of({
        url,
        status: 200,
        headers: {},
        setCookie: [],
        redirects: [],
        replayed: true,
        body: new Uint8Array(),
        ...answer(url),
      });
    },
  };
  const whole = { ...source, category: "test", ttlMs: 1 };
  await lastValueFrom(
    runSource(whole, { q, pagecount: 1, noCache: false, options: {} }, { upstream, keys: {} }).pipe(
      catchError((error) => of({ source: "", kind: log.push(error.kind) })),
    ),
    { defaultValue: undefined },
  );
  return log;
}

const missing = () => ({ status: 404 });

describe("youtube_channel", () => {
  const feed = "https://www.youtube.com/feeds/videos.xml";
  const id = "UCsXVk37bltHxD1rDPwtNM8Q";
  it.each([
    [id, `${feed}?channel_id=${id}`],
    [`https://www.youtube.com/channel/${id}/videos`, `${feed}?channel_id=${id}`],
    [`${feed}?channel_id=${id}`, `${feed}?channel_id=${id}`],
    ["PLabcdefghij0123456789", `${feed}?playlist_id=PLabcdefghij0123456789`],
    ["youtube.com/playlist?list=PLabcdefghij0123456789", `${feed}?playlist_id=PLabcdefghij0123456789`],
    ["@kurzgesagt", "https://www.youtube.com/@kurzgesagt"],
    ["https://m.youtube.com/@kurzgesagt/videos", "https://www.youtube.com/@kurzgesagt"],
    ["youtube.com/c/inanutshell", "https://www.youtube.com/c/inanutshell"],
    ["youtube.com/user/Kurzgesagt", "https://www.youtube.com/user/Kurzgesagt"],
  ])("asks for %s at %s", async (q, url) => expect((await asked(youtubeChannel, q, missing))[0]).toBe(url));

  it.each(["kurzgesagt", "https://example.org/@x", "https://www.youtube.com/watch?v=aaaaaaaaaaa"])(
    "refuses %s",
    async (q) => expect(await asked(youtubeChannel, q, missing)).toEqual(["bad-query"]),
  );

  it("takes a consent page for a wall", async () => {
    const consent = () => ({
      url: "https://consent.youtube.com/m?continue=x",
      body: Buffer.from("<title>Before you continue</title>"),
    });
    expect(await asked(youtubeChannel, "@kurzgesagt", consent)).toEqual([
      "https://www.youtube.com/@kurzgesagt",
      "blocked",
    ]);
  });
});

describe("github_releases", () => {
  it.each([
    "gulpjs/gulp",
    "https://github.com/gulpjs/gulp",
    "github.com/gulpjs/gulp/releases/tag/v5",
    "https://github.com/gulpjs/gulp.git",
  ])("understands %s", async (q) =>
    expect((await asked(githubReleases, q, missing))[0]).toBe("https://github.com/gulpjs/gulp/releases.atom"),
  );
  it.each(["gulp", "https://gitlab.com/a/b", "a b/c"])("refuses %s", async (q) =>
    expect(await asked(githubReleases, q, missing)).toEqual(["bad-query"]),
  );
});

describe("devto", () => {
  it.each([
    ["C++", "tag=cpp"],
    ["c#", "tag=csharp"],
    ["Node.js", "tag=nodejs"],
    ["react, vue", "tags=react%2Cvue"],
    ["react hooks", "tags=reacthooks%2Creact%2Chooks"],
    ["*", "top=7"],
  ])("asks for %s by %s", async (q, query) =>
    expect((await asked(devto, q, missing))[0]).toBe(`https://dev.to/api/articles?${query}&per_page=30&page=1`),
  );
  it("refuses what holds no tag", async () => expect(await asked(devto, "?!", missing)).toEqual(["bad-query"]));
});

describe("infoq", () => {
  it("looks through the main feed where there is no such topic", async () => {
    const answer = (url: string) =>
      url === "https://feed.infoq.com/"
        ? {
            body: Buffer.from(
              "<rss><channel><item><title>Linux</title><link>https://www.infoq.com/1</link></item></channel></rss>",
            ),
          }
        : { status: 404 };
    expect(await asked(infoq, "linux", answer)).toEqual(["https://feed.infoq.com/linux/", "https://feed.infoq.com/"]);
    expect(await asked(infoq, "two words", answer)).toEqual(["https://feed.infoq.com/"]);
  });
});
