import { z } from "zod";
import { type BatchResponse, batch, parseBatch } from "../../pipelines/batch.ts";
import { BATCH_MS } from "../../pipelines/deadlines.ts";
import { MaxTokens, Offset, Options, words } from "../arguments.ts";
import { listed, showing } from "../shown.ts";
import { CHANGES, defineTool, type Tool } from "../tool.ts";
import { isNone } from "./parsers.ts";

/** `web_batch`: several parsers at once. */
export const batchTool: Tool = defineTool({
  leaves: true,
  deadlineMs: () => BATCH_MS,
  name: "web_batch",
  description: "Ask several parsers at once, any that list_parsers names. One that fails harms no other.",
  cost: "search",
  toolsets: ["web"],
  hints: CHANGES,
  input: z.object({
    requests: z.array(
      z.object({
        parser: words("id or category/id", "packages/npm"),
        query: words("what it is asked", "rxjs"),
        options: Options.default({}),
      }),
    ),
    offset: Offset,
    max_tokens: MaxTokens,
  }),
  output: z.object({
    results: z.array(z.looseObject({ parser: z.string(), success: z.boolean(), items: z.array(z.looseObject({})) })),
    next_offset: z.int().optional(),
  }),
  run: ({ requests, ...size }, { config, env, categories, onSource, timeoutMs }) => {
    const sources = categories.flatMap((category) => category.sources);
    const find = (name: string) =>
      sources.find(({ category, id }) => `${category}/${id}` === name) ?? sources.find(({ id }) => id === name);
    return batch(parseBatch(requests.map((request) => ({ ...request, pagecount: 1 }))), {
      env,
      find,
      deadlineMs: config.SEARCH_DEADLINE_MS,
      timeoutMs,
      onSource,
    }).pipe(
      showing<BatchResponse>(
        (answer, count) => {
          const share = Math.floor((size.max_tokens * ITEMS_SHARE) / answer.results.length);
          const results = answer.results.map(({ time_ms: _, ...result }) => ({
            ...result,
            ...listed({ items: result.items }, "items", { offset: 0, max_tokens: Math.max(share, LEAST) }, count),
          }));
          return listed({ results }, "results", size, count);
        },
        size.max_tokens,
        { advice: ({ results }) => (noneFound(results) ? NOTHING : undefined) },
      ),
    );
  },
});

const NOTHING = "No parser found anything: try other words, or other parsers; list_parsers says what each takes.";

const noneFound = (results: unknown): boolean =>
  Array.isArray(results) && results.every((result) => isNone(Object(result).items));

/** Of the answer, what the parsers' items may take, and what each may at least. */
const ITEMS_SHARE = 0.9;
const LEAST = 300;
