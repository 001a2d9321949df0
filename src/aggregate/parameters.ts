import { z } from "zod";
import { UNWRITABLE } from "../errors.ts";
import { flag, MAX_AGE_S, MAX_QUERY, missing, whole } from "../pipelines/parameters.ts";

/*
 * The parameters of analyses. A bad value is `bad-query`, its message the parameter's name and the sentence that stands here.
 */

export const MAX_TIMEOUT_MS = 120_000;

/** `q` as it is typed: blanks folded, one pair of surrounding quotes removed, NFC. */
export const normalised = ({ describe, example }: { readonly describe: string; readonly example: string }) => {
  const absent = missing(describe, example);
  return z
    .string({ error: ({ input }) => (input === undefined ? absent : "must be given once, as text") })
    .refine((text) => !UNWRITABLE.test(text), { error: "must not hold control characters" })
    .overwrite(tidy)
    .min(1, { error: absent })
    .max(MAX_QUERY, { error: `must have at most ${MAX_QUERY} characters` })
    .describe(describe)
    .meta({ examples: [example] });
};

const QUOTED = /^(?:"([^"]*)"|'([^']*)'|“([^“”]*)”|«([^«»]*)»)$/;

function tidy(text: string): string {
  const folded = text.normalize("NFC").replace(/\s+/g, " ").trim();
  const [, ...inner] = QUOTED.exec(folded) ?? [];
  return inner.find((part) => part !== undefined)?.trim() ?? folded;
}

/** What every analysis takes beside `q`. */
export const common = (budgetMs: number) => ({
  sources: z
    .string({ error: "must be given once, as text" })
    .optional()
    .describe("comma-separated ids of this analysis' parsers: only they are asked; default: all"),
  no_cache: flag(false).describe("ask every source afresh"),
  max_age: whole(0, MAX_AGE_S)
    .optional()
    .describe("seconds: what was kept for longer is asked anew; default: as long as each source allows"),
  timeout: whole(1, MAX_TIMEOUT_MS / 1000)
    .optional()
    .describe("the same in seconds; the shorter of both holds"),
  timeout_ms: whole(1_000, MAX_TIMEOUT_MS)
    .default(budgetMs)
    .describe("milliseconds after which what came by then is answered"),
});

/** What its answer's route takes besides, and its prompt's does not. */
export function csvParameters(answer: z.ZodObject) {
  const lists = listsIn(answer);
  return {
    rows: z
      .enum(["all", ...lists.keys()], { error: `must be one of all, ${[...lists.keys()].join(", ")}` })
      .optional()
      .describe("CSV only: the list whose entries are the rows, or all for the whole answer in one row"),
  };
}

/** Two letters, lower case. */
export const language = (describe = "two letters; default: the language of q, else en") =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z]{2}$/, { error: "must be a two-letter language code, such as en" })
    .optional()
    .describe(describe);

/** What an analysis takes whose search is in no language: that of its prompt. */
export const promptLanguage = language(
  "two letters; of the prompt; default: the language of q where it is sure, else en",
);

/** Two letters, upper case. */
export const region = (describe = "two letters; default: the region of the language") =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, { error: "must be a two-letter country code, such as FR" })
    .optional()
    .describe(describe);

/** A language's region: en→US, fr→FR … */
const REGIONS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    en: "US",
    fr: "FR",
    de: "DE",
    es: "ES",
    it: "IT",
    pt: "PT",
    ru: "RU",
  }),
);

/** The region that a language has where none is named. */
export const regionOf = (language: string): string | undefined => REGIONS.get(language);

/** How many entries of a list there are at most. */
export const limit = (fallback: number, min: number, max: number, describe: string) =>
  whole(min, max).default(fallback).describe(describe);

/** One of some words. */
export const oneOf = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  describe: string,
) => {
  const named = words.length > 1 ? `${words.slice(0, -1).join(", ")} or ${words.at(-1)}` : words[0];
  return z
    .enum(words, { error: `must be ${named}` })
    .default(fallback)
    .describe(describe);
};

/** Every list of objects or scalars in an answer, by its path, with the schema of its entries. */
export function listsIn(schema: z.ZodObject, path: readonly string[] = []): ReadonlyMap<string, z.ZodType> {
  return new Map(
    Object.entries(schema.shape).flatMap(([name, field]): (readonly [string, z.ZodType])[] => {
      const here = [...path, name];
      const inner = bare(field);
      if (inner instanceof z.ZodArray && inner.element instanceof z.ZodType) return [[here.join("."), inner.element]];
      return inner instanceof z.ZodObject ? [...listsIn(inner, here)] : [];
    }),
  );
}

/** A schema without what says that it may be absent. */
function bare(field: unknown): unknown {
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable || field instanceof z.ZodDefault
    ? bare(field.unwrap())
    : field;
}
