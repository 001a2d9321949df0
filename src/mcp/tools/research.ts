import { z } from "zod";
import { imported } from "../../operators/imported.ts";
import { writingMs } from "../../pipelines/deadlines.ts";
import { fitResearch } from "../../pipelines/research/fitting.ts";
import type { ResearchResponse } from "../../pipelines/research/request.ts";
import { MaxTokens, whole, words } from "../arguments.ts";
import { showing } from "../shown.ts";
import { defineTool, type Tool } from "../tool.ts";

/** Of the answer, what the findings may take beside the outcomes of the engines. */
const FINDINGS_SHARE = 0.75;

/** `web_research`: an answer with its sources. */
export const researchTool: Tool = defineTool({
  name: "web_research",
  cost: "model",
  description:
    "Answer a question from the web: several engines, deduplicated, a summary whose statements cite their sources as [n]. " +
    "For questions that need several sources; web_search is faster for finding pages.",
  toolsets: ["web"],
  deadlineMs: writingMs,
  leaves: true,
  input: z.object({
    query: words("the question", "how does RxJS handle backpressure?"),
    model: z.enum(["mini", "pro"]).default("mini").describe("pro: every engine, best pages read"),
    max_results: whole(1, 100).default(10),
    max_tokens: MaxTokens,
  }),
  output: z.object({
    query: z.string(),
    answer: z.string(),
    answered: z.boolean(),
    why: z.string().optional(),
    results: z.array(z.looseObject({ url: z.string(), score: z.number() })),
  }),
  run: ({ max_tokens, ...order }, deps) =>
    imported(
      () => import("../../pipelines/research/index.ts"),
      ({ languageModelOf, readySources, research }) =>
        research(order, {
          ...readySources(deps.categories, deps.env),
          upstream: deps.env.upstream,
          model: languageModelOf(deps.config),
          deadlineMs: deps.config.SEARCH_DEADLINE_MS,
          timeMs: deps.timeoutMs ?? writingMs(deps.config),
          onFailure: (what, error) => deps.onFailure?.(what, error.cause ?? error),
        }),
    ).pipe(
      showing<ResearchResponse>((answer, count) => {
        const {
          response_time: _,
          sources,
          ...fitted
        } = fitResearch(answer, Math.floor(max_tokens * FINDINGS_SHARE), count);
        const failed = sources.flatMap(({ id, status, items, error }) => (error ? [{ id, status, items, error }] : []));
        return { ...fitted, ...(failed.length > 0 && { sources: failed }) };
      }, max_tokens),
    ),
});
