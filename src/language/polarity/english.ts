import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Entry, type Lexicon, phrasesIn } from "./lexicon.ts";

/* The words, boosters, negations and idioms of VADER (Hutto & Gilbert 2014): see NOTICE. */

const listed = (words: string): readonly string[] => words.trim().split(/\s*,\s*/);

const STRONGER =
  listed(`absolutely, amazingly, awfully, completely, considerably, decidedly, deeply, effing, enormously, entirely,
  especially, exceptionally, extremely, fabulously, flipping, flippin, fricking, frickin, frigging, friggin, fully, fucking, greatly,
  hella, highly, hugely, incredibly, intensely, majorly, more, most, particularly, purely, quite, really, remarkably, so,
  substantially, thoroughly, totally, tremendously, uber, unbelievably, unusually, utterly, very`);

const WEAKER =
  listed(`almost, barely, hardly, just enough, kind of, kinda, kindof, kind-of, less, little, marginally, occasionally,
  partly, scarcely, slightly, somewhat, sort of, sorta, sortof, sort-of`);

const NEGATIONS = new Set(
  listed(`aint, arent, cannot, cant, couldnt, darent, didnt, doesnt, dont, hadnt, hasnt, havent, isnt, mightnt, mustnt, neither,
    neednt, never, none, nope, nor, not, nothing, nowhere, oughtnt, shant, shouldnt, uhuh, uh-uh, wasnt, werent, without, wont,
    wouldnt, rarely, seldom, despite`),
);

const IDIOMS: readonly (readonly [string, number])[] = [
  ["the shit", 3],
  ["the bomb", 3],
  ["bad ass", 1.5],
  ["yeah right", -2],
  ["cut the mustard", 2],
  ["kiss of death", -1.5],
  ["hand to mouth", -2],
];

const WORD = /^[\p{L}\p{N}][\p{L}\p{N}' -]*$/u;

function read() {
  const entries = new Map<string, Entry>();
  const emoticons = new Map<string, number>();
  for (const line of readFileSync(join(import.meta.dirname, "english.txt"), "utf8").split("\n")) {
    const [text, valence] = line.split("\t");
    if (!text || !valence) continue;
    if (WORD.test(text)) entries.set(text, { valence: Number(valence) });
    else emoticons.set(text, Number(valence));
  }
  for (const [text, valence] of IDIOMS) entries.set(text, { valence });
  return { entries, emoticons };
}

let held: Lexicon | undefined;

/** English, as VADER reads it; read from its file when first asked. */
export function english(): Lexicon {
  held ??= lexicon();
  return held;
}

function lexicon(): Lexicon {
  const { entries, emoticons } = read();
  const boosters: ReadonlyMap<string, 1 | -1> = new Map([
    ...STRONGER.map((word) => [word, 1] as const),
    ...WEAKER.map((word) => [word, -1] as const),
  ]);
  return {
    language: "en",
    entries,
    emoticons,
    boosters,
    phrases: phrasesIn(entries.keys(), boosters.keys()),
    negates: (words, at) => {
      const { text = "", after } = words[at] ?? {};
      if (text === "no") return words[at + 1]?.entry !== undefined && words[at + 1]?.after === undefined;
      if (text === "least") return after !== undefined || !/^(?:at|very)$/.test(words[at - 1]?.text ?? "");
      return NEGATIONS.has(text) || text.endsWith("n't");
    },
    negatedBehind: () => false,
    contrast: "but",
    heightened: new Set(["so", "this"]),
    bounds: new Set(["sentence"]),
    cut: (word) => (entries.has(word) || !word.includes("-") ? [word] : word.split("-").filter(Boolean)),
  };
}
