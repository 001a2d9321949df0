import { z } from "zod";
import { Count, HttpUrl, IsoDate, Ratio } from "../../../sources/kit/values/fields.ts";
import { INTENTS } from "../../formulas/intent-words.ts";

const Texts = z.array(z.string());
const Intent = z.enum(INTENTS);
const Range = z.object({ min: Count, median: z.number(), max: Count });
const Gram = z.object({ text: z.string(), count: Count, pages: Count });

export const OPPORTUNITIES = ["question", "term", "format", "freshness", "depth"] as const;

/** What is known of a phrase that is searched for. */
export const answer = z.object({
  serp: z
    .array(
      z.object({
        rank: z
          .int()
          .min(1)
          .describe("the engine's own place where one engine answered, else that of the merged order"),
        title: z.string(),
        url: HttpUrl,
        domain: z.string().describe("registrable"),
        snippet: z.string().optional(),
        found_in: Texts.describe("the engines that have it"),
        positions: z
          .array(z.object({ engine: z.string(), position: z.int().min(1) }))
          .describe("its place at each engine that has it"),
      }),
    )
    .describe("the best 20 results of the engines together"),
  corpus: z
    .object({
      language: z.string().describe("ISO 639-1: what the search was made in"),
      pages_asked: Count,
      pages_read: Count,
      words: Count.describe("of all main texts together"),
      as_of: IsoDate,
      failed: z.array(z.object({ url: HttpUrl, error: z.string() })),
    })
    .describe("the pages that all further figures are made of: one of each of the first domains"),
  terms: z
    .array(
      z.object({
        term: z.string(),
        tfidf: Ratio.describe("what distinguishes: its mean weight in the pages' normalised vectors"),
        prominence: z.number().describe("what is expected: coverage × mean logarithmic frequency"),
        coverage: Ratio.describe("share of the pages that have it"),
        pages: Count,
        count: Count,
        in_titles: Count.describe("pages whose title has it"),
        in_headings: Count.optional().describe("pages with a heading that has it"),
        density_pct: z.number().describe("percent of all words"),
        suggested_min: Count.optional().describe("a 1,000 words: lower quartile of the pages that have it, of four on"),
        suggested_max: Count.optional().describe("a 1,000 words: upper quartile"),
        small_sample: z.boolean().optional().describe("true: the quartiles are of fewer than eight pages"),
      }),
    )
    .describe("the 60 of highest tfidf"),
  ngrams: z
    .object({
      bigrams: z.array(
        Gram.extend({ npmi: z.number().optional().describe("how much oftener together than by chance, -1 to 1") }),
      ),
      trigrams: z.array(Gram),
      fourgrams: z.array(Gram),
    })
    .describe("20 of each at most"),
  intents: z.object({
    primary: Intent,
    scores: z
      .object({ informational: Ratio, commercial: Ratio, transactional: Ratio, local: Ratio, navigational: Ratio })
      .describe("together 1"),
    evidence: Texts.describe("what speaks for them; empty: nothing does, informational is assumed"),
    queries: z.array(z.object({ query: z.string(), intent: Intent })).describe("of the suggestions"),
  }),
  questions: z.array(
    z.object({
      question: z.string(),
      named_by: Count.describe("sources, or pages by a heading"),
      answered_by: z.array(HttpUrl).optional().describe("pages that hold 60 % of its words in one sentence or heading"),
    }),
  ),
  suggestions: z.array(
    z.object({
      query: z.string(),
      named_by: Count.describe("sources that suggest it"),
      best_rank: z.int().min(1),
      found_in: Texts,
    }),
  ),
  semantic_groups: z
    .array(
      z.object({
        label: z.string(),
        terms: Texts,
        queries: Texts.describe("suggestions and questions that share most words with it"),
        intent: Intent,
        weight: Ratio.describe("share of the prominence of the 40 terms that were grouped"),
      }),
    )
    .describe("terms that stand in the same paragraphs"),
  benchmark: z
    .object({
      n: Count.describe("pages that were read"),
      small_sample: z.boolean().optional().describe("fewer than three pages: no median says anything"),
      words: Range,
      h2: Range.optional(),
      images_median: z.number().optional(),
      internal_links_median: z.number().optional(),
      external_links_median: z.number().optional(),
      readability_median: z.number().optional(),
      readability_scale: z.string().optional(),
      structured_data_types: z.array(z.object({ type: z.string(), pages: Count })).optional(),
      newest: IsoDate.optional(),
      oldest: IsoDate.optional(),
    })
    .describe("of two pages on"),
  opportunities: z
    .array(
      z.object({
        kind: z.enum(OPPORTUNITIES),
        label: z.string(),
        why: z.string(),
        score: z.int().min(0).max(100).describe("100 × gap × demand"),
        gap: Ratio.describe("share of the pages that do not serve it"),
        demand: Ratio.describe("1 where three sources named it"),
      }),
    )
    .describe("what few pages serve, the best 15; of two pages on"),
  content_plan: z.object({
    title_ideas: Texts,
    target_words: z
      .object({ min: Count, max: Count })
      .optional()
      .describe("quartiles of the pages' lengths, of eight pages on; of three on the shortest and the longest"),
    outline: z.array(
      z.object({
        level: z.int().min(1).max(6),
        heading: z.string(),
        terms: Texts,
        questions: Texts,
        words: Count.optional(),
      }),
    ),
    structured_data_types: Texts.optional().describe("of at least two pages and a third of all"),
    must_have_terms: Texts.optional().describe(
      "of at least half of the pages, the most prominent first; absent of fewer than three pages",
    ),
    n_pages: Count.describe("pages that it is drawn from"),
    small_sample: z.boolean().optional().describe("drawn from fewer than eight pages"),
  }),
  volume: z
    .object({ broad: Count.optional(), exact: Count.optional(), unit: z.string(), as_of: IsoDate })
    .describe("searches of the very phrase"),
});
type Answer = z.output<typeof answer>;
export type Question = Answer["questions"][number];
export type Suggestion = Answer["suggestions"][number];
