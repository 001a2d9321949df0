import { z } from "zod";
import { Count, HttpUrl, IsoDate } from "../../../sources/kit/values/fields.ts";

const Mood = z.enum(["positive", "neutral", "negative"]);
const Score = z.number().min(-1).max(1);
const Ratio = z.number().min(0).max(1);
const Scored = Count.describe("scored mentions");

export const PERIODS = ["day", "week", "month", "year"] as const;

/** What is answered of a topic's mentions. */
export const answer = z.object({
  volume: z.object({
    mentions: Count,
    authors: Count.describe("different ones, as far as the platforms name them"),
    by_source: z.array(
      z.object({
        source: z.string(),
        mentions: Count,
        capped: z.boolean().describe("the platform had more"),
        from: IsoDate.describe("since when its mentions were read"),
      }),
    ),
    period: z.enum(PERIODS),
    from: IsoDate,
    to: IsoDate,
    per_day: z
      .number()
      .nonnegative()
      .optional()
      .describe("the sum of the platforms' rates, each over the time that was read of it; of two mentions and more"),
  }),
  sentiment: z.object({
    overall: Mood.describe("by the score: positive from 0.05, negative from -0.05"),
    score: Score.describe("mean polarity of the scored mentions, -1 to 1"),
    positive: Ratio,
    neutral: Ratio,
    negative: Ratio,
    positive_low: Ratio.describe("95 % interval (Wilson)"),
    positive_high: Ratio,
    negative_low: Ratio,
    negative_high: Ratio,
    n: Scored,
    small_sample: z.boolean().optional().describe("fewer than 30 were scored"),
    unscored: Count.describe("in other languages, or without a word that tells anything"),
    weighted_score: Score.optional().describe("weighted by ln(2 + approval + replies)"),
    languages: z.array(z.object({ language: z.string(), n: Count.describe("mentions") })),
  }),
  top_sources: z.array(
    z.object({
      source: z.string(),
      community: z.string().optional(),
      mentions: Count,
      score: Score.optional(),
      n: Scored,
      engagement: Count,
    }),
  ),
  evolution: z.object({
    bucket: z.enum(["hour", "day", "week"]),
    from: IsoDate.describe("since when all platforms with mentions were read"),
    cut: z.boolean().optional().describe("that is later than the period's begin"),
    points: z.array(
      z.object({
        start: IsoDate.describe("UTC; weeks begin on Monday"),
        mentions: Count,
        n: Scored,
        score: Score.optional(),
      }),
    ),
    direction: z.enum(["improving", "stable", "worsening"]).optional(),
    change: z.number().optional().describe("the last third's mean score less the first third's"),
  }),
  keywords: z.array(
    z.object({
      term: z.string(),
      mentions: Count.describe("that have it"),
      score: Score.optional().describe("mean polarity of those that were scored"),
    }),
  ),
  mentions: z.array(
    z.object({
      title: z.string().optional(),
      text: z.string(),
      url: HttpUrl,
      source: z.string(),
      author: z.string().optional(),
      published: IsoDate.optional(),
      polarity: Mood.optional(),
      compound: Score.optional(),
      engagement: Count.describe("approval, replies and shares together"),
      language: z.string().optional(),
    }),
  ),
});

export type Answer = z.output<typeof answer>;
