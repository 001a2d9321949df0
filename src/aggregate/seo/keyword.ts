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

const phraseKey = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll("ё", "е").replace(/\s+/g, " ").trim();

/** Whether two phrases are searched for as one: letters with marks are letters of their own (чай is not чаи), ё is written е. */
export const samePhrase = (one: string, other: string): boolean => phraseKey(one) === phraseKey(other);

/** The language of a phrase: the one asked for, else its own where it is sure, else English. */
export const languageOf = (wanted: string | undefined, phrase: string): string => wanted ?? languageOfText(phrase);
