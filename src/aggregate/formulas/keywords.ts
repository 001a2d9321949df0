import { mean } from "./shares.ts";
import { shownForms, type Word } from "./words.ts";

/** A mention's words (`words.ts`), and its polarity where it was scored. */
export interface WordedMention {
  readonly words: readonly Word[];
  readonly compound?: number;
}

export interface Keyword {
  readonly term: string;
  /** Mentions that have it. */
  readonly mentions: number;
  /** The mean polarity of those that were scored; absent where none was. */
  readonly score?: number;
}

/** Mentions that must have a term. */
const LEAST = 3;

/** The terms that stand in three mentions or more, but for the keys given, the commonest first, of equals by the alphabet. */
export function keywordsOf(mentions: readonly WordedMention[], without: ReadonlySet<string>): readonly Keyword[] {
  const scores = new Map<string, { mentions: number; scored: number[] }>();
  for (const { words, compound } of mentions) {
    for (const key of new Set(words.flatMap((word) => (word.telling && !without.has(word.key) ? [word.key] : [])))) {
      const own = scores.get(key) ?? { mentions: 0, scored: [] };
      own.mentions += 1;
      if (compound !== undefined) own.scored.push(compound);
      scores.set(key, own);
    }
  }
  const forms = shownForms(mentions.flatMap(({ words }) => words));
  return [...scores]
    .filter(([, own]) => own.mentions >= LEAST)
    .map(([key, own]): Keyword => {
      const score = mean(own.scored);
      return { term: forms.get(key) ?? key, mentions: own.mentions, ...(score !== undefined && { score }) };
    })
    .toSorted((a, b) => b.mentions - a.mentions || a.term.localeCompare(b.term));
}
