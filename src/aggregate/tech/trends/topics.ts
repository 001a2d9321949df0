import { countSince, decayedScore, momentum } from "../../formulas/decay.ts";
import { ngramsOf } from "../../formulas/ngrams.ts";
import { sentenceWords, type Word, wordsOf } from "../../formulas/words.ts";
import type { Asked } from "./asked.ts";
import { DAY_MS, type Mention, once } from "./mention.ts";

const MOST = 20;
const EXAMPLES = 3;
/** A topic of one item is that item. */
const FEWEST = 2;

const ENGLISH = { language: "en" } as const;

const hundredth = (value: number): number => Math.round(value * 100) / 100;

/** Words as one name: "machine-learning" and "machine learning" are one topic. */
const nameOf = (tag: string): string =>
  tag
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[-_\s]+/g, " ")
    .trim();

const keysOf = (words: readonly Word[]): string => ` ${words.map(({ key }) => key).join(" ")} `;

interface Theme {
  readonly topic: string;
  readonly mentions: Set<Mention>;
}

/** What mentions are about: their tags, and the phrases that several titles have; not what was asked for. */
function themes(mentions: readonly Mention[], { topic }: Asked): readonly Theme[] {
  const own = new Set([nameOf(topic), nameOf(topic).replaceAll(" ", "")]);
  const found = new Map<string, Theme>();
  const add = (name: string, mention: Mention): void => {
    const key = keysOf(wordsOf(name, ENGLISH)).trim() || name;
    if (own.has(name) || own.has(key) || name.length < 2 || name.length > 60) return;
    const theme = found.get(key) ?? { topic: name, mentions: new Set<Mention>() };
    theme.mentions.add(mention);
    found.set(key, theme);
  };
  for (const mention of mentions) for (const tag of mention.tags) add(nameOf(tag), mention);
  const titles = mentions.map(({ title }) => sentenceWords(title, ENGLISH));
  const { bigrams, trigrams, fourgrams } = ngramsOf(titles);
  for (const { text, keys } of [...fourgrams, ...trigrams, ...bigrams])
    for (const [place, mention] of mentions.entries())
      if (titles[place]?.some((sentence) => keysOf(sentence).includes(` ${keys.join(" ")} `))) add(text, mention);
  return [...found.values()];
}

const scoreOf = (mention: Mention, now: number): number => {
  const at = mention.changed ?? mention.published;
  return at === undefined ? 0 : decayedScore(mention, at, now);
};

/** When mentions were made, of sources whose lists reach back far enough. */
const instantsOf = (mentions: Iterable<Mention>): readonly number[] =>
  [...mentions].flatMap(({ published, cut }) => (published === undefined || cut ? [] : [published]));

/** The topics with the most attention, the newer before the older, first. */
export function topicList(all: readonly Mention[], asked: Asked) {
  const { now } = asked;
  return themes(once(all), asked)
    .filter(({ mentions }) => mentions.size >= FEWEST)
    .map(({ topic, mentions }) => {
      const scored = [...mentions].map((mention) => ({ mention, score: scoreOf(mention, now) }));
      const moving = momentum(instantsOf(mentions), now);
      return {
        topic,
        score: hundredth(scored.reduce((sum, { score }) => sum + score, 0)),
        items: mentions.size,
        momentum: moving && hundredth(moving.value),
        direction: moving?.direction,
        examples: scored
          .toSorted((a, b) => b.score - a.score)
          .slice(0, EXAMPLES)
          .map(({ mention: { title, url } }) => ({ title, url })),
      };
    })
    .toSorted((a, b) => b.score - a.score || b.items - a.items || (a.topic < b.topic ? -1 : 1))
    .slice(0, MOST);
}

/** Which way the topic itself goes, by all that is dated. */
export function trendOf(all: readonly Mention[], { now, from }: Asked) {
  const instants = instantsOf(once(all)).filter((instant) => instant <= now);
  const moving = momentum(instants, now);
  const within = instants.filter((instant) => instant >= Math.min(from, now - 28 * DAY_MS)).toSorted((a, b) => a - b);
  // Whole weeks only: a month's search begins two days into a fifth.
  const weeks = Math.floor((now - Math.min(from, now - 28 * DAY_MS)) / (7 * DAY_MS));
  return {
    direction: moving?.direction,
    momentum: moving && hundredth(moving.value),
    items_7d: countSince(instants, 7, now),
    items_28d: countSince(instants, 28, now),
    first: within[0] === undefined ? undefined : new Date(within[0]).toISOString(),
    last: within.at(-1) === undefined ? undefined : new Date(within.at(-1) ?? now).toISOString(),
    by_week: Array.from({ length: weeks }, (_, back) => {
      const end = now - (weeks - 1 - back) * 7 * DAY_MS;
      const start = end - 7 * DAY_MS;
      return {
        start: new Date(start).toISOString().slice(0, 10),
        items: instants.filter((instant) => instant > start && instant <= end).length,
      };
    }),
  };
}
