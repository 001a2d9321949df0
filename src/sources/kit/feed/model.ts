import type { El } from "../html/dom.ts";

/** A feed as it was read, whatever its format. */
export interface Feed {
  readonly format: "rss" | "atom" | "json";
  /** The address that answered. */
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The site that the feed is of. */
  readonly siteUrl?: string | undefined;
  readonly author?: string | undefined;
  readonly image?: string | undefined;
  readonly language?: string | undefined;
  /** The address of the next, older page (RFC 5005). */
  readonly next?: string | undefined;
  readonly entries: readonly FeedEntry[];
  /** The element that describes the feed; empty for a JSON Feed. */
  readonly el: El;
}

/** A file that is attached to an entry. */
export interface FeedEnclosure {
  readonly url: string;
  readonly type?: string | undefined;
  readonly bytes?: number | undefined;
}

/** One entry of a feed. Texts are plain, addresses absolute, dates ISO 8601. */
export interface FeedEntry {
  readonly id?: string | undefined;
  /** Where the entry has none: the first 100 characters of its text. */
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  /** The page that the entry is about, where `url` leads to something else. */
  readonly externalUrl?: string | undefined;
  /** The summary, or the beginning of the content. */
  readonly snippet?: string | undefined;
  /** The whole text, where it is more than the snippet. */
  readonly content?: string | undefined;
  readonly publishedAt?: string | undefined;
  readonly updatedAt?: string | undefined;
  readonly author?: string | undefined;
  readonly tags: readonly string[];
  readonly image?: string | undefined;
  readonly enclosure?: FeedEnclosure | undefined;
  readonly commentsUrl?: string | undefined;
  /** The element, for what a source's own extension says (`yt\\:videoid`: names are in lower case); empty for a JSON Feed. */
  readonly el: El;
  /** The content, or else the summary, as HTML. */
  readonly body: El;
}

/** Entries that are read of one feed. */
export const MOST_ENTRIES = 5_000;

const SNIPPET_CHARACTERS = 500;
const TITLE_CHARACTERS = 100;

/** Title, snippet and content out of the texts that an entry has. */
export function wording(
  title: string | undefined,
  summary: string | undefined,
  whole: string | undefined,
): Pick<FeedEntry, "title" | "snippet" | "content"> {
  const longest = (whole?.length ?? 0) > (summary?.length ?? 0) ? whole : summary;
  const snippet = clipped(summary ?? whole, SNIPPET_CHARACTERS);
  return {
    title: title ?? clipped(snippet, TITLE_CHARACTERS),
    snippet,
    content: longest === snippet ? undefined : longest,
  };
}

/** A text cut at a word's end, with an ellipsis where something was cut off. */
function clipped(text: string | undefined, length: number): string | undefined {
  if (!text || text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "");
  const space = cut.lastIndexOf(" ");
  return `${space > length / 2 ? cut.slice(0, space) : cut}…`;
}
