import { z } from "zod";
import { lazyImport } from "../operators/lazyImport.ts";
import type { ContentSearchRequest } from "../pipelines/content-search/index.ts";
import { OPERATION_MS, writingMs } from "../pipelines/deadlines.ts";
import { RenderWhen } from "../pipelines/parameters.ts";
import { languageModelOf } from "../pipelines/research/plan.ts";
import { defineOperation } from "./define.ts";

const Domains = z.array(z.object({ host: z.string(), path: z.string() })).default([]);

const input = z.object({
  query: z.string(),
  /** Queries of the same search beside it: their results are merged. */
  further: z.array(z.string()).default([]),
  limit: z.int().min(0),
  depth: z.enum(["ultra-fast", "fast", "basic", "advanced"]).default("basic"),
  topic: z.enum(["general", "news", "finance"]).default("general"),
  timeRange: z.enum(["day", "week", "month", "year"]).optional(),
  from: z.string().optional(),
  until: z.string().optional(),
  language: z.string().optional(),
  region: z.string().optional(),
  safe: z.literal("strict").optional(),
  includeDomains: Domains,
  domainsMode: z.enum(["restrict", "prefer"]).default("restrict"),
  excludeDomains: Domains,
  exactMatch: z.boolean().default(false),
  chunks: z.int().optional(),
  rawContent: z.enum(["text", "markdown"]).optional(),
  images: z.boolean().default(false),
  engines: z.array(z.string()).optional(),
  answer: z.enum(["basic", "advanced"]).optional(),
  render: RenderWhen,
  pagesMs: z.number().optional(),
}) satisfies z.ZodType<ContentSearchRequest>;

/** A search of the web with what an agent reads of it: filters, the pages' texts, pictures, an answer. */
export const contentSearchOperation = defineOperation({
  name: "content-search",
  title: "A search with the pages' content",
  description: "Searches all engines, filters what they find, and reads the pages.",
  subject: "query",
  input,
  output: z.object({ query: z.string(), results: z.array(z.looseObject({ url: z.string() })) }),
  limits: { ms: (config, { answer }) => (answer === undefined ? OPERATION_MS : writingMs(config)), leaves: true },
  run: ({ further, ...order }, { config, env, catalogue, timeoutMs, streamed, onFailure }) =>
    lazyImport(
      () => import("../pipelines/content-search/index.ts"),
      ({ contentSearch, contentSources, several }) => {
        const deps = {
          ...contentSources(catalogue.categories, env),
          upstream: env.upstream,
          model: languageModelOf(config),
          deadlineMs: config.SEARCH_DEADLINE_MS,
          timeMs: timeoutMs ?? (order.answer === undefined ? OPERATION_MS : writingMs(config)),
          ...(streamed !== undefined && { streamed }),
          ...(onFailure && { onFailure }),
        };
        const first$ = contentSearch(order, deps);
        if (further.length === 0) return first$;
        const others = further.map((query) => contentSearch({ ...order, query, answer: undefined }, deps));
        return several([first$, ...others], order.limit);
      },
    ),
  rows: { list: "results" },
});
