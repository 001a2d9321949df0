import { z } from "zod";
import { lazyImport } from "../operators/lazyImport.ts";
import { writingMs } from "../pipelines/deadlines.ts";
import { fitResearch } from "../pipelines/research/fitting.ts";
import { ResearchRequest, type ResearchResponse } from "../pipelines/research/request.ts";
import { defineOperation } from "./define.ts";

const { query, model, max_results, sources, render } = ResearchRequest.shape;

/** Of a model's tokens, what the findings take; the rest is for the outcomes of engines that failed. */
const FINDINGS_SHARE = 0.75;

/** An answer with its sources; its code is imported by the first who asks. */
export const researchOperation = defineOperation({
  name: "research",
  title: "An answer with its sources",
  description: "Answers a question from what is found, each statement with the source that it cites.",
  subject: "query",
  input: z.object({ query, model, max_results, sources, render }),
  output: z.object({
    query: z.string(),
    answer: z.string(),
    answered: z.boolean(),
    why: z.string().optional(),
    results: z.array(z.looseObject({ url: z.string(), score: z.number() })),
  }),
  limits: { ms: writingMs, leaves: true },
  run: (order, { config, env, catalogue, timeoutMs, onFailure, onResults, streamed }) =>
    lazyImport(
      () => import("../pipelines/research/index.ts"),
      ({ embeddingsModelOf, languageModelOf, readySources, research }) =>
        research(order, {
          ...readySources(catalogue.categories, env),
          upstream: env.upstream,
          model: languageModelOf(config),
          embeddings: embeddingsModelOf(config),
          deadlineMs: config.SEARCH_DEADLINE_MS,
          timeMs: timeoutMs ?? writingMs(config),
          ...(onFailure && { onFailure }),
          ...(onResults && { onResults }),
          ...(streamed !== undefined && { streamed }),
        }),
    ),
  rows: { list: "results" },
  shorten: (answer: ResearchResponse, { max_tokens }, count) => {
    const {
      response_time: _,
      sources: outcomes,
      ...fitted
    } = fitResearch(answer, Math.floor(max_tokens * FINDINGS_SHARE), count);
    const failed = outcomes.flatMap(({ id, status, items, error }) => (error ? [{ id, status, items, error }] : []));
    return { ...fitted, ...(failed.length > 0 && { sources: failed }) };
  },
});
