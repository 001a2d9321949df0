import { z } from "zod";

/* The arguments that many tools have. */

const LEAST_TOKENS = 500;
const MOST_TOKENS = 100_000;

/** Listed by its type alone: the server's instructions say once what every tool's `offset`, `limit` and `max_tokens` are. */
const TERSE = { terse: true };

/** A whole number within bounds. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
};

import { MAX_AGE_S } from "../pipelines/parameters.ts";

export { words } from "../pipelines/parameters.ts";

/** Every tool's. */
export const Timeout = whole(1, 300).optional().describe("seconds");

/** Every tool's: seconds for which a kept answer may serve. */
export const MaxAge = whole(0, MAX_AGE_S).optional();

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

export const Render = z.enum(["auto", "always", "never"]).optional().describe("run scripts in a browser");
