import { switchMap } from "rxjs";
import { z } from "zod";
import { lazyImport } from "../operators/lazyImport.ts";
import { beginning, fairShares } from "../pipelines/budget/cut.ts";
import type { CountTokens } from "../pipelines/budget/tokens.ts";
import { OPERATION_MS } from "../pipelines/deadlines.ts";
import {
  type ExtractDeps,
  type ExtractedResult,
  type ExtractRequest,
  type ExtractResponse,
  extract,
} from "../pipelines/extract.ts";
import { missing, RenderWhen, words } from "../pipelines/parameters.ts";
import { typedInput } from "../pipelines/typed/fields.ts";
import { typingFor } from "../pipelines/typed/wanted.ts";
import type { RunEnv } from "../sources/run.ts";
import { defineOperation, type Size } from "./define.ts";

const PAGE = "a page's address; https:// is assumed where no scheme is given";
const EXAMPLE = "https://example.org/";

/** Addresses of one request at most. */
const MAX_URLS = 20;
/** Tokens that the answer's own words take. */
const FRAME_TOKENS = 80;
/** Milliseconds for which a page that was read is kept. */
const KEPT_MS = 86_400_000;

type Order = Pick<ExtractRequest, "urls" | "format" | "render" | "part"> & {
  readonly include_images: boolean;
  readonly include_raw_content: boolean;
  readonly include_blocks?: boolean | undefined;
  readonly debug?: boolean | undefined;
};

const requestOf = ({ include_images, include_raw_content, include_blocks, ...order }: Order): ExtractRequest => ({
  ...order,
  includeImages: include_images,
  includeRawContent: include_raw_content,
  includeBlocks: include_blocks,
});

/** Pages' content as clean text. */
export const extractOperation = defineOperation({
  name: "extract",
  title: "Clean text of pages",
  description: "Reads web pages, PDFs and documents as clean text, without menus and advertisements.",
  subject: "urls",
  input: z.object({
    urls: z
      .array(words(PAGE, EXAMPLE), { error: missing(PAGE, EXAMPLE) })
      .min(1, { error: "is empty: name at least one address" })
      .max(MAX_URLS, { error: `has more than ${MAX_URLS} addresses` }),
    format: z.enum(["markdown", "text"], { error: "must be text or markdown" }).default("text"),
    include_images: z.boolean({ error: "must be true or false" }).default(false),
    include_raw_content: z.boolean({ error: "must be true or false" }).default(true),
    include_blocks: z.boolean({ error: "must be true or false" }).optional(),
    debug: z.boolean({ error: "must be true or false" }).optional(),
    ...typedInput,
    render: RenderWhen,
    /** What of a page is read, by selectors; default: what its text is. */
    part: z.object({ target: z.string().optional(), remove: z.string().optional() }).optional(),
  }),
  output: z.object({
    results: z.array(z.looseObject({ url: z.string(), next_offset: z.int().optional() })),
    failed_results: z.array(z.object({ url: z.string(), error: z.string() })),
  }),
  limits: { ms: OPERATION_MS },
  run: ({ schema, prompt, ...order }, { config, env, onFailure }) =>
    typingFor({ schema, prompt }, config, env.upstream).pipe(
      switchMap((typing) =>
        extract(requestOf(order), {
          upstream: env.upstream,
          kept: keptPages(env),
          typing,
          ...(onFailure && { onFailure }),
        }),
      ),
    ),
  rows: { list: "results" },
  shorten: windows,
});

/** Milliseconds for reading pages together. */
const PAGES_MS = 30_000;

/** Pages side by side within a time for all: never fails, a page that cannot be read says why. For the APIs of other services. */
export const pagesOperation = defineOperation({
  ...extractOperation,
  name: "pages",
  limits: { ms: PAGES_MS, leaves: true },
  run: ({ schema, prompt, ...order }, { config, env, timeoutMs: withinMs = PAGES_MS, onFailure }) =>
    typingFor({ schema, prompt }, config, env.upstream).pipe(
      switchMap((typing) =>
        lazyImport(
          () => import("../pipelines/content-search/pages.ts"),
          ({ readPages }) =>
            readPages(requestOf(order), { upstream: env.upstream, typing, withinMs, ...(onFailure && { onFailure }) }),
        ),
      ),
    ),
});

/** Pages that were read are kept for those who say how old they may be; every other request fetches them. */
const keptPages = ({ upstream, noCache = false, maxAgeMs }: RunEnv): ExtractDeps["kept"] =>
  maxAgeMs === undefined
    ? undefined
    : (key, page$) =>
        upstream.cache.through({ key, ttlMs: KEPT_MS, refresh: noCache, maxAgeMs, uncovered: true }, page$);

/** Each page's text from `offset` on, of `limit` characters at most and within its fair share of the tokens. */
function windows(
  { results, failed_results }: ExtractResponse,
  { offset, limit, max_tokens }: Size,
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
