import type { ExtractedResult } from "../extract.ts";
import type { Candidate } from "./choosing.ts";
import { chunksOf } from "./chunks.ts";
import type { ContentResult, ContentSearchRequest } from "./request.ts";

/** The pages read, by the addresses of the results. */
export interface PagesByUrl {
  page(url: string): ExtractedResult | undefined;
  /** A page's whole text, where it was read. */
  textOf(url: string): string | undefined;
}

export function pagesByUrl(pages: readonly ExtractedResult[]): PagesByUrl {
  const byUrl = new Map(pages.map((page) => [page.url, page]));
  const page = (url: string): ExtractedResult | undefined => byUrl.get(URL.parse(url)?.href ?? url);
  return { page, textOf: (url) => page(url)?.raw_content };
}

/** A result with what was asked for of its page. */
export function resultOf(
  { title, url, snippet, score, source, published }: Candidate,
  pages: PagesByUrl,
  { query, chunks, rawContent, images }: ContentSearchRequest,
): ContentResult {
  const page = pages.page(url);
  const text = page?.raw_content;
  const date = published ?? page?.published_date;
  const passages = chunks !== undefined && text ? chunksOf(query, text, chunks) : undefined;
  return {
    title,
    url,
    content: passages ?? snippet ?? "",
    score,
    source,
    ...(date !== undefined && { published_date: date }),
    ...(rawContent !== undefined && text !== undefined && { raw_content: text }),
    favicon: page?.favicon ?? new URL("/favicon.ico", url).href,
    images: images ? (page?.images ?? []) : [],
  };
}
