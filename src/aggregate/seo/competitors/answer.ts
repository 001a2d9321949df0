import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

const Texts = z.array(z.string());
const Block = z.object({ present: z.boolean(), count: Count });

export const GAPS = ["content", "question", "feature", "schema", "social", "freshness"] as const;

const Competitor = z.object({
  rank: z.int().min(1).describe("the engine's own place where one engine answered, else that of the merged order"),
  domain: z.string().describe("registrable"),
  url: HttpUrl.describe("its page that ranks"),
  title: z.string(),
  found_in: Texts.describe("the engines that have it"),
  positions: z
    .array(z.object({ engine: z.string(), position: z.int().min(1) }))
    .describe("its place at each engine that has it"),
  domain_authority: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .describe("a proxy: 100 × (1 − log10(rank of popularity)/6); absent where it is not ranked"),
  authority_basis: z.string(),
  tranco_rank: z.int().min(1).optional().describe("among the most popular sites, 1 first"),
  age_years: z.number().optional().describe("since the domain was registered"),
  backlinks: z
    .object({
      wikipedia_articles: Count.optional().describe("articles of Wikipedia that cite the domain"),
      referring_domains: Count.optional().describe("registrable domains among the results that name it"),
      examples: z.array(HttpUrl).optional(),
      checked: Count.describe("results looked at"),
      lower_bound: z.boolean(),
    })
    .optional(),
  social: z
    .object({
      profiles: z.array(z.object({ network: z.string(), url: HttpUrl })),
      networks: Count,
      open_graph: z.boolean().optional(),
      twitter_card: z.boolean().optional(),
    })
    .optional(),
  page: z
    .object({
      words: Count.optional(),
      h2: Count.optional(),
      readability: z.number().optional().describe("on the scale of its language"),
      readability_scale: z.string().optional().describe("of readability: flesch, kandel-moles …"),
      internal_links: Count.optional(),
      external_links: Count.optional(),
      structured_data_types: Texts.optional(),
      updated: IsoDate.optional(),
    })
    .optional(),
  serp_features: Texts.optional().describe("features of the page of results in which the domain stands"),
});

/** Who ranks for a phrase, and what that takes. */
export const answer = z.object({
  competitors: z.array(Competitor).describe("the first page of each of the first domains"),
  serp_features: z.object({
    engine: z.string(),
    featured_snippet: z
      .object({
        present: z.boolean(),
        position: z.int().min(1).optional(),
        owner: z.string().optional().describe("domain that it is taken from"),
      })
      .optional(),
    people_also_ask: Block.extend({ questions: Texts }),
    images: Block.optional(),
    videos: Block.optional(),
    shopping: Block.optional(),
    others: Texts.optional(),
  }),
  gap_analysis: z.object({
    against: z.string().optional().describe("the own domain, where `site` names it"),
    gaps: z
      .array(
        z.object({
          kind: z.enum(GAPS),
          label: z.string(),
          covered_by: Count.describe("competitors that have it"),
          of: Count.describe("competitors of whom it is known"),
          missing_at: Texts.describe("domains that do not have it, the own one first"),
          score: z
            .int()
            .min(0)
            .max(100)
            .describe("with `site`: percent of the competitors that have it; else 100 × gap × demand"),
        }),
      )
      .describe("with `site`: what it lacks and three have; else what three of ten have at most"),
  }),
  own_position: z
    .array(
      z.object({
        engine: z.string(),
        position: z.int().min(1).optional().describe("absent: not among the results checked"),
        url: HttpUrl.optional(),
        checked: Count,
      }),
    )
    .describe("only with `site`"),
});
export type Answer = z.output<typeof answer>;
