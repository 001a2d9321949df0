import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalUrl } from "../../operators/canonicalUrl.ts";
import type { ContentResult, ContentSearchResponse } from "../../pipelines/content-search/index.ts";
import { FailedResultBody } from "../schemas.ts";
import { common, endOf, SourcesBody } from "./body.ts";
import type { SearchApiBody } from "./search-body.ts";

const DescribedImage = z.object({ url: z.string(), description: z.string().optional() });
const Images = z.array(z.union([z.string(), DescribedImage]));

export const SearchResultBody = z.object({
  title: z.string(),
  url: z.string(),
  content: z.string().describe("the snippet, or passages of the page joined by ` [...] `"),
  score: z.number().min(0).max(1),
  snippet: z.string().describe("the same as content"),
  raw_content: z.string().nullable(),
  published_date: z.string().optional().describe("RFC 2822; a day without a time as YYYY-MM-DD"),
  date: z.string().optional().describe("the same as ISO 8601"),
  favicon: z.string().optional(),
  id: z.string(),
  images: Images.optional(),
  source: z.string().describe("the engine of its best rank"),
});

/** The answer of `POST /search`. */
export const SearchAnswerBody = z.object({
  id: z.string().describe("the same as request_id"),
  query: z.string(),
  follow_up_questions: z.null(),
  answer: z.string().nullable().describe("each statement with [n], which names results[n - 1]"),
  images: Images,
  results: z.array(SearchResultBody),
  failed_results: z.array(FailedResultBody),
  sources: SourcesBody,
  ...common,
});

/** A search's answer in the API's shape. */
export function searchAnswerOf(
  { query, answer, results, images, failed_results, sources, warnings, time_ms, ...rest }: ContentSearchResponse,
  body: SearchApiBody,
  { requestId, warnings: own }: { readonly requestId: string; readonly warnings: readonly string[] },
) {
  const described = body.include_image_descriptions;
  return {
    id: requestId,
    query,
    follow_up_questions: null,
    answer: answer ?? null,
    images: images.map((image) => (described ? image : image.url)),
    results: results.map((result) => resultOf(result, body)),
    response_time: time_ms / 1000,
    ...endOf({ requestId, usage: body.include_usage, warnings: [...own, ...warnings] }),
    failed_results,
    sources,
    ...rest,
  };
}

function resultOf(result: ContentResult, body: SearchApiBody): z.output<typeof SearchResultBody> {
  const { title, url, content, score, source, published_date, raw_content, favicon, images } = result;
  const described = body.include_image_descriptions;
  return {
    title,
    url,
    content,
    snippet: content,
    score,
    raw_content: raw_content ?? null,
    ...(published_date !== undefined && { published_date: mailDate(published_date), date: published_date }),
    ...(body.include_favicon && { favicon }),
    id: createHash("sha256").update(canonicalUrl(url)).digest("hex").slice(0, 16),
    ...(body.include_images && {
      images: images.map(({ url: image, alt }) =>
        described ? { url: image, ...(alt && { description: alt }) } : image,
      ),
    }),
    source,
  };
}

/** A moment as mail writes it (RFC 2822), as the API's clients know it; what is less exact than a moment stays ISO 8601. */
function mailDate(date: string): string {
  return /T.*(Z|[+-]\d{2}:?\d{2})$/.test(date) ? new Date(date).toUTCString() : date;
}
