import { z } from "zod";
import { pageUrl } from "../../queries.ts";

/** A feed's address, and the source that reads what is there. */
export interface FeedAddress {
  readonly url: string;
  readonly source: "rss" | "youtube_channel" | "github_releases";
}

/** A feed's or page's address, a channel or playlist of YouTube's, `@channel`, or a repository on GitHub. */
export const feedAddress = z
  .string()
  .transform((text) => (/^@[^\s/]+$/.test(text) ? `https://www.youtube.com/${text}` : text))
  .pipe(pageUrl)
  .transform((url): FeedAddress => ({ url, source: sourceOf(new URL(url)) }));

/** What has a feed of its own by address (`/releases.atom`) is a feed as any other. */
function sourceOf({ hostname, pathname }: URL): FeedAddress["source"] {
  if (/^((www|m)\.)?youtube\.com$/.test(hostname)) return "youtube_channel";
  if (/^(www\.)?github\.com$/.test(hostname) && /^\/[\w-]+\/(?:(?!\.atom$)[\w.-])+?(\/releases)?\/?$/.test(pathname))
    return "github_releases";
  return "rss";
}
