import { z } from "zod";
import { BaseItem } from "../kit/values/fields.ts";
import { LanguageTag } from "../kit/values/languages.ts";

/** Something said in a language: a word, a sentence, a translation, or a remark on a text. */
export const LanguageItem = BaseItem.extend({
  title: z.string(),
  language: LanguageTag.optional().describe("language of what is said"),
});

/** A word in one of its senses, or a word that another led to. */
export const WordItem = LanguageItem.extend({
  title: z.string().describe("the word"),
  snippet: z.string().optional().describe("the definition"),
  partOfSpeech: z.string().optional().describe("e.g. noun, verb; where a word may be several, the first"),
  examples: z.array(z.string()).optional().describe("sentences that use the word in this sense"),
});
