import { parse } from "tldts";
import { z } from "zod";

const MAX_WORDS = 10;
const MAX_CHARS = 120;

/** A phrase that is searched for: one to ten words, no address. */
export const keywordPhrase = z
  .string()
  .max(MAX_CHARS, { error: `must have at most ${MAX_CHARS} characters` })
  .refine((text) => !isAddress(text), {
    error: "this analysis takes a keyword phrase; /seo/content takes a URL",
  })
  .refine((text) => text.split(" ").length <= MAX_WORDS, { error: `must have at most ${MAX_WORDS} words` });

/** Whether a text is a URL, or a domain below a suffix that exists. */
function isAddress(text: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return true;
  const host = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?=$|[/:?#])/u.exec(text)?.[0];
  if (host === undefined || text.includes(" ")) return false;
  const { isIcann, domain } = parse(host);
  return isIcann === true && domain !== null;
}
