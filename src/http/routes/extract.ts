import { z } from "zod";
import { ran } from "../../operations/define.ts";
import { extractOperation } from "../../operations/extract.ts";
import { fitExtract, withinTokens } from "../../pipelines/budget/fit.ts";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import { Debug, flag, RenderWhen } from "../../pipelines/parameters.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import type { Responder } from "../responder.ts";
import {
  answers,
  CutOff,
  FailedResultBody,
  FormatParameter,
  freshness,
  ImageBody,
  RenderReasonBody,
  TruncatedBody,
  unreadParameters,
  urlIsQ,
  Warnings,
  words,
} from "../schemas.ts";
import { scopeFor } from "../scope.ts";

const Query = z.object({
  q: words("a page's address; https:// is assumed where no scheme is given", "https://example.org/"),
  include_images: flag(false).describe("list the page's images"),
  include_raw_content: flag(true).describe("give the page's text"),
  include_blocks: flag(false).describe("tell all blocks of an HTML page, and why each is not in raw_content"),
  content_format: z
    .enum(["text", "markdown"], { error: "must be text or markdown" })
    .default("text")
    .describe("how raw_content is written"),
  render: RenderWhen,
  debug: flag(false).describe(Debug),
  ...freshness,
  timeout: CutOff,
  max_tokens: MaxTokens.optional(),
  format: FormatParameter,
});

const BlockBody = z.object({
  text: z.string().describe("its beginning, where it is long"),
  kept: z.boolean().describe("whether it is in raw_content"),
  why: z
    .enum(["hidden", "title", "beside", "repeated", "unlikely"])
    .optional()
    .describe(
      "why it is not: nobody sees it, it says the title, it stands beside an article (a caption, a comment), it was said before, or it is not likely to be content",
    ),
  place: z.string().optional().describe("nav, header, footer, aside, form or button: what it stands in"),
  chance: z.number().optional().describe("how likely it is to be content, 0 to 1"),
});

const ResultBody = z.object({
  url: z.url(),
  final_url: z.url().optional().describe("where redirects led, if they led elsewhere"),
  title: z.string().optional(),
  raw_content: z.string().optional(),
  images: z.array(ImageBody),
  favicon: z.url().optional(),
  byline: z.string().optional(),
  published_date: z.string().optional().describe("ISO 8601"),
  language: z.string().optional().describe("BCP 47"),
  site_name: z.string().optional(),
  description: z.string().optional(),
  strategy: z
    .enum(["json-ld", "next-data", "nuxt-data", "flight", "state"])
    .optional()
    .describe("where the text was read, when the page carries it as data and shows hardly a word"),
  rendered: z.boolean().optional().describe("whether the text is the page's after its scripts have run"),
  render_ms: z.int().optional().describe("milliseconds that a browser was busy with it"),
  render_reason: RenderReasonBody,
  warnings: z
    .array(z.string())
    .optional()
    .describe(
      "what of the page is not in the text, or not as it was written: unreadable letters, pages of a PDF left out",
    ),
  blocks: z
    .array(BlockBody)
    .optional()
    .describe("in the order of the page; absent where the text was not chosen of blocks"),
});

const AnswerBody = z.object({
  results: z.array(ResultBody),
  failed_results: z.array(FailedResultBody),
  response_time: z.string().describe("seconds"),
  truncated: TruncatedBody.optional(),
  warnings: Warnings,
});

/** `GET /extract`: one page's content. */
export function extractRoute(app: App, face: AppContext, replying: Responder): void {
  app.get(
    "/extract",
    {
      onRequest: urlIsQ,
      schema: {
        operationId: "extract",
        tags: ["core"],
        summary: "A page's content as clean text",
        description:
          "A page that cannot be read is reported in failed_results; an address that may not be fetched fails.",
        querystring: Query,
        response: answers(AnswerBody),
      },
    },
    (request, reply) => {
      const { q, content_format, timeout, max_tokens, format: _, ...asked } = request.query;
      const { scope, watched } = scopeFor(face, request, { timeout });
      const events$ = ran(extractOperation, { ...asked, urls: [q], format: content_format }, scope);
      return replying.events(events$.pipe(withinTokens(max_tokens, fitExtract)), request, reply, {
        layout: { ...extractOperation.rows, entry: [ResultBody] },
        watch: watched,
        warnings: unreadParameters(rawParameters(request), Query),
        ...(timeout !== undefined && { deadlineMs: timeout * 1000 }),
      });
    },
  );
}
