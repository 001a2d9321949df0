import { z } from "zod";
import { researchOperation } from "../../operations/research.ts";
import { writingMs } from "../../pipelines/deadlines.ts";
import { MaxTokens, whole } from "../arguments.ts";
import { background, defineOrderable } from "../background.ts";
import { called } from "../operation.ts";
import type { Tool } from "../tool.ts";

/** `web_research`: an answer with its sources. */
export const researchTool: Tool = defineOrderable({
  takesLong: true,
  name: "web_research",
  cost: "model",
  description:
    "Answer a question from the web: several engines, deduplicated, a summary whose statements cite their sources as [n]. " +
    "web_search is faster for finding pages.",
  toolsets: ["web"],
  deadlineMs: writingMs,
  leaves: true,
  input: z.object({
    query: researchOperation.input.shape.query,
    model: z.enum(["mini", "pro"]).default("mini").describe("pro: every engine, best pages read"),
    max_results: whole(1, 100).default(10),
    render: researchOperation.input.shape.render,
    max_tokens: MaxTokens,
    ...background,
  }),
  output: researchOperation.output,
  order: ({ query, model, max_results }, timeout) => ({
    method: "POST",
    path: "/research",
    body: { query, model, max_results, ...(timeout !== undefined && { timeout }) },
  }),
  run: ({ max_tokens, background: _, task_id: __, ...asked }, deps) =>
    called(researchOperation, asked, { offset: 0, max_tokens }, deps),
});
