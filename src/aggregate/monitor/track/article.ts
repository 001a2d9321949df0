import { segmentsBy } from "../../../language/segments.ts";
import type { ExtractedResult } from "../../../pipelines/extract.ts";
import type { Draft } from "../../../sources/source.ts";
import { summaryOf } from "../../formulas/summary.ts";
import { wordsOf } from "../../formulas/words.ts";
import { clipped } from "../../prompt/clean.ts";
import type { TrackAnswer } from "./answer.ts";
import type { Keyed } from "./entries.ts";

/** What reading an entry's page came to: its content, or a sentence on why there is none; neither where it was not read. */
export interface PageRead {
  readonly page?: ExtractedResult;
  readonly error?: string;
  /** The language of the feed (two letters), for a page that does not tell its own. */
  readonly language?: string | undefined;
}

const CONTENT = 20_000;

/** An entry and its page as an article: the page's text, else the feed's own. */
export function articleOf(
  { key, entry }: Keyed,
  { page, error, language: feeds = "" }: PageRead,
): Draft<TrackAnswer["articles"][number]> {
  const own = entry.content ?? entry.snippet;
  const extracted = page?.raw_content?.trim() || undefined;
  const content = extracted ?? own;
  const language = page?.language?.slice(0, 2).toLowerCase();
  const words = (sentence: string) => wordsOf(sentence, { language: language ?? feeds });
  const summary = (content && summaryOf(content.slice(0, CONTENT), words)) ?? entry.snippet;
  return {
    title: entry.title,
    url: entry.url,
    published: entry.publishedAt ?? page?.published_date,
    author: entry.author ?? page?.byline,
    tags: entry.tags ?? [],
    summary,
    summary_basis: summary === undefined ? "none" : extracted ? "extracted" : "feed",
    content: content && clipped(content.slice(0, CONTENT * 2), CONTENT),
    words: content === undefined ? undefined : countWords(content.slice(0, CONTENT)),
    language,
    image: entry.image,
    key,
    error,
  };
}

const words = segmentsBy("word");

const countWords = (text: string): number =>
  [...words(text)].reduce((count, { isWordLike }) => count + (isWordLike ? 1 : 0), 0);
