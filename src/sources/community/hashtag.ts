import { SourceError } from "../../errors.ts";
import { clip } from "../kit/values/text.ts";

/** A hashtag out of words: letters, digits and underscores of all of them, joined. */
export function hashtag(words: string): string {
  const tag = words.replace(/[^\p{L}\p{M}\p{N}_]/gu, "");
  if (!tag) throw new SourceError("bad-query", `“${clip(words)}” holds no letter or digit that a hashtag could have.`);
  return tag;
}

/** What to say of words that were asked for as one hashtag; undefined where they were one to begin with. */
export const asHashtag = (words: string): string | undefined =>
  words.replace(/^#/, "") === hashtag(words)
    ? undefined
    : `understood as the hashtag #${hashtag(words)}: without a token there is no search of texts`;
