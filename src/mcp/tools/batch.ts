import { z } from "zod";
import { batchOperation } from "../../operations/batch.ts";
import type { BatchResponse } from "../../pipelines/batch.ts";
import { BATCH_MS } from "../../pipelines/deadlines.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { MaxTokens, Offset, Options, words } from "../arguments.ts";
import { background, defineOrderable } from "../background.ts";
import { keptWhenWhole } from "../kept-when-whole.ts";
import { called } from "../operation.ts";
import { listWithinBudget } from "../token-budget.ts";
import { CHANGES, type Tool } from "../tool.ts";
import { isNone } from "./parsers.ts";

/** `web_batch`: several parsers at once. */
export const batchTool: Tool = defineOrderable({
  leaves: true,
  deadlineMs: () => BATCH_MS,
  name: "web_batch",
  description: "Ask several parsers at once, any that list_parsers names.",
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
    ...background,
  }),
  output: batchOperation.output,
  order: ({ requests }, timeout) => ({
    method: "POST",
    path: requestPath("/batch", { timeout }),
    body: requests.map((request) => ({ ...request, pagecount: 1 })),
  }),
  run: ({ requests, offset, max_tokens }, deps) => {
    const size = { offset, max_tokens };
    return keptWhenWhole(deps, (within) =>
      called(
        batchOperation,
        { requests: requests.map((request) => ({ ...request, pagecount: 1 })) },
        size,
        within,
        { advice: ({ results }) => (noneFound(results) ? NOTHING : undefined) },
        (answer: BatchResponse, _, count) => {
          const share = Math.floor((size.max_tokens * ITEMS_SHARE) / answer.results.length);
          const results = answer.results.map(({ time_ms: _, ...result }) => ({
            ...result,
            ...listWithinBudget(
              { items: result.items },
              "items",
              { offset: 0, max_tokens: Math.max(share, LEAST) },
              count,
            ),
          }));
          return listWithinBudget({ results }, "results", size, count);
        },
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
