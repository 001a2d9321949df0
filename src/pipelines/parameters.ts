import { z } from "zod";
import { UNWRITABLE } from "../errors.ts";

/** Seconds that `max_age` may name. */
export const MAX_AGE_S = 31_536_000;

/** Characters that a query may have. */
export const MAX_QUERY = 2000;

const TOO_LONG = `must have at most ${MAX_QUERY} characters`;

/** Returns what is said where nothing is asked. */
export const missing = (describe: string, example: string): string => `is missing: ${describe}, for example ${example}`;

/** Words that are asked, with what they mean where they are asked for. */
export const words = (describe: string, example: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? missing(describe, example) : "must be given once, as text"),
    })
    .trim()
    .min(1, { error: missing(describe, example) })
    .max(MAX_QUERY, { error: TOO_LONG })
    .refine((text) => !UNWRITABLE.test(text), { error: "must not hold control characters" })
    .describe(describe)
    .meta({ examples: [example] });

/** When pages are rendered: in the same words wherever it is asked. */
export const RenderWhen = z
  .enum(["auto", "always", "never"], { error: "must be auto, always or never" })
  .optional()
  .describe("run pages' scripts in a browser: auto where a page's text comes with them; default RENDER_DEFAULT");

/** What `debug` adds, in the same words wherever it is asked. */
export const Debug = "tell of each page why it was rendered (render_reason)";

/** Names that are told of at most. */
const MOST_NAMED = 10;

/** Returns a sentence on names that nobody reads; undefined where there are none. */
export function unknownNames(what: string, given: readonly string[], known: readonly string[]): string | undefined {
  const names = given.filter((name) => !known.includes(name));
  if (names.length === 0) return undefined;
  const unknown = names.slice(0, MOST_NAMED).map((name) => `“${name.slice(0, 40)}”`);
  const [are, were] = names.length === 1 ? ["is", "was"] : ["are", "were"];
  const there = known.length > 0 ? `known are ${known.join(", ")}` : "there are none";
  return `The ${what}${names.length === 1 ? "" : "s"} ${unknown.join(", ")} ${are} unknown and ${were} ignored; ${there}.`;
}

/** A whole number within bounds, as a parameter's text. */
export const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** Yes or no, as a parameter's text. */
export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false", "1", "0"], { error: "must be true, false, 1 or 0" })
    .default(fallback ? "true" : "false")
    .transform((word) => word === "true" || word === "1");
