import { z } from "zod";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import { whole } from "../../pipelines/parameters.ts";
import type { SourceDefinition } from "../../sources/source.ts";
import { Explain, FormatParameter, freshness, PageCount, Timeout, words } from "../schemas.ts";

/** The category of the engines. */
export const ENGINES = "search";

const common = (describe: string, example: string) => ({
  q: words(describe, example),
  pagecount: PageCount,
  ...freshness,
  timeout: Timeout,
  format: FormatParameter,
});

/** The parameters that every source's route has; a source's own of these names are not read, but for `format`. */
export const RESERVED: readonly string[] = Object.keys(common("", ""));

/** A source as far as its schemas say what may be asked and what is answered. */
export type Schemed = Pick<SourceDefinition, "query" | "item">;

/** The parameters of `GET /<category>/<id>`. */
export function sourceQuery({ query }: Schemed) {
  const own = common(query.describe, query.example);
  return z.object({ ...own, ...query.options.shape, ...own, format: formatFor(query.options) });
}

/** The parameters that the engines have beside those of `GET /search` itself; of two of one name, the first engine's. */
export function engineOptions(engines: readonly Schemed[]): z.ZodObject {
  // An instance's own `engines` (SearXNG's) are asked for on its own route: here they are the search's.
  const { engines: _, ...options } = Object.assign({}, ...engines.toReversed().map(({ query }) => query.options.shape));
  return z.object(options);
}

/** The parameters of `GET /search`. */
export function searchQuery(engines: readonly Schemed[]) {
  const own = {
    ...common("words to search the web for", "rxjs backpressure"),
    engines: z.string().optional().describe("comma-separated ids of the engines to ask; default: all that are ready"),
    sources: z.string().optional().describe("another name of engines"),
    max_results: whole(1, 200).optional().describe("items in the answer at most"),
    max_tokens: MaxTokens.optional(),
    explain: Explain,
  };
  return z.object({ ...own, ...engineOptions(engines).shape, ...own });
}

const scored = {
  engines: z.array(z.string()).describe("every engine that found it, the best rank first"),
  score: z.number().min(0).max(1),
};

const explained = {
  explain: z
    .object({
      agreement: z.number().describe("the fused ranks of its engines: 1 for one engine's first place"),
      relevance: z.number().optional().describe("how well its text answers the query's words, 0 to 1"),
      coverage: z
        .number()
        .optional()
        .describe("the share of the query's telling words that it shows, by weight, 0 to 1"),
      ranks: z.array(z.object({ engine: z.string(), rank: z.number(), weight: z.number() })),
      words: z.record(z.string(), z.number()).describe("each word's weight beside the weightiest"),
    })
    .optional()
    .describe("with explain=true"),
};

/** The entries of a search's answer, by the engine that a page was best at; with what their scores are made of, or without. */
export function searchEntries(engines: readonly Schemed[], explain: boolean): readonly z.ZodObject[] {
  const own = { ...scored, ...(explain && explained) };
  return engines.length > 0 ? engines.map(({ item }) => item.extend(own)) : [z.object(own)];
}

/** A source whose own `format` is of another kind (an image's) shares the parameter: json, csv and xml stay the answer's. */
function formatFor({ shape }: z.ZodObject): z.ZodType {
  const own = shape["format"];
  const error = "is neither a format of answers (json, csv or xml) nor one of this source";
  return own ? z.union([FormatParameter, own], { error }) : FormatParameter;
}
