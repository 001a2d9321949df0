import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { STATUS_OF } from "../errors.ts";
import { flag, MAX_AGE_S, unknownNames, whole } from "../pipelines/parameters.ts";
import { rawParameters } from "./app-context.ts";
import { FORMATS } from "./formats/negotiate.ts";

export { words } from "../pipelines/parameters.ts";

/** Takes `url` for `q` where an address is asked for and `q` is not given, as other services call it; an `onRequest` hook. */
export async function urlIsQ(request: FastifyRequest): Promise<void> {
  const { url, ...others } = rawParameters(request);
  if (url !== undefined && others["q"] === undefined) request.query = { ...others, q: url };
}

export const FormatParameter = z
  .enum(FORMATS, { error: "must be json, csv or xml" })
  .default("json")
  .describe("format of the answer; the Accept header may ask for a stream of events besides");

const NoCache = flag(false).describe(
  "ask the upstream even where an answer is held; a failing one is a failure then, not a kept answer",
);

const MaxAge = whole(0, MAX_AGE_S)
  .optional()
  .describe("seconds: what was kept for longer is asked anew; default: as long as each source allows");

/** How old an answer may be. */
export const freshness = { no_cache: NoCache, max_age: MaxAge };

export const Timeout = whole(1, 300)
  .optional()
  .describe("seconds after which the answer leaves with what there is; default 30, longer for what drives a browser");

/** Of what is cut off as a whole. */
export const CutOff = whole(1, 300).optional().describe("seconds after which the request fails with 504; default 30");

export const Explain = flag(false).describe("say of each result what its score is made of");

export const PageCount = whole(1, 50).default(5).describe("result pages to read at most");

export const Format = z.object({ format: FormatParameter });

export const FailureBody = z
  .object({
    success: z.literal(false),
    error: z.string().describe("a sentence a person can act on"),
    code: z.enum(Object.keys(STATUS_OF)),
    request_id: z.string().optional().describe("also in the header x-request-id, and in the service's log"),
  })
  .meta({ id: "Failure", description: "Every failure" });

export const OutcomeBody = z
  .object({
    id: z.string(),
    status: z.string().describe("ok, empty, stale, or the code of the failure"),
    items: z.int(),
    time_ms: z.int(),
    error: z.string().optional(),
  })
  .meta({ id: "SourceOutcome", description: "What asking a source came to" });

export const Warnings = z.array(z.string()).optional().describe("what is to be said beside the answer");

export const TruncatedBody = z
  .object({
    max_tokens: z.int(),
    tokens: z.int().describe("tokens of what is left"),
    cut: z.array(
      z.object({
        field: z.string(),
        url: z.string().optional(),
        tokens_before: z.int().optional(),
        tokens_after: z.int().optional(),
        dropped: z.literal(true).optional(),
      }),
    ),
    more: z.int().optional().describe("cuts beyond those listed"),
  })
  .meta({ id: "Truncated", description: "What max_tokens took away" });

/** Why a page was rendered. */
export const RenderReasonBody = z
  .string()
  .optional()
  .describe(
    "with debug: why a browser was asked, or should have been: asked, empty, plea, mount, templates, placeholder, weighed or learnt",
  );

/** A page that could not be read. */
export const FailedResultBody = z
  .object({
    url: z.string(),
    error: z.string().describe("a sentence a person can act on"),
    code: z.string(),
    rendered: z.boolean().optional().describe("a browser ran its scripts, and it showed no text either"),
    render_ms: z.int().optional(),
    render_reason: RenderReasonBody,
  })
  .meta({ id: "FailedResult", description: "A page that could not be read" });

/** An image of a page. */
export const ImageBody = z.object({
  url: z.url(),
  alt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});

/** What a crawl says beside its pages. */
export const crawlCounts = {
  duplicates: z.array(z.object({ url: z.string(), duplicate_of: z.string(), depth: z.int() })),
  pages: z.int().describe("pages read"),
  bytes: z.int().describe("of the pages read, as they came over the network"),
  disallowed: z.int().describe("addresses that robots.txt forbids"),
  unvisited: z.int().describe("addresses found and not visited"),
  stopped: z
    .enum(["limit", "timeout", "size"])
    .optional()
    .describe("why the crawl ended before it had seen all it found"),
};

/** The answer of sources: items and how each source fared. */
export const itemsBody = (item: z.ZodType) =>
  z.object({
    success: z.literal(true),
    items: z.array(item),
    time_ms: z.int().describe("milliseconds"),
    sources: z.array(OutcomeBody),
    warnings: Warnings,
  });

export const failures = {
  description: "What was asked cannot be answered",
  content: { "application/json": { schema: FailureBody } },
};

/** An operation's answers for the documentation: the whole answer in each format, the streams, the failures. */
export const answers = (body: z.ZodType, { streams = true } = {}) => ({
  200: {
    description: "The answer",
    content: {
      "application/json": { schema: body },
      "text/csv": { schema: z.string() },
      "application/xml": { schema: z.string() },
      ...(streams && {
        "text/event-stream": { schema: z.string() },
        "application/x-ndjson": { schema: z.string() },
      }),
    },
  },
  "4xx": failures,
  "5xx": { description: "An upstream or the service failed", content: { "application/json": { schema: FailureBody } } },
});

/** The parameters that nobody reads, in a sentence; a key is read elsewhere. */
export function unreadParameters(given: Readonly<Record<string, unknown>>, schema: z.ZodObject): readonly string[] {
  const names = Object.keys(given).filter((name) => name !== "api_key");
  const said = unknownNames("parameter", names, Object.keys(schema.shape));
  return said === undefined ? [] : [said];
}
