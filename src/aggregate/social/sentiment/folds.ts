import { excerpt } from "../../../sources/kit/values/text.ts";
import type { Draft } from "../../../sources/source.ts";
import { commonSpan, perDay } from "../../formulas/coverage.ts";
import { type Bucket, changeOf, pointsOf } from "../../formulas/evolution.ts";
import { keywordsOf } from "../../formulas/keywords.ts";
import { moodOf } from "../../formulas/polarity.ts";
import { rounded } from "../../formulas/rounding.ts";
import { mean, wilson } from "../../formulas/shares.ts";
import { wordsOf } from "../../formulas/words.ts";
import type { Answer, PERIODS } from "./answer.ts";
import type { Corpus } from "./corpus.ts";
import type { Mention } from "./mention.ts";

const BUCKETS: Readonly<Record<(typeof PERIODS)[number], Bucket>> = {
  day: "hour",
  week: "day",
  month: "day",
  year: "week",
};

const SMALL = 30;
const MOST_SOURCES = 15;
const MOST_KEYWORDS = 25;
const STRONGEST = 5;
const MOST_ENGAGING = 10;
const MAX_TEXT = 280;

/** What platforms write around every post. */
const PLATFORM_WORDS = `reddit mastodon lemmy fediverse bluesky misskey lobsters hacker news stackoverflow youtube telegram video
  videos post posts posted comment comments submitted link links thread channel subscribe http https www com org net html amp
  nbsp quot gt lt utm watch hn ask show edit update`;

const figure = (value: number | undefined): number | undefined => (value === undefined ? undefined : rounded(value, 4));

const scoresOf = (mentions: readonly Mention[]): readonly number[] =>
  mentions.flatMap(({ compound }) => compound ?? []);

/** Mentions a day: each platform's over the time that was read of it. One mention makes no rate. */
function rateOf(mentions: readonly Mention[], platforms: Corpus["platforms"]): number | undefined {
  if (mentions.length < 2) return undefined;
  return platforms.reduce((sum, { id, span }) => {
    const entries = mentions.filter(({ source }) => source === id);
    return sum + (perDay({ entries, span }, 1) ?? 0);
  }, 0);
}

export function volumeOf({ mentions, platforms, period, from, to }: Corpus): Draft<Answer["volume"]> {
  return {
    mentions: mentions.length,
    authors: new Set(mentions.flatMap(({ source, author }) => (author ? `${source} ${author}` : []))).size,
    by_source: platforms
      .map(({ id, capped, span }) => ({
        source: id,
        mentions: mentions.filter(({ source }) => source === id).length,
        capped,
        from: new Date(span.from).toISOString(),
      }))
      .toSorted((a, b) => b.mentions - a.mentions),
    period,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    per_day: figure(rateOf(mentions, platforms)),
  };
}

/** The mood of the mentions; undefined where none was scored. */
export function sentimentOf({ mentions }: Corpus): Draft<Answer["sentiment"]> | undefined {
  const scores = scoresOf(mentions);
  const n = scores.length;
  const score = mean(scores);
  const count = (mood: string): number => scores.filter((compound) => moodOf(compound) === mood).length;
  const [positive, negative] = [wilson(count("positive"), n), wilson(count("negative"), n)];
  if (score === undefined || !positive || !negative) return undefined;
  const weights = mentions.flatMap(({ compound, approval }) =>
    compound === undefined ? [] : [{ compound, weight: Math.log(2 + approval) }],
  );
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  const languages = Map.groupBy(mentions, ({ language }) => language);
  return {
    overall: moodOf(score),
    score: rounded(score, 4),
    positive: rounded(count("positive") / n, 4),
    neutral: rounded(count("neutral") / n, 4),
    negative: rounded(count("negative") / n, 4),
    positive_low: rounded(positive.low, 4),
    positive_high: rounded(positive.high, 4),
    negative_low: rounded(negative.low, 4),
    negative_high: rounded(negative.high, 4),
    n,
    small_sample: n < SMALL ? true : undefined,
    unscored: mentions.length - n,
    weighted_score: figure(weights.reduce((sum, { compound, weight }) => sum + compound * weight, 0) / total),
    languages: [...languages]
      .flatMap(([language, own]) => (language ? [{ language, n: own.length }] : []))
      .toSorted((a, b) => b.n - a.n || a.language.localeCompare(b.language)),
  };
}

export function topSourcesOf({ mentions }: Corpus): Draft<Answer["top_sources"]> {
  const groups = Map.groupBy(mentions, ({ source, community }) => JSON.stringify([source, community]));
  return [...groups.values()]
    .flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const scores = scoresOf(own);
      return {
        source: first.source,
        community: first.community,
        mentions: own.length,
        score: figure(mean(scores)),
        n: scores.length,
        engagement: own.reduce((sum, { engagement }) => sum + engagement, 0),
      };
    })
    .toSorted((a, b) => b.mentions - a.mentions || b.engagement - a.engagement)
    .slice(0, MOST_SOURCES);
}

/** How the mood moved, over the time that was read of all platforms that have mentions: what was not read is not “0 mentions”. */
export function evolutionOf({ mentions, platforms, period, ...window }: Corpus): Draft<Answer["evolution"]> {
  const own = platforms.filter(({ id }) => mentions.some(({ source }) => source === id));
  const { from, to } = commonSpan(own) ?? window;
  const within = mentions.filter(({ at }) => at >= from && at <= to);
  const timed = within.map(({ at, compound }) => ({ at, ...(compound !== undefined && { compound }) }));
  const change = changeOf(timed, from, to);
  return {
    bucket: BUCKETS[period],
    from: new Date(from).toISOString(),
    cut: from > window.from || undefined,
    points: pointsOf(timed, BUCKETS[period], from, to).map(({ score, ...point }) => ({
      ...point,
      score: figure(score),
    })),
    direction: change?.direction,
    change: figure(change?.change),
  };
}

export function keywordListOf({ mentions, topic, topicLanguage }: Corpus): Draft<Answer["keywords"]> {
  const without = new Set(
    [topic, topic.replace(/\s+/g, ""), PLATFORM_WORDS].flatMap((words) =>
      wordsOf(words, { language: topicLanguage }).map(({ key }) => key),
    ),
  );
  return keywordsOf(
    mentions.map(({ words, compound }) => ({ words, ...(compound !== undefined && { compound }) })),
    without,
  )
    .slice(0, MOST_KEYWORDS)
    .map(({ score, ...keyword }) => ({ ...keyword, score: figure(score) }));
}

/** The strongest of either side, and those with most engagement; each once, the strongest first. */
export function typicalOf({ mentions }: Corpus): Draft<Answer["mentions"]> {
  const scored = mentions.filter(({ compound }) => compound !== undefined);
  const strength = (sign: 1 | -1) =>
    scored
      .filter(({ compound = 0 }) => sign * compound >= 0.05)
      .toSorted((a, b) => sign * ((b.compound ?? 0) - (a.compound ?? 0)))
      .slice(0, STRONGEST);
  const engaging = mentions
    .filter(({ engagement }) => engagement > 0)
    .toSorted((a, b) => b.engagement - a.engagement)
    .slice(0, MOST_ENGAGING);
  return [...new Set([...strength(1), ...strength(-1), ...engaging])].map(
    ({ title, text, url, source, author, at, compound, engagement, language }) => ({
      title,
      text: excerpt(text, MAX_TEXT) ?? text.slice(0, MAX_TEXT),
      url,
      source,
      author,
      published: new Date(at).toISOString(),
      polarity: compound === undefined ? undefined : moodOf(compound),
      compound: figure(compound),
      engagement,
      language,
    }),
  );
}
