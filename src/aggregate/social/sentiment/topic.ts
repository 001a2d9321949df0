import { folded } from "../../../language/fold.ts";
import type { Item } from "../../../sources/source.ts";

/*
 * Platforms search by tags and by words that are only alike: a post counts where it holds the topic.
 */

/** Signs that are part of a name (C++, AT&T, .NET): neither letters nor what merely joins words. */
const SIGNS = /[^\p{L}\p{M}\p{N}\s'’_-]/u;

/** Scripts that do not write blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

/** Whether a hashtag can be the topic: tags hold letters, digits and underscores alone. */
export const fitsTag = (topic: string): boolean => !SIGNS.test(topic.trim());

/** A topic as one tag; undefined where a tag cannot hold it. */
export const tagOf = (topic: string): string | undefined =>
  fitsTag(topic) ? topic.replace(/[^\p{L}\p{M}\p{N}_]/gu, "") || undefined : undefined;

const wordsIn = (text: string): readonly string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** A word without a plural ending. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/(?:s|x)$/, "") : word);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What tells whether a text with tags holds a topic: all of its words as whole words, or its tag; a name with signs as it is written. */
export function holding(topic: string): (text: string, tags: readonly string[]) => boolean {
  if (!fitsTag(topic)) {
    const literal = new RegExp(`(?<![\\p{L}\\p{N}])${escaped(folded(topic))}(?![\\p{L}\\p{N}+#])`, "u");
    return (text) => literal.test(folded(text));
  }
  const wanted = wordsIn(topic).map(singular);
  const joined = wordsIn(topic).join("");
  if (UNSPACED.test(topic))
    return (text, tags) => folded(text).includes(folded(topic)) || tags.some((tag) => folded(tag) === joined);
  return (text, tags) => {
    const words = new Set([...wordsIn(text), ...tags.flatMap(wordsIn)].map(singular));
    return wanted.every((word) => words.has(word)) || words.has(singular(joined));
  };
}

/** A post's words, wherever its platform writes them. */
export const saidIn = (item: Item): string =>
  ["title", "content", "snippet", "text"]
    .flatMap((name) => (typeof item[name] === "string" ? item[name] : []))
    .join("\n");

/** Its tags, and the community that it was written in. */
export const tagsIn = (item: Item): readonly string[] => {
  const tags: unknown = item["tags"];
  const own = Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
  return typeof item["community"] === "string" ? [...own, item["community"]] : own;
};
