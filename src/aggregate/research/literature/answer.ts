import { z } from "zod";
import { Count, HttpUrl, IsoDate, Ratio } from "../../../sources/kit/values/fields.ts";

const Doi = z.string().describe("in lower case, without https://doi.org/");

const Article = z.object({
  title: z.string(),
  doi: Doi.optional(),
  url: HttpUrl.optional(),
  year: z.int().optional(),
  published: IsoDate.optional().describe("the earliest date that an index tells"),
  type: z.string().optional(),
  authors: z.array(z.string()).describe("the first 20"),
  author_count: Count,
  venue: z.string().optional().describe("journal, proceedings or repository"),
  issn: z.string().optional(),
  publisher: z.string().optional(),
  abstract: z.string().optional().describe("600 characters at most"),
  citations: Count.optional().describe("the largest number that an index counts"),
  citations_source: z.string().optional().describe("the index that counts so many"),
  fwci: z.number().optional().describe("field-weighted citation impact (OpenAlex); 1 is the world's mean"),
  impact: z.number().optional().describe("of the venue: see impact_factors"),
  open_access: z
    .object({
      is_open: z.boolean().optional().describe("absent: no index says"),
      status: z.string().optional().describe("gold, green, hybrid, bronze, diamond, closed …"),
      url: HttpUrl.optional().describe("a free copy"),
      license: z.string().optional(),
    })
    .optional()
    .describe("absent: no index knows anything of it"),
  keywords: z.array(z.string()),
  retracted: z.boolean().optional(),
  preprint: z.boolean().describe("known as a preprint only"),
  found_in: z.array(z.string()).describe("the indexes that have it"),
  score: Ratio.describe("how the indexes rank it together, with its citations; the best is 1"),
});

export const answer = z.object({
  articles: z.array(Article).describe("one entry a work, whatever indexes have it"),
  overview: z.object({
    found: Count.describe("records in all indexes"),
    merged: Count.describe("works that they are of, before limit"),
    years: z.array(z.object({ year: z.int(), n: Count })).describe("newest first"),
    median_citations: z
      .number()
      .optional()
      .describe("of the n articles whose citations are known, where they are three or more"),
    n: Count,
    top_keywords: z.array(z.object({ keyword: z.string(), n: Count })),
  }),
  authors: z
    .array(
      z.object({
        name: z.string(),
        orcid: z.string().optional(),
        articles: Count,
        citations: Count.describe("of these articles"),
        affiliations: z.array(z.string()),
      }),
    )
    .describe("20, those of most articles first"),
  affiliations: z.array(z.object({ name: z.string(), articles: Count })).describe("15, as the indexes write them"),
  open_access: z.object({
    open: Count,
    closed: Count,
    unknown: Count,
    share: Ratio.optional().describe("open by open and closed"),
    by_status: z.array(z.object({ status: z.string(), n: Count })),
    n: Count.describe("articles"),
  }),
  impact_factors: z
    .array(
      z.object({
        venue: z.string(),
        issn: z.string().optional(),
        impact: z.number().optional(),
        measure: z.string().describe("what impact measures"),
        h_index: Count.optional(),
        works: Count.optional().describe("works of the venue"),
        in_doaj: z.boolean().optional(),
        articles: Count.describe("of this answer"),
      }),
    )
    .describe("an open proxy of the impact factor"),
  citation_network: z.object({
    nodes: z.array(
      z.object({
        id: z.string().describe("the DOI, or A1 … by the article's place"),
        title: z.string(),
        year: z.int().optional(),
        cited_in_set: Count,
        cites_in_set: Count,
      }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string() })).describe("from cites to"),
    density: Ratio.describe("edges by all that could be"),
    seminal: z.array(z.string()).describe("the most cited within the set, five at most"),
    coupling: z
      .array(z.object({ a: z.string(), b: z.string(), shared: Count }))
      .describe("the 20 pairs that share most references, two at least"),
    coverage: Ratio.describe("the share of nodes whose references are known"),
    n: Count.describe("nodes"),
  }),
});

export type LiteratureAnswer = z.output<typeof answer>;
