import { z } from "zod";
import { batch, parseBatch } from "../pipelines/batch.ts";
import { BATCH_MS } from "../pipelines/deadlines.ts";
import { defineOperation } from "./define.ts";

/** Several sources at once. */
export const batchOperation = defineOperation({
  name: "batch",
  title: "Several parsers at once",
  description: "Asks several parsers at once. One that fails harms no other: its result says why.",
  subject: "requests",
  // Each is checked with the place that it has in the list, so that the sentence names it.
  input: z.object({ requests: z.unknown() }),
  output: z.object({
    results: z.array(z.looseObject({ parser: z.string(), success: z.boolean(), items: z.array(z.looseObject({})) })),
    next_offset: z.int().optional(),
  }),
  limits: { ms: BATCH_MS, leaves: true },
  run: ({ requests }, { config, env, catalogue, timeoutMs, onSource, onFailure }) =>
    batch(parseBatch(requests), {
      env,
      find: catalogue.named,
      deadlineMs: config.SEARCH_DEADLINE_MS,
      timeoutMs,
      onSource,
      ...(onFailure && { onFailure }),
    }),
  rows: { list: "results" },
});
