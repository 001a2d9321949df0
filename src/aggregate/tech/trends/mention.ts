import type { Attention } from "../../formulas/decay.ts";

export const DAY_MS = 86_400_000;

/** Something that was written or made about a topic, as far as trends are read off it. */
export interface Mention extends Attention {
  readonly title: string;
  readonly url: string;
  /** Milliseconds since 1970: when it was written or begun. */
  readonly published?: number | undefined;
  /** When it changed last; absent: when it was written. */
  readonly changed?: number | undefined;
  readonly tags: readonly string[];
  /** Its source lists the newest first, and its list was cut before the time that is counted: its dates do not count. */
  readonly cut?: boolean;
}

/** An ISO 8601 time in milliseconds since 1970. */
export function instantOf(time: string | undefined): number | undefined {
  const instant = Date.parse(time ?? "");
  return Number.isFinite(instant) ? instant : undefined;
}

/** The same story told twice is one: the first stays. */
export function once<T extends { readonly url: string }>(items: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return items.filter(({ url }) => {
    const key = url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/[/#?]+$/, "");
    return !seen.has(key) && seen.add(key);
  });
}

/** Weeks that momentum looks back on, in days. */
const COUNTED = 28;

/** Marks a list that may have been cut, at `full` entries of `whole`, before it reached back as far as is counted. */
export function marked<One extends Mention>(
  mentions: readonly One[],
  full: number,
  { now }: { readonly now: number },
  whole = mentions.length,
): readonly One[] {
  const oldest = Math.min(...mentions.map(({ published }) => published ?? now));
  const cut = whole >= full && oldest > now - COUNTED * DAY_MS;
  return mentions.map((mention) => ({ ...mention, cut }));
}

/** A tag or topic without blanks and signs: "machine-learning" as "machinelearning". */
const tagOf = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, "");

/** What says whether something is about a topic. */
interface Telling {
  readonly title: string;
  readonly tags: readonly string[];
  readonly description?: string | undefined;
}

/**
 * Whether something is not of another word that only holds the topic (“Trust” for “rust”, “Godot” for “go”), unless it names the
 * topic as well. What names neither was found by its text, which is not told here.
 */
export const isOn = (topic: string) => {
  const words = topicPattern(topic);
  const tag = tagOf(topic);
  return ({ title, tags, description = "" }: Telling): boolean =>
    words.test(title) ||
    words.test(description) ||
    tags.some((one) => tagOf(one) === tag || words.test(one)) ||
    ![title, ...tags].some((text) => tagOf(text).includes(tag));
};

/** The topic's words, neighbours apart by a blank or sign, in a title; no part of a longer word. */
export function topicPattern(topic: string): RegExp {
  const words = topic.split(/[\s_-]+/).map((word) => RegExp.escape(word));
  return new RegExp(`(?<![\\p{L}\\p{N}])${words.join("[\\s_-]*")}(?:s|'s)?(?![\\p{L}\\p{N}+#])`, "iu");
}
