import { z } from "zod";
import { Count, HttpUrl, Money } from "../../../sources/kit/values/fields.ts";
import type { Feature } from "../../../sources/serp/serp_features/features.ts";

const ORDER: Readonly<Record<Feature, true>> = {
  organic: true,
  ads_top: true,
  ads_bottom: true,
  featured_snippet: true,
  answer: true,
  people_also_ask: true,
  knowledge_panel: true,
  local_pack: true,
  sitelinks: true,
  image_pack: true,
  video_carousel: true,
  top_stories: true,
  shopping: true,
  related_searches: true,
  ai_overview: true,
  no_results: true,
};

/** Every feature that the parser tells. */
export const FEATURES = Object.keys(ORDER).filter((name): name is Feature => Object.hasOwn(ORDER, name));

const Position = z.int().min(1).optional().describe("among the page's blocks, from above; 1 is the first");

/** A block of a kind, with what stands in it. */
const pack = <Item extends z.ZodType>(item: Item) =>
  z.object({
    present: z.boolean(),
    count: Count,
    position: Position,
    items: z.array(item).optional().describe("absent where the search that stands in for them failed"),
    items_from: z
      .literal("another search")
      .optional()
      .describe("the page shows no items of it: these are what a search of the engine's own for them gives"),
  });

export const answer = z.object({
  features: z.array(
    z.object({
      feature: z.enum(FEATURES),
      present: z.boolean(),
      count: Count.describe("results, advertisements, questions … of it"),
      position: Position,
      engine: z.string(),
      items: z.array(z.object({ title: z.string(), url: HttpUrl.optional() })),
    }),
  ),
  featured_snippets: z.object({
    present: z.boolean(),
    text: z.string().optional(),
    url: HttpUrl.optional(),
    owner: z.string().optional().describe("the registrable domain that it is taken from"),
  }),
  people_also_ask: z.object({
    present: z.boolean(),
    count: Count,
    questions: z.array(
      z.object({
        question: z.string(),
        answer: z.string().optional(),
        url: HttpUrl.optional(),
        source: z.string().optional().describe("host of the page that answers"),
      }),
    ),
  }),
  image_packs: pack(z.object({ title: z.string(), url: HttpUrl, image: HttpUrl.optional() })),
  video_packs: pack(
    z.object({
      title: z.string(),
      url: HttpUrl,
      duration_s: z.number().nonnegative().optional(),
      publisher: z.string().optional(),
    }),
  ),
  shopping: pack(z.object({ title: z.string(), url: HttpUrl, price: Money.optional(), seller: z.string().optional() })),
  other: z.object({
    ads_top: Count,
    ads_bottom: Count,
    local_pack: z.boolean(),
    knowledge_panel: z.boolean(),
    top_stories: z.boolean(),
    ai_overview: z.boolean(),
    sitelinks: z.boolean(),
    related_searches: z.array(z.string()),
    organic: Count.describe("results of the page"),
  }),
});
