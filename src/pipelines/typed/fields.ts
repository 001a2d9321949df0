import { z } from "zod";

const MAX_PROMPT_CHARS = 10_000;

/** How typed data of a page is asked for, on every face. */
export const typedInput = {
  schema: z
    .record(z.string(), z.unknown(), { error: "must be a JSON schema, an object" })
    .optional()
    .describe("JSON schema of the data to take out of each page; takes a language model"),
  prompt: z
    .string({ error: "must be a text" })
    .trim()
    .min(1, { error: "must not be empty" })
    .max(MAX_PROMPT_CHARS, { error: `must be at most ${MAX_PROMPT_CHARS} characters` })
    .optional()
    .describe("what data is wanted of each page, in words"),
};

/** What typed data adds to a page. */
export const typedOutput = {
  data: z.unknown().optional().describe("what was taken out of the page; it fits the schema"),
  passages: z
    .array(
      z.object({
        paths: z.array(z.string()).describe("JSON pointers into data"),
        text: z.string().describe("word for word as in the page's text"),
        match: z.enum(["exact", "words"]).describe("exact: the values stand there; words: most of their words do"),
      }),
    )
    .optional()
    .describe("where on the page the data's texts and numbers stand"),
  unverified: z
    .array(z.string())
    .optional()
    .describe("JSON pointers of the values that nothing on the page was found for"),
};
