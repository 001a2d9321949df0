import { createRequire } from "node:module";
import { z } from "zod";

const require = createRequire(import.meta.url);
/** Loaded with the first pattern: a quarter of a megabyte of code, most of it tables of Unicode. */
const re2 = (): typeof import("re2js") => require("re2js");

const MAX_PATTERNS = 50;
const MAX_PATTERN_CHARS = 200;

/** What one pattern may compile to, so that a match costs its text's length times this at most. */
const MAX_PROGRAM = 2_000;

/** A checked regular expression. */
export interface Pattern {
  /** Whether it matches anywhere in the text; `^` and `$` anchor. Takes time linear in the text's length. */
  test(text: string): boolean;
}

/** The pattern, or the sentence that says why it is none. */
function compiled(source: string): Pattern | string {
  try {
    const pattern = re2().RE2JS.compile(source);
    return pattern.programSize() > MAX_PROGRAM ? "it repeats too much" : pattern;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * One regular expression or a list of them, in RE2's syntax (no look-around, no back-references: what would let a match
 * take more than linear time). Compiled by `re2js`, so that no pattern can hold the process up.
 */
export const patterns = (describe: string) =>
  z
    .union([
      z.string().max(MAX_PATTERN_CHARS, { error: `must have at most ${MAX_PATTERN_CHARS} characters` }),
      z
        .array(z.string().max(MAX_PATTERN_CHARS, { error: `must have at most ${MAX_PATTERN_CHARS} characters each` }))
        .max(MAX_PATTERNS, { error: `must be at most ${MAX_PATTERNS} patterns` }),
    ])
    .default([])
    .transform((given, context): readonly Pattern[] =>
      [given].flat().flatMap((source) => {
        if (!source.trim()) return [];
        const pattern = compiled(source);
        if (typeof pattern !== "string") return [pattern];
        context.addIssue({ code: "custom", message: `“${source}” is no usable regular expression: ${pattern}` });
        return [];
      }),
    )
    .describe(`${describe}; RE2 syntax, matched anywhere unless anchored`);

/** Whether any of the patterns matches. */
export const anyMatches = (list: readonly Pattern[], text: string): boolean => list.some((one) => one.test(text));
