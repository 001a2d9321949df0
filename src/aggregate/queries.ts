import { z } from "zod";
import { SourceError } from "../errors.ts";
import { parseDomain, parseUrl } from "../sources/kit/requests/query.ts";

/*
 * What `q` may be, as schemas over its text. What another schema than these says must be a sentence that follows "q: ".
 */

/** A schema whose text is read by a function that throws `bad-query` with the sentence. */
const readBy = <T>(read: (text: string) => T) =>
  z.string().transform((text, context): T => {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      context.addIssue({ code: "custom", message: error.message });
      return z.NEVER;
    }
  });

/** A page's address; `https://` is assumed where there is no scheme: “foo bar” is not a URL. */
export const pageUrl = readBy((text) => parseUrl(text).href);

/** A host name, also out of a URL: “foo bar” is not a domain name. */
export const domainName = readBy(parseDomain);

/** A text of so many characters. */
export const characters = (min: number, max: number) =>
  z
    .string()
    .min(min, { error: `must have at least ${min} characters` })
    .max(max, { error: `must have at most ${max} characters` });
