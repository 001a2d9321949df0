import { readFileSync } from "node:fs";
import { join } from "node:path";
import { folded } from "../fold.ts";
import { english } from "./english.ts";
import { formsOf, type Kind } from "./inflection.ts";
import { type Entry, type Lexicon, phrasesIn, type Word } from "./lexicon.ts";

const listed = (words: string): readonly string[] => words.trim().split(/\s*,\s*/);

const STRONGER =
  listed(`absolument, aussi, beaucoup, bien trop, carrément, complètement, drôlement, énormément, entièrement, extra, extrêmement,
  fort, franchement, grave, hautement, hyper, incroyablement, infiniment, intensément, mega, méga, particulièrement, plus, profondément, réellement,
  sacrément, si, strictement, tellement, terriblement, totalement, tout à fait, tout simplement, très, trop, ultra, vachement, vraiment`);

const WEAKER =
  listed(`à moitié, à peine, à peu près, assez, légèrement, moins, moyennement, partiellement, plus ou moins, plutôt, presque,
  quelque peu, relativement, un brin, un chouia, un peu, un petit peu, un tantinet`);

/** "peu fiable" is said for "pas fiable"; "un peu" is a phrase of its own. */
const NEGATIONS = new Set(listed("pas, jamais, aucun, aucune, rien, sans, ni, non, guère, nullement, peu"));

/** What negates the verb before it. */
const BEHIND = new Set(["pas", "jamais", "guère"]);

/** What does so only where "ne" stands before the verb. */
const BEHIND_WITH_NE = new Set([...BEHIND, "plus", "rien", "aucunement", "nullement"]);

/** Words that without their accents are others, and common ones. */
const OTHERS_UNACCENTED = new Set(listed("sur, mur, murs, mure, mures, style, styles, outre, outres, gene, genes"));

const ELIDED = /^(?:[cdjlmst]|qu|jusqu|lorsqu|puisqu)'(?=\p{L})/u;

const KIND = /^(adj|noun|verb|word) (-?\d(?:\.\d)?) (.+)$/;

/** A written word without what is elided before it; "n'aime" is "ne" and "aime". */
function cutWith(entries: ReadonlyMap<string, Entry>) {
  return (word: string): readonly string[] => {
    const bare = word.replace(ELIDED, "");
    if (/^n'./.test(bare)) return ["ne", bare.slice(2)];
    return entries.has(bare) || !bare.includes("-") ? [bare] : bare.split("-").filter(Boolean);
  };
}

function read(): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const unaccented = new Map<string, Entry>();
  for (const line of readFileSync(join(import.meta.dirname, "french.txt"), "utf8").split("\n")) {
    const [, kind, valence, lemmas = ""] = KIND.exec(line) ?? [];
    if (!kind) continue;
    for (const lemma of lemmas.split(" ")) {
      for (const { text, finite } of formsOf(kind as Kind, lemma)) {
        const written = text.replace(/_/g, " ").replace(/\bn'/g, "ne ");
        const entry = { valence: Number(valence), ...(finite && { finite }) };
        const bare = folded(written);
        if (!entries.has(written)) entries.set(written, entry);
        if (!unaccented.has(bare) && !OTHERS_UNACCENTED.has(bare)) unaccented.set(bare, entry);
      }
    }
  }
  return new Map([...unaccented, ...entries]);
}

let held: Lexicon | undefined;

/** French, by our own list; read from its file when first asked. */
export function french(): Lexicon {
  held ??= lexicon();
  return held;
}

/** Whether "ne" stands in the clause before a place, three words back at most. */
const hasNe = (words: readonly Word[], at: number): boolean =>
  [1, 2, 3].some((back) => words[at - back]?.text === "ne");

function lexicon(): Lexicon {
  const entries = read();
  const boosters: ReadonlyMap<string, 1 | -1> = new Map([
    ...STRONGER.flatMap((word) => [word, folded(word)].map((text) => [text, 1] as const)),
    ...WEAKER.flatMap((word) => [word, folded(word)].map((text) => [text, -1] as const)),
  ]);
  return {
    language: "fr",
    entries,
    emoticons: english().emoticons,
    boosters,
    phrases: phrasesIn(entries.keys(), boosters.keys()),
    negates: (words, at) => {
      const { text = "" } = words[at] ?? {};
      return NEGATIONS.has(text) || ((text === "plus" || text === "personne") && hasNe(words, at));
    },
    negatedBehind: (words, at) => {
      if (!words[at]?.entry?.finite) return false;
      const ne = hasNe(words, at);
      for (const word of words.slice(at + 1, at + (ne ? 4 : 2))) {
        if (word.after) return false;
        if ((ne ? BEHIND_WITH_NE : BEHIND).has(word.text)) return true;
      }
      return false;
    },
    contrast: "mais",
    heightened: new Set(["aussi", "si", "autant"]),
    bounds: new Set(["sentence", "clause"]),
    cut: cutWith(entries),
  };
}
