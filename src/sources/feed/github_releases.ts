import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { feed } from "../kit/feed/feed.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { FeedItem, itemOf } from "./item.ts";

/** `owner/repo`, out of itself or of any address below the repository. */
function repository(q: string): { owner: string; repo: string } {
  const path = q.replace(/^(?:https?:\/\/)?(?:www\.)?github\.com\//i, "");
  const found = /^([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([\w.-]{1,100}?)(?:\.git)?(?:[/?#].*)?$/s.exec(path);
  if (!found?.[1] || !found[2])
    throw new SourceError("bad-query", `“${clip(q)}” is not a GitHub repository (owner/repo).`);
  return { owner: found[1], repo: found[2] };
}

const NO_NOTES = "No content.";

/** The tag in `https://github.com/owner/repo/releases/tag/<tag>`, percent-decoded. */
function tagOf(url: string | undefined): string | undefined {
  const written = /\/releases\/tag\/([^?#]+)/.exec(url ?? "")?.[1];
  if (!written) return undefined;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

const PAGE = 10;

export const githubReleases = defineSource({
  id: "github_releases",
  title: "GitHub releases feed",
  docs: "https://docs.github.com/en/rest/releases/releases",
  terms: "no key, not counted against the REST limit; 429 under load",
  query: query({
    describe: "owner/repo, or the address of a repository",
    example: "gulpjs/gulp",
    parse: repository,
  }),
  item: FeedItem.extend({
    version: z.string().optional().describe("the release's tag"),
    avatar: HttpUrl.optional().describe("picture of the author"),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: feed({
    pages: ({ owner, repo, cursor }) => get(`https://github.com/${owner}/${repo}/releases.atom`, { after: cursor }),
    entry: (entry, from) => {
      const item = itemOf(entry, from);
      const avatar = entry.el.attr("url", "media\\:thumbnail");
      return (
        item && {
          ...item,
          snippet: item.snippet === NO_NOTES ? undefined : item.snippet,
          image: undefined,
          version: tagOf(entry.url),
          avatar,
        }
      );
    },
    next: ({ entries }) => (entries.length < PAGE ? null : (tagOf(entries.at(-1)?.url) ?? null)),
  }),
});
