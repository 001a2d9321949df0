import { z } from "zod";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import type { ResearchRequest, ResearchResponse } from "../../pipelines/research/index.ts";
import { OutcomeBody, words } from "../schemas.ts";
import { apiBody, common, endOf, secondsOf, unreadFields, yesNo } from "./body.ts";

const fields = {
  input: words("the question to research", "how does RxJS handle backpressure?"),
  model: z.enum(["mini", "pro", "auto"], { error: "must be mini, pro or auto" }).default("auto").describe("auto: pro"),
  stream: yesNo.default(false).describe("send the answer as it is written, as chunks of a chat completion"),
  output_schema: z.record(z.string(), z.unknown(), { error: "must be a JSON Schema" }).optional(),
  citation_format: z
    .enum(["numbered", "mla", "apa", "chicago"], { error: "must be numbered, mla, apa or chicago" })
    .default("numbered"),
  max_tokens: MaxTokens.optional(),
};

/** The body of `POST /research` in the common search API's words. */
export const ResearchApiBody = apiBody(fields);
export type ResearchApiBody = z.output<typeof ResearchApiBody>;

/** Whether a body is one of the common search API: it asks with `input`, ours with `query`. */
export const isResearchApi = (body: unknown): boolean =>
  typeof body === "object" && body !== null && "input" in body && !("query" in body);

/** Results that an answer may cite. */
const MAX_RESULTS = 20;

export const researchRequestOf = ({ input, model }: ResearchApiBody): ResearchRequest => ({
  query: input,
  max_results: MAX_RESULTS,
  model: model === "mini" ? "mini" : "pro",
});

/** What of a body is not honoured. */
export const researchWarningsOf = (body: ResearchApiBody): readonly string[] => [
  ...unreadFields(body, fields),
  ...(body.output_schema ? ["output_schema is not honoured: content is text."] : []),
  ...(body.citation_format === "numbered"
    ? []
    : ["citation_format: citations are numbered; [n] names sources[n - 1], which has what a bibliography needs."]),
];

/** A page that the answer is made from. */
export const CitedSourceBody = z.object({ title: z.string(), url: z.string(), favicon: z.string() });

/** The pages that an answer's `[n]` name, in their order. */
export const citedSources = ({ results }: ResearchResponse): readonly z.output<typeof CitedSourceBody>[] =>
  results.map(({ title, url }) => ({ title: title ?? url, url, favicon: new URL("/favicon.ico", url).href }));

const job = {
  request_id: z.string(),
  created_at: z.string().describe("ISO 8601"),
  input: z.string(),
  model: z.enum(["mini", "pro"]),
};

/** Research that was ordered. */
export const OrderedBody = z.object({
  ...job,
  status: z.literal("pending"),
  response_time: z.number().describe("seconds"),
  warnings: common.warnings,
});

/** Research that was ordered before, as far as it is. */
export const JobBody = z.object({
  ...job,
  status: z.enum(["pending", "in_progress", "completed", "failed"]),
  content: z.string().optional().describe("the answer, each statement with [n], which names sources[n - 1]"),
  sources: z.array(CitedSourceBody).optional(),
  outcomes: z.array(OutcomeBody).optional().describe("how each engine fared"),
  error: z.string().optional().describe("why it failed"),
  code: z.string().optional(),
  response_time: common.response_time,
  usage: common.usage,
  truncated: common.truncated,
  warnings: common.warnings,
});

/** Finished research in the API's shape. */
export function researchAnswerOf(
  { answer, sources, response_time, warnings = [], truncated, ...found }: ResearchResponse,
  { requestId, usage, warnings: own }: { requestId: string; usage: boolean; warnings: readonly string[] },
) {
  return {
    content: answer,
    sources: citedSources({ answer, sources, response_time, ...found }),
    outcomes: sources,
    response_time: secondsOf(response_time),
    ...(truncated && { truncated }),
    ...endOf({ requestId, usage, warnings: [...own, ...warnings] }),
  };
}
