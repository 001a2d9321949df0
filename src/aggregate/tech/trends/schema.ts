import { z } from "zod";
import { Alternative } from "../../senses.ts";

const Moment = z.string().describe("ISO 8601");
const Direction = z.enum(["rising", "steady", "falling"]).optional();
const Momentum = z
  .number()
  .optional()
  .describe("a week beside a week of the three before; absent below five items in 28 days");

export const Understood = z.object({
  topic: z.string(),
  tag: z.string().describe("the topic as tags are written"),
  period: z.enum(["week", "month", "quarter"]),
  from: Moment.describe("the first day of the period"),
  programming_language: z.string().optional().describe("its name in GitHub's addresses, where the topic is one"),
  taken_for: Alternative.optional().describe("the thing of technology that the name means, as Wikidata knows it"),
  alternatives: z.array(Alternative).optional().describe("other things of the same name"),
});

export const Answer = z.object({
  topics: z
    .array(
      z.object({
        topic: z.string(),
        score: z.number().describe("sum of its items' attention, halved by every week of their age"),
        items: z.int(),
        momentum: Momentum,
        direction: Direction,
        examples: z.array(z.object({ title: z.string(), url: z.string() })),
      }),
    )
    .describe("tags, repository topics and phrases of titles"),
  trend: z.object({
    direction: Direction,
    momentum: Momentum,
    items_7d: z.int(),
    items_28d: z.int(),
    first: Moment.optional(),
    last: Moment.optional(),
    by_week: z.array(z.object({ start: Moment, items: z.int() })),
  }),
  discussions: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      comments_url: z.string().optional(),
      source: z.string(),
      points: z.int().optional(),
      comments: z.int().optional(),
      published: Moment,
      score: z.number(),
    }),
  ),
  projects: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      description: z.string().optional(),
      language: z.string().optional(),
      stars: z.int().optional(),
      stars_in_period: z.int().optional(),
      likes: z.int().optional().describe("of a model"),
      forks: z.int().optional(),
      license: z.string().optional(),
      updated: Moment.optional(),
      downloads: z.int().optional().describe("a month"),
      source: z.string(),
      score: z
        .number()
        .describe(
          "log10(1 + stars) × 2^(−days since its last change / 180); of a model its likes, of a package a thousand downloads count as a star",
        ),
    }),
  ),
  questions: z.array(
    z.object({
      question: z.string(),
      url: z.string(),
      asked_similar: z.int().describe("questions alike, itself among them"),
      score: z.int().optional(),
      views: z.int().optional(),
      answers: z.int().optional(),
      answered: z.boolean().optional(),
      tags: z.array(z.string()),
      published: Moment.optional(),
      source: z.string(),
    }),
  ),
  news: z.array(
    z.object({
      title: z.string(),
      url: z.string(),
      publisher: z.string().optional(),
      published: Moment,
      source: z.string(),
    }),
  ),
});

export type Period = z.output<typeof Understood>["period"];

/** Days of each period. */
export const DAYS: Readonly<Record<Period, number>> = { week: 7, month: 30, quarter: 91 };
