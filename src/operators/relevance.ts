/** Letters of the scripts that put no space between words. */
const UNSPACED = String.raw`[[\p{L}\p{M}\p{N}]&&[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]]`;
const UNSPACED_RUN = new RegExp(`^${UNSPACED}+$`, "v");
const WORD_OR_RUN = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--${UNSPACED}]+(?:\+\+|#)?|${UNSPACED}+`, "gv");
const ASCII_WORD = /[a-z0-9]+(?:\+\+|#)?/g;

/** Letters of an unspaced script that count as a word where a text's length is measured. */
const LETTERS_A_WORD = 2;

const ASCII = /^[ -~\s]*$/;
const COMBINING = /[\u0300-\u036f]/g;

/** Operators whose value need not stand in a result's text. */
const FILTERS = /^(site|filetype|ext|inurl|url|link|lang|language|loc|location|region|before|after|tagged|is|ip):/i;

const MAX_TERMS = 24;
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/**
 * A text field's part in BM25F (Robertson, Zaragoza and Taylor 2004): its weight, how much its length counts (b), the
 * usual length in words of search results, and the characters read at most.
 */
const TITLE = { weight: 3, b: 0.5, usualWords: 9, maxChars: 300 };
const SNIPPET = { weight: 1, b: 0.75, usualWords: 28, maxChars: 2000 };

/** BM25's saturation of term frequency. */
const K1 = 1.2;

export interface ShownText {
  readonly title?: string | undefined;
  readonly snippet?: string | undefined;
}

/**
 * How well title and snippet answer a query's words: BM25F without document frequencies (there is no corpus to count
 * them in), as the mean over the query's distinct words of `tf / (tf + k1)`, where `tf` is the word's
 * weighted, length-normalised count in title and snippet. 0: no word occurs; below 1 always.
 *
 * Words are Unicode words without case, diacritics and compatibility forms; Chinese, Japanese, Thai and other
 * unspaced scripts are cut by `Intl.Segmenter` in the query and looked for anywhere in the text, because the same
 * characters are cut differently in different sentences. Search operators (`site:…`, `-word`, `OR`) are no words.
 * Undefined when the query has no words.
 */
export function relevanceTo(query: string): (text: ShownText) => number | undefined {
  const terms = [...new Set(words(fold(askedFor(query))))].slice(0, MAX_TERMS);
  return ({ title = "", snippet = "" }) => {
    if (terms.length === 0) return undefined;
    const inTitle = counter(title, TITLE);
    const inSnippet = counter(snippet, SNIPPET);
    const saturated = terms.map((term) => {
      const tf = inTitle(term) + inSnippet(term);
      return tf / (tf + K1);
    });
    return saturated.reduce((sum, part) => sum + part, 0) / terms.length;
  };
}

/** Counts a term in a field: weighted, and the less the longer the field is. */
function counter(text: string, { weight, b, usualWords, maxChars }: typeof TITLE): (term: string) => number {
  const folded = fold(text.slice(0, maxChars));
  const found = runs(folded);
  const perHit = weight / (1 - b + (b * lengthInWords(found, folded)) / usualWords);
  return (term) => {
    const count = UNSPACED_RUN.test(term)
      ? folded.split(term).length - 1
      : found.reduce((sum, word) => (word === term ? sum + 1 : sum), 0);
    return perHit * count;
  };
}

const lengthInWords = (found: readonly string[], folded: string): number =>
  ASCII.test(folded)
    ? found.length
    : found.reduce((sum, run) => sum + (UNSPACED_RUN.test(run) ? run.length / LETTERS_A_WORD : 1), 0);

const askedFor = (query: string): string =>
  query
    .slice(0, 1000)
    .split(/\s+/)
    .filter((word) => !/^-./.test(word) && !/^(OR|AND|NOT)$/.test(word) && !FILTERS.test(word))
    .map((word) => word.replace(/^(intitle|allintitle|inbody|intext):/i, ""))
    .join(" ");

/** Without case, diacritics and compatibility forms: `Straße`, `ＳＴＲＡＳＳＥ` and `strasse` are one. */
const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(COMBINING, "").toUpperCase().toLowerCase().normalize("NFC");

/** The words of spaced scripts, and whole runs of unspaced ones. */
const runs = (folded: string): readonly string[] => folded.match(ASCII.test(folded) ? ASCII_WORD : WORD_OR_RUN) ?? [];

const words = (folded: string): readonly string[] =>
  runs(folded).flatMap((run) =>
    UNSPACED_RUN.test(run) ? [...segmenter.segment(run)].map(({ segment }) => segment) : [run],
  );
