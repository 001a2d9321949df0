import { z } from "zod";
import { Alternative } from "../../senses.ts";

const Percent = z.number().optional().describe("percent");
const Day = z.string().describe("ISO 8601");

const Kind = z.enum(["crypto", "stock", "etf", "index", "fx", "other"]);

export const Understood = z.object({
  assets: z.array(
    z.object({
      symbol: z.string(),
      kind: z.enum(["crypto", "security"]),
      weight: z.number().describe("0 to 1, all of them 1"),
      also: z.string().optional().describe("how to ask for the other thing that the symbol may mean"),
      by: z.string().optional().describe("what says that it is a coin"),
      alternatives: z.array(Alternative).optional().describe("other coins of the same ticker"),
    }),
  ),
  window: z.int().describe("days of history"),
  risk: z.enum(["low", "medium", "high"]).optional(),
  horizon: z.enum(["short", "medium", "long"]).optional(),
});

const Asset = z.object({
  symbol: z.string(),
  name: z.string(),
  kind: Kind,
  currency: z.string().optional(),
  weight: z.number().describe("0 to 1, of those that are known"),
  price: z.number(),
  as_of: Day,
  previous: z.number().optional().describe("the close before"),
  price_7d_ago: z.number().optional(),
  price_30d_ago: z.number().optional(),
  high_window: z.number().optional(),
  low_window: z.number().optional(),
  change_24h_pct: Percent,
  change_7d_pct: Percent,
  change_30d_pct: Percent,
  change_window_pct: Percent,
  volatility_pct: z.number().optional().describe("of a year, percent: deviation of daily logarithmic returns"),
  volatility_n: z.int().optional().describe("daily returns that it is made of"),
  history_from: Day.optional().describe("the first day of the history that the figures of the window rest on"),
  history_n: z.int().describe("its days"),
  small_sample: z.boolean().optional().describe("true: under 20 days of history or 20 returns"),
  max_drawdown_pct: z.number().optional().describe("deepest fall within the window, percent"),
  market_cap: z.number().optional(),
  venues: z.array(
    z.object({
      source: z.string(),
      price: z.number(),
      deviation_pct: z.number().describe("percent above the price"),
    }),
  ),
  history_source: z.string().optional(),
  price_source: z.string(),
  url: z.string().optional().describe("the page that tells the price"),
});

const Period = z.object({ from: Day, to: Day });

export const Answer = z.object({
  assets: z.array(Asset),
  history: z
    .array(z.object({ symbol: z.string(), points: z.array(z.object({ date: Day, close: z.number() })) }))
    .describe("daily closes of the window"),
  performance: z
    .object({
      change_24h_pct: Percent,
      change_7d_pct: Percent,
      change_30d_pct: Percent,
      volatility_pct: z.number().optional().describe("of a year, percent"),
      best: z.string().optional().describe("by the change of 30 days"),
      worst: z.string().optional(),
      n: z.int().describe("assets"),
      period: Period.optional(),
    })
    .describe("weighted sums, each asset in its own currency; absent where one asset's is not known"),
  correlation: z.object({
    symbols: z.array(z.string()),
    pairs: z.array(
      z.object({
        a: z.string(),
        b: z.string(),
        r: z.number().optional().describe("−1 to 1; absent below five common returns"),
        n: z.int().describe("common returns"),
        small_sample: z.boolean().optional(),
      }),
    ),
    mean: z.number().optional(),
    period: Period.optional(),
  }),
  diversification: z.object({
    effective_bets: z.number().optional().describe("squared diversification ratio"),
    effective_assets: z.number().describe("1 / Σ weight²"),
    assets: z.int(),
    largest_weight: z.number(),
    kinds: z.array(z.object({ kind: Kind, weight: z.number() })),
    rating: z.enum(["poor", "fair", "good", "unknown"]),
    recommendations: z
      .array(z.object({ id: z.string(), sentence: z.string(), evidence: z.string() }))
      .optional()
      .describe("absent where none follows and the rating is unknown"),
  }),
  market_mood: z.object({
    fear_greed: z.int().optional().describe("0 extreme fear, 100 extreme greed; of coins"),
    classification: z.string().optional(),
    as_of: Day.optional(),
    risk_free_pct: z.number().optional().describe("US treasury bills of three months, percent a year"),
    risk_free_as_of: Day.optional(),
  }),
  disclaimer: z.string(),
});
