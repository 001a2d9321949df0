import { z } from "zod";
import { UNWRITABLE } from "../errors.ts";

/* The arguments that many tools have. */

const MAX_QUERY = 2000;
const LEAST_TOKENS = 500;
const MOST_TOKENS = 100_000;

/** Listed by its type alone: the server's instructions say once what every tool's `offset`, `limit` and `max_tokens` are. */
const TERSE = { terse: true };

/** A whole number within bounds. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

/** A text that is asked. */
export const words = (describe: string, example: string) =>
  z
    .string({ error: ({ input }) => (input === undefined ? `is missing: ${describe}` : "must be a text") })
    .trim()
    .min(1, { error: `is missing: ${describe}` })
    .refine((text) => text.length <= MAX_QUERY, { error: `must have at most ${MAX_QUERY} characters` })
    .refine((text) => !UNWRITABLE.test(text), { error: "must not hold control characters" })
    .describe(describe)
    .meta({ examples: [example] });

/** Every tool's. */
export const Timeout = whole(1, 300).optional().describe("seconds");

export const MaxTokens = whole(LEAST_TOKENS, MOST_TOKENS).default(8_000).meta(TERSE);

export const Offset = z
  .int({ error: "must be a whole number" })
  .min(0, { error: "must not be negative" })
  .default(0)
  .meta(TERSE);

/** Entries of an answer at most. */
export const Limit = whole(1, 1_000).optional().meta(TERSE);

/** Further parameters of a parser, as text. */
export const Options = z.record(
  z.string(),
  z
    .union([z.string(), z.number(), z.boolean()], { error: "must be a text, a number, true or false" })
    .transform(String),
  { error: "must be an object of the parser's own parameters" },
);
