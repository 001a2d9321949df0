import { z } from "zod";
import { beginning, fairShares } from "../../pipelines/budget/cut.ts";
import type { CountTokens } from "../../pipelines/budget/tokens.ts";
import { type ExtractedResult, type ExtractResponse, extract } from "../../pipelines/extract.ts";
import { MaxTokens, Offset, whole, words } from "../arguments.ts";
import { type Size, showing } from "../shown.ts";
import { defineTool, type Tool } from "../tool.ts";

const MAX_URLS = 20;
/** Tokens that the answer's own words take. */
const FRAME_TOKENS = 80;

const Failed = z.object({ url: z.string(), error: z.string() });

/** `web_extract`: pages' clean text, page by page of it where it is long. */
export const extractTool: Tool = defineTool({
  name: "web_extract",
  description:
    "Read web pages or PDFs as clean text, without menus and advertisements. For pages whose address is known; web_search " +
    "finds them, web_crawl reads a whole site. Long texts go on at next_offset.",
  toolsets: ["web"],
  input: z.object({
    urls: z
      .array(words("a page's address", "https://example.org/"))
      .min(1, { error: "is empty: name at least one address" })
      .max(MAX_URLS, { error: `has more than ${MAX_URLS} addresses` }),
    format: z.enum(["markdown", "text"]).default("markdown"),
    include_images: z.boolean().default(false),
    offset: Offset.describe("characters to skip: next_offset of the answer before"),
    limit: whole(1, 1_000_000).optional().describe("characters of each page"),
    max_tokens: MaxTokens,
  }),
  output: z.object({
    results: z.array(z.looseObject({ url: z.string(), next_offset: z.int().optional() })),
    failed_results: z.array(Failed),
  }),
  run: ({ urls, format, include_images, ...size }, deps) =>
    extract(
      { urls, includeImages: include_images, includeRawContent: true, format },
      { upstream: deps.env.upstream, onFailure: (url, error) => deps.onFailure?.(url, error.cause ?? error) },
    ).pipe(showing<ExtractResponse>((answer, count) => windows(answer, size, count), size.max_tokens)),
});

interface Window extends Size {
  readonly limit?: number | undefined;
}

/** Each page's text from `offset` on, of `limit` characters at most and within its fair share of the tokens. */
function windows(
  { results, failed_results }: ExtractResponse,
  { offset, limit, max_tokens }: Window,
  count: CountTokens,
) {
  const pages = results.map(({ raw_content = "", images, ...page }) => ({
    page: { ...page, ...(images.length > 0 && { images }) },
    total: raw_content.length,
    text: raw_content.slice(offset, limit === undefined ? undefined : offset + limit),
  }));
  const heads = pages.reduce((sum, { page }) => sum + count(JSON.stringify(page)) + FRAME_TOKENS, 0);
  const room = max_tokens - heads - count(JSON.stringify(failed_results));
  const shares = fairShares(
    pages.map(({ text }) => Math.min(max_tokens, count(JSON.stringify(text)))),
    room,
  );
  return {
    results: pages.map(({ page, total, text }, index) =>
      pageWithin(page, total, offset, kept(text, shares[index] ?? 0, count)),
    ),
    failed_results,
  };
}

/** A text's beginning within its tokens, and how far it goes. */
function kept(text: string, room: number, count: CountTokens): { text: string; length: number } {
  const part = beginning(text, room, count) ?? "";
  const cut = part.endsWith("…") && !text.startsWith(part);
  return { text: part, length: cut ? part.length - 1 : part === text.trimEnd() ? text.length : part.length };
}

function pageWithin(
  page: Omit<ExtractedResult, "raw_content" | "images">,
  total: number,
  offset: number,
  { text, length }: { text: string; length: number },
) {
  const end = offset + length;
  return {
    ...page,
    raw_content: text,
    ...(end < total && { total_characters: total, next_offset: end }),
  };
}
