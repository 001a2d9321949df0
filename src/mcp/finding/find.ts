import { stem } from "../../language/stem.ts";
import { COMMON } from "../../language/stop-words.ts";
import { terms } from "../../language/terms.ts";
import { termScores } from "../../pipelines/research/bm25.ts";
import { DICTIONARY } from "./dictionary.ts";
import { similarStems } from "./similar-stems.ts";

/** Something that can be found: its texts by how much a word in them tells, the most telling first. */
export interface Described {
  readonly name: string;
  readonly title: string;
  readonly describe: string;
  /** What people want of it, in their own words. */
  readonly purpose: string;
  /** Examples, names of fields and options, words of the category. */
  readonly further: string;
  /** Words of the category. */
  readonly shelf: string;
  /** Things, people and places of its kind, which it is found by where nothing says them of itself. */
  readonly kind: string;
}

/** How often a word of each text counts. */
const WEIGHTS = { name: 2, title: 3, describe: 2, purpose: 2, further: 1, shelf: 1 } as const;

/** A word that the dictionary brings counts a little less than one that was said. */
const TRANSLATED = 0.8;

/** Words of a query that say nothing of its subject. */
const ASKING = new Set(
  terms(
    `find search look looking want get give show tell list need know right now today recent latest current year somebody
    something someone anyone anything please help possible certain about kind good great begin start thing things really still ever normal weird strange nice saw seen ask asks
    asked told said says gave given got going go went make made take took put work works happen happens way
    much many long soon my me mine myself trouver cherche chercher voir savoir donner liste maintenant aujourd hui dernier
    dernieres recent recente recents jour annee tous toutes veux voudrais sait faut quelqu quelque commencer faire fait mettre prendre peut possible aide chose choses vraiment encore
    toujours normal bizarre vu demande demander dit dire donne va aller mon ma mes moi`,
  ).map(stem),
);

/** A text's stems, without stop words; `camelCase` and `snake_case` are words. */
const stemsOf = (text: string): readonly string[] =>
  terms(text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replaceAll("_", " "))
    .filter((term) => !COMMON.has(term))
    .map(stem);

/** By a stem, or two joined with a blank: the stems that the dictionary has beside it. */
const TRANSLATIONS: ReadonlyMap<string, readonly string[]> = translations(DICTIONARY);

function translations(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of text.trim().split("\n")) {
    const entries = line.split(" ").map((entry) => terms(entry).map(stem));
    const all = entries.flat();
    for (const entry of entries) {
      const key = entry.join(" ");
      found.set(key, new Set([...(found.get(key) ?? []), ...all]));
    }
  }
  return new Map([...found].map(([key, stems]) => [key, [...stems]]));
}

/** One thing that a wish says: the stems that stand for it, said or translated. */
interface Concept {
  readonly said: readonly string[];
  readonly translated: readonly string[];
}

/**
 * What a wish says, word by word; two words that the dictionary has as a phrase are one thing, and a word that nobody has
 * stands for those that are like it.
 */
function conceptsOf(words: string, vocabulary: ReadonlySet<string>): readonly Concept[] {
  const telling = stemsOf(words).filter((one) => one.length > 1 && !ASKING.has(one));
  const concepts: Concept[] = [];
  for (let index = 0; index < telling.length; index += 1) {
    const [one = "", next = ""] = telling.slice(index);
    const phrase = TRANSLATIONS.get(`${one} ${next}`);
    const translated = phrase ?? TRANSLATIONS.get(one) ?? (vocabulary.has(one) ? [] : similarStems(one, vocabulary));
    concepts.push({ said: phrase ? [one, next] : [one], translated });
    if (phrase) index += 1;
  }
  return concepts;
}

/** Of the scores of a word's translations beside the best one's, what counts. */
const REST = 0.3;

/** A word that only the kind of thing has counts by so much of one that a thing says of itself. */
const OF_ITS_KIND = 0.7;

/** Of a score, what depends on how much of the wish was met. */
const COVERED = 0.5;

/**
 * An index of what can be found by words, English or French: BM25 over stems, a word of the title counting more than one of
 * the description, and that more than one of examples and fields. Each word of a wish counts by the best of itself and
 * what the bilingual dictionary has for it, which counts a little less. The best first; what has none of the words is left out.
 */
export function finder<One>(
  entries: readonly One[],
  describe: (entry: One) => Described,
): (words: string) => readonly One[] {
  const documents = entries.map((entry) => {
    const texts = describe(entry);
    return (["name", "title", "describe", "purpose", "further", "shelf"] as const).flatMap((part) => {
      const stems = stemsOf(texts[part]);
      return Array.from({ length: WEIGHTS[part] }, () => stems).flat();
    });
  });
  const scoreOf = termScores(documents);
  const kinds = entries.map((entry) => [...new Set(stemsOf(describe(entry).kind))]);
  const kindScoreOf = termScores(kinds);
  const vocabulary = new Set([...documents, ...kinds].flat());
  /** The best of several stems, and a share of what the others add. */
  const most = (stems: readonly string[], index: number): number => {
    const scores = stems.map((one) => scoreOf(one, index));
    const best = scores.reduce((a, b) => Math.max(a, b), 0);
    return best + REST * (scores.reduce((a, b) => a + b, 0) - best);
  };
  return (words) => {
    const concepts = conceptsOf(words, vocabulary);
    const scored = (index: number): number => {
      const scores = concepts.map(({ said, translated }) =>
        Math.max(
          said.reduce((sum, one) => sum + scoreOf(one, index), 0) / said.length,
          TRANSLATED * most(translated, index),
          OF_ITS_KIND * said.reduce((best, one) => Math.max(best, kindScoreOf(one, index)), 0),
        ),
      );
      const met = scores.filter((score) => score > 0).length / Math.max(1, scores.length);
      return scores.reduce((sum, score) => sum + score, 0) * (1 - COVERED + COVERED * met);
    };
    return entries
      .map((entry, index) => ({ entry, score: scored(index) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score)
      .map(({ entry }) => entry);
  };
}
