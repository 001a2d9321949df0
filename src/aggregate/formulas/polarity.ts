import { english } from "../../language/polarity/english.ts";
import { french } from "../../language/polarity/french.ts";
import { type Lexicon, type Word, wordsOf } from "../../language/polarity/lexicon.ts";

/** What a text's mood is said to be. */
export type Mood = "positive" | "neutral" | "negative";

/** What a booster adds to a valence, and what of it is left two and three words away. */
const BOOST = 0.293;
const AT_DISTANCE = [1, 0.95, 0.9];

const NEGATED = -0.74;
const CAPITALS = 0.733;
const EXCLAMATION = 0.292;
const MAX_EXCLAMATIONS = 4;
/** What "never" does to a word that "so" or "this" stands before: "never so good". */
const NEVER_SO = 1.25;
const NORMAL = 15;

const LEXICONS: ReadonlyMap<string, () => Lexicon> = new Map(
  Object.entries<() => Lexicon>({ en: english, fr: french }),
);

/**
 * The polarity of a text, -1 to 1, by the rules of VADER (Hutto & Gilbert 2014, https://doi.org/10.1609/icwsm.v8i1.14550) in
 * English and French (`language`: two letters): the sum s of its words' valences, moved by boosters, negations, capitals and
 * exclamation marks, as s / √(s² + 15). Undefined in other languages, and for one or two words that no lexicon has.
 *
 * In French a negation that follows its verb counts too ("je n'aime pas", "ça marche pas"), "plus" is one where "ne" stands
 * before, and none reaches over a comma. Emoji and emoticons are not negated.
 */
export function polarity(text: string, language: string): number | undefined {
  const lexicon = LEXICONS.get(language)?.();
  if (!lexicon) return undefined;
  const words = wordsOf(text, lexicon);
  const known = words.some(({ entry, mood }) => mood !== undefined || (entry && entry.valence !== 0));
  if (!known && words.length < 3) return undefined;
  const mixed =
    words.some(({ capitals }) => capitals) && words.some(({ capitals, mood }) => !capitals && mood === undefined);
  const contrast = words.findIndex((word) => word.text === lexicon.contrast);
  const sum = words.reduce((total, word, at) => {
    const weight = contrast < 0 || at === contrast ? 1 : at < contrast ? 0.5 : 1.5;
    return total + weight * (word.mood ?? valenceAt(words, at, lexicon, mixed));
  }, 0);
  const emphasis = Math.min(MAX_EXCLAMATIONS, text.split("!").length - 1) * EXCLAMATION;
  const emphasised = sum + Math.sign(sum) * emphasis;
  return emphasised / Math.sqrt(emphasised * emphasised + NORMAL);
}

/** Positive from 0.05 on, negative from -0.05 on. */
export const moodOf = (compound: number): Mood =>
  compound >= 0.05 ? "positive" : compound <= -0.05 ? "negative" : "neutral";

/** What a word adds to the sum. */
function valenceAt(words: readonly Word[], at: number, lexicon: Lexicon, mixed: boolean): number {
  const { entry, text = "", capitals } = words[at] ?? {};
  if (!entry || entry.valence === 0 || lexicon.boosters.has(text) || lexicon.negates(words, at)) return 0;
  const sign = Math.sign(entry.valence);
  let valence = entry.valence + (mixed && capitals ? sign * CAPITALS : 0);
  for (const [distance, share] of AT_DISTANCE.entries()) {
    const before = at - distance - 1;
    const bound = words[before + 1]?.after;
    const word = words[before];
    if (!word || (bound && lexicon.bounds.has(bound))) break;
    const booster = lexicon.boosters.get(word.text);
    if (booster) {
      const loud = mixed && word.capitals ? CAPITALS : 0;
      valence += Math.sign(valence) * (booster * BOOST + loud) * share;
    }
    if (lexicon.negates(words, before)) {
      const heightened = /^(?:never|jamais)$/.test(word.text) && lexicon.heightened.has(words[before + 1]?.text ?? "");
      valence *= heightened ? NEVER_SO : NEGATED;
    }
  }
  return lexicon.negatedBehind(words, at) ? valence * NEGATED : valence;
}
