import { ALSO_ENGLISH, TELLING } from "./judge-words.ts";

/** The languages that the judge names; English is what it says of everything else. */
export type Judged = "en" | "fr" | "de" | "es" | "it" | "pt" | "ru";

/** Characters that are read. */
const MOST = 4_000;
/** Points that a language needs before it is named, and by how many it must lead the next one. */
const ENOUGH = 3;
/** What fewer than four words need, of which a name may be made. */
const ENOUGH_OF_FEW = 3.5;
const FEW = 4;
const LEAD = 2;
/** Long texts: the points each word must bring on average. */
const PER_WORD = 0.3;

/** The languages that words can speak for. */
const NAMED: readonly Judged[] = ["fr", "de", "es", "it", "pt"];

interface Lexicon {
  readonly language: string;
  readonly function: ReadonlySet<string>;
  readonly common: ReadonlySet<string>;
}

const setOf = (words: string | undefined): ReadonlySet<string> => new Set(words?.trim().split(/\s+/));

const LEXICONS: readonly Lexicon[] = Object.entries(TELLING).map(([language, words]) => ({
  language,
  function: setOf(words.function),
  common: setOf(words.common),
}));

/** Identifiers, addresses, DOIs, tickers with weights, versions, tags: none of them is in a language. */
const NO_WORD = /\S*(?:[/@#_=\\:]\S|\p{L}\.\p{L}|\d)\S*/gu;
/** A word with its elided article (l', d', qu', dell') apart. */
const ELIDED = /^(?:jusqu|dell|nell|sull|all|un|qu|[cdjlmnst])'(?=\p{L})/u;
const WORD = /\p{L}[\p{L}\p{M}]*(?:['-]\p{L}[\p{L}\p{M}]*)*/gu;

/** The spellings of one language: none of the other languages of Latin script that are answered has them. */
const SPELLED: readonly (readonly [Judged, RegExp])[] = [
  ["fr", /œ|[^q]uê|(?:ê[tl]|[eè]re|eux|eaux|aux|ière|aines|è\p{L}+ent|è\p{L}+es)$|ç[ao]/u],
  ["de", /ß|(?:ung|ungen|keit|heit|lich|liche|schaft|chen)$|^(?:ge|ver|über|für).*(?:en|t)$/u],
  ["es", /ñ|(?:ción|ciones|dad|dades)$/u],
  ["it", /(?:zione|zioni|ità|ggio|ggi|ezza)$/u],
  ["pt", /[ãõ]|(?:ção|ções|dade|agem|nh[ao]s?|lh[ao]s?)$/u],
];

const CYRILLIC = /\p{Script=Cyrillic}/gu;
const LETTER = /\p{L}/gu;
/** Letters that Russian has not, and a hard sign where Russian never has one. */
const NOT_RUSSIAN = /[іїєґўђћџљњјѓќѕғқңөұүһәӣӯҳҷҕҡҫ]|ъ(?![еёюя])|ъ$|ити(?!\p{L})/iu;
/** Words of Ukrainian, Bulgarian, Serbian and Belarusian, spelled with letters that Russian has. */
/** Function words of Ukrainian, Bulgarian, Serbian and Belarusian that Russian has not, spelled with letters that it has. */
const NEVER_RUSSIAN: ReadonlySet<string> = new Set(
  `та як чому коли яка яке краще ще са със към най-добър най-добри най-добрите какво къде кога защо този това които който която
  времето су како зашто калі чаму няма съм сме`
    .trim()
    .split(/\s+/),
);
/** What three words and more must hold to be Russian: its letters, its function words or its endings. */
const SURELY_RUSSIAN =
  /[ыэё]|(?<!\p{L})(?:в|во|и|из|при|это|что|для|без|после|если|чтобы|или|где|сколько|почему|сегодня|какой|какая|какие)(?!\p{L})|(?:ть|ться|ого|его|ая|яя|ие|ой|ах|ях|ами)(?!\p{L})/iu;
/** "да" inside a sentence joins verbs in Bulgarian and Serbian. */
const SOUTHERN_DA = /\p{L}\s+да\s+\p{L}/iu;

/**
 * The language of a text where it is sure, else undefined.
 *
 * A language is named by its function words, by words of everyday questions and by its spelling, never by statistics of
 * letters: symbols, identifiers and proper names have none of the three. A word that several languages have counts for
 * each of them, so that it decides nothing between them.
 */
export function judgedLanguage(text: string): Judged | undefined {
  const read = text.slice(0, MOST).normalize("NFC").replaceAll("’", "'");
  const letters = read.match(LETTER)?.length ?? 0;
  if (letters === 0) return undefined;
  const cyrillic = read.match(CYRILLIC)?.length ?? 0;
  if (cyrillic / letters > 0.5) return isRussian(read) ? "ru" : undefined;
  return cyrillic > 0 ? undefined : byWords(wordsOf(read));
}

function isRussian(text: string): boolean {
  if (NOT_RUSSIAN.test(text)) return false;
  const words = text.toLowerCase().match(WORD) ?? [];
  if (SOUTHERN_DA.test(text) || words.some((word) => NEVER_RUSSIAN.has(word))) return false;
  return words.length < 3 || SURELY_RUSSIAN.test(text);
}

interface Read {
  /** In lower case. */
  readonly word: string;
  /** Written with a capital where no sentence begins. */
  readonly capital: boolean;
}

function wordsOf(text: string): readonly Read[] {
  return [...text.replace(NO_WORD, " ").matchAll(WORD)].flatMap(([written], index) => {
    if (/^\p{Lu}{2,}s?$/u.test(written)) return [];
    const capital = index > 0 && /^\p{Lu}/u.test(written);
    const lower = written.toLowerCase();
    const elided = ELIDED.exec(lower)?.[0];
    return elided
      ? [
          { word: elided, capital: false },
          { word: lower.slice(elided.length), capital },
        ]
      : [{ word: lower, capital }];
  });
}

function byWords(words: readonly Read[]): Judged | undefined {
  const seen = new Set<string>();
  const points = new Map<string, number>();
  const give = (language: string, value: number): void => {
    points.set(language, (points.get(language) ?? 0) + value);
  };
  let functions = 0;
  for (const { word, capital } of words) {
    // A text of many repetitions is no surer than one of them.
    if (seen.has(word)) continue;
    seen.add(word);
    const holders = LEXICONS.filter((lexicon) => lexicon.function.has(word));
    const told = LEXICONS.filter((lexicon) => lexicon.common.has(word));
    // A capital inside a text is a name's ("Tour de France"), except in German.
    if (holders.length > 0) {
      functions += 1;
      const alone = holders.length === 1 ? 1.5 : 1;
      for (const { language } of holders)
        give(language, capital ? 0.25 : language !== "en" && ALSO_ENGLISH.has(word) ? 0.75 : alone);
    }
    for (const { language } of told) give(language, told.length === 1 ? 2 : 1.5);
    if (holders.length === 0 && told.length === 0 && word.length > 4 && !capital)
      for (const [language, spelled] of SPELLED) if (spelled.test(word)) give(language, 0.75);
  }
  const [best, next] = [...points].toSorted(([, a], [, b]) => b - a);
  if (!best) return undefined;
  const [language, value] = best;
  const enough = Math.max(words.length < FEW ? ENOUGH_OF_FEW : ENOUGH, Math.min(seen.size, 40) * PER_WORD);
  // Two languages that share their words need a lead.
  const lead = value - (next?.[1] ?? 0);
  const sure = value >= enough && lead >= Math.min(LEAD, value * 0.25);
  if (!sure || (functions === 0 && value < 4)) return undefined;
  if (language === "en") return "en";
  return NAMED.find((named) => named === language);
}
