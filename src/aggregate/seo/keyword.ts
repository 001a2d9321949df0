import { parse } from "tldts";
import { z } from "zod";
import { languageOfText } from "../prompt/language.ts";

const MAX_WORDS = 10;
const MAX_CHARS = 120;
/** `https://…`, or a name below a public suffix: “asp.net”, not “node.js”. */
function isAddress(text: string): boolean {
  if (text.includes(" ")) return false;
  const { domain, isIcann } = parse(text);
  return text.includes("://") || (isIcann === true && domain !== null);
}

/** Words that are searched for: an address is not. */
export const keywordPhrase = z
  .string()
  .max(MAX_CHARS, { error: `must have at most ${MAX_CHARS} characters` })
  .refine((text) => text.split(" ").length <= MAX_WORDS, { error: `must have at most ${MAX_WORDS} words` })
  .refine((text) => !isAddress(text), {
    error: "this analysis takes a keyword phrase; /seo/content takes a URL",
  });

/** The language of a phrase: the one asked for, else its own where it is sure, else English. */
export const languageOf = (wanted: string | undefined, phrase: string): string => wanted ?? languageOfText(phrase);
