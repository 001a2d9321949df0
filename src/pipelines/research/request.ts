import { z } from "zod";
import type { SourceOutcome } from "../../events.ts";
import { MaxTokens, type Truncated } from "../budget/truncated.ts";
import { MAX_AGE_S, RenderWhen, words } from "../parameters.ts";

const MAX_SOURCES = 100;
const MAX_AGE = `must be a whole number from 0 to ${MAX_AGE_S}`;
const TIMEOUT = "must be a whole number from 1 to 300";

/** The body of `POST /research`. */
export const ResearchRequest = z.object({
  query: words("the question to research", "how does RxJS handle backpressure?"),
  max_results: z
    .int({ error: "must be a whole number from 1 to 100" })
    .min(1, { error: "must be a whole number from 1 to 100" })
    .max(100, { error: "must be a whole number from 1 to 100" })
    .default(20)
    .describe("results in the answer at most"),
  model: z
    .enum(["mini", "pro"], { error: "must be mini or pro" })
    .default("mini")
    .describe("mini: a few fast engines, answered from their snippets; pro: every engine, variants, pages read"),
  stream: z.boolean({ error: "must be true or false" }).default(false).describe("send events as they happen"),
  sources: z
    .union([z.array(z.string()), z.string().transform((list) => list.split(",", MAX_SOURCES + 1))], {
      error: "must be a list of engine ids",
    })
    .transform((ids) => [...new Set(ids.map((id) => id.trim()).filter(Boolean))])
    .pipe(
      z
        .array(z.string())
        .min(1, { error: "must name engines" })
        .max(MAX_SOURCES, { error: `must name at most ${MAX_SOURCES} engines` }),
    )
    .optional()
    .describe("ids of the engines to ask instead of the model's own choice"),
  render: RenderWhen.describe("run scripts of the pages read, five at most"),
  timeout: z
    .int({ error: TIMEOUT })
    .min(1, { error: TIMEOUT })
    .max(300, { error: TIMEOUT })
    .optional()
    .describe("seconds for all; default 30, and what the language model has"),
  max_tokens: MaxTokens.optional(),
  no_cache: z.boolean({ error: "must be true or false" }).optional().describe("ask every engine afresh"),
  max_age: z
    .int({ error: MAX_AGE })
    .min(0, { error: MAX_AGE })
    .max(MAX_AGE_S, { error: MAX_AGE })
    .optional()
    .describe("seconds: what was kept for longer is asked anew; default: as long as each source allows"),
});

export type ResearchRequest = Omit<
  z.output<typeof ResearchRequest>,
  "stream" | "timeout" | "max_tokens" | "no_cache" | "max_age"
>;

export interface ResearchResult {
  readonly title?: string;
  readonly url: string;
  /**
   * The snippet; of a page that was read, its best passages in the page's order, joined by ` [...] `. What the answer
   * cites stands here.
   */
  readonly content?: string;
  /** 0–1. */
  readonly score: number;
  /** The engine of its best rank. */
  readonly source: string;
  /** ISO 8601. */
  readonly published_date?: string;
}

export interface ResearchResponse {
  readonly query: string;
  /** What the sources say, each statement with `[n]`, which names `results[n - 1]`. */
  readonly answer: string;
  /** Whether any source that was found answers; where none does, `answer` says so and states nothing else. */
  readonly answered: boolean;
  /** Why there is no answer; absent where there is one. */
  readonly why?: string;
  /** The best first. */
  readonly results: readonly ResearchResult[];
  readonly usage: {
    /** Engine searches begun, those of the query's variants included. */
    readonly searches: number;
    /** Distinct pages found, before the cut to `max_results`. */
    readonly results_total: number;
  };
  /** Seconds, a decimal string. */
  readonly response_time: string;
  /** What each engine came to, in the engines' order, then the suggestion sources. */
  readonly sources: readonly SourceOutcome[];
  /** The embeddings model that ranked the passages which the answer is written from; absent: their words did. */
  readonly passages_ranked_by?: string;
  readonly warnings?: readonly string[];
  readonly truncated?: Truncated;
}
