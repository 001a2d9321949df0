import type { Item } from "../../../sources/source.ts";
import { covering, type Span } from "../../formulas/coverage.ts";
import type { Gathered } from "../../settled-result.ts";
import { type Mention, mentionOf, sameness } from "./mention.ts";
import type { Platform, Question } from "./platforms.ts";

/** The time that is looked at, in milliseconds since 1970, and what of it is wanted. */
export interface Window {
  readonly topic: string;
  readonly topicLanguage: string;
  /** Two letters; absent: every language. */
  readonly only?: string | undefined;
  readonly period: "day" | "week" | "month" | "year";
  readonly from: number;
  readonly to: number;
  /** Mentions of one platform at most. */
  readonly limit: number;
}

/** A platform that answered. */
interface PlatformRead {
  readonly id: Platform;
  /** It had more than was read. */
  readonly capped: boolean;
  /** The time in which every mention that it holds was read: it ends with the window. */
  readonly span: Span;
}

/** What was written of a topic, as far as it has been read. */
export interface Corpus extends Window {
  /** Each once, those of the platforms in the order in which they answered. */
  readonly mentions: readonly Mention[];
  /** The platforms that answered. */
  readonly platforms: readonly PlatformRead[];
  /** Posts that were left out because nobody says when they were written. */
  readonly undated: number;
}

export const emptyCorpus = (window: Window): Corpus => ({ ...window, mentions: [], platforms: [], undated: 0 });

/** What a platform came to. */
export interface PlatformAnswer {
  readonly question: Question;
  readonly answer: Gathered<Item>;
}

/** A corpus with one more platform's answer; what was written before is there already is left out. */
export function withAnswer(corpus: Corpus, { question: { id, full }, answer }: PlatformAnswer): Corpus {
  if (!answer.answered && answer.items.length === 0) return corpus;
  const { from, to, limit, only, topicLanguage } = corpus;
  const read = answer.items.flatMap((item) => mentionOf(item, topicLanguage) ?? []);
  const own = read.filter(({ at, language }) => at >= from && at <= to && (only === undefined || language === only));
  const known = new Set(corpus.mentions.flatMap(sameness));
  const fresh = own.filter((mention) => {
    const keys = sameness(mention);
    const seen = keys.some((key) => known.has(key));
    for (const key of keys) known.add(key);
    return !seen;
  });
  const reachesBack = read.some(({ at }) => at < from);
  const kept = fresh.slice(0, limit);
  const capped = fresh.length > limit || (answer.items.length >= full && !reachesBack);
  // A list that is cut covers the time since its oldest entry, whether that is a mention or not.
  const dated = fresh.length > limit ? kept : read;
  const { span } = covering(dated, { asked: { from, to }, cut: capped, at: ({ at }) => at });
  return {
    ...corpus,
    mentions: [...corpus.mentions, ...kept],
    platforms: [...corpus.platforms, { id, capped, span }],
    undated: corpus.undated + answer.items.filter(({ publishedAt }) => publishedAt === undefined).length,
  };
}
