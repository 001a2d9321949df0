import { detect } from "tinyld";
import { z } from "zod";
import { extractPage } from "../../../extraction/extract.ts";
import { judgedLanguage } from "../../../language/judge.ts";
import { wordsIn } from "../../../language/words.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import type { El } from "../../kit/html/dom.ts";
import { url } from "../../kit/requests/query.ts";
import { Count, Ratio } from "../../kit/values/fields.ts";
import { excerpt } from "../../kit/values/text.ts";
import { reading } from "../document.ts";
import { PageItem } from "../item.ts";
import { type PageTree, readingWarnings, treeOf } from "../tree.ts";
import { keywordsOf } from "./keywords.ts";
import { countsOf, scoresOf, sentencesOf } from "./measures.ts";

/** What a page says of its own language counts unless its text is surely of another one, else what the text looks like. */
function languageOf(declared: string | undefined, text: string): string | undefined {
  const named = declaredCode(declared);
  return named === undefined ? detect(text.slice(0, 5_000)) || undefined : (otherLanguage(named, text) ?? named);
}

const declaredCode = (declared: string | undefined): string | undefined =>
  /^([a-z]{2})\b/i.exec(declared ?? "")?.[1]?.toLowerCase();

/** Fewer words may be a quotation in a page of few. */
const MIN_JUDGED_WORDS = 40;

/** The language that a text is surely of, where its page declares another one. */
function otherLanguage(declared: string, text: string): string | undefined {
  const judged = judgedLanguage(text);
  return judged && judged !== declared && wordsIn(text.slice(0, 4_000)).length >= MIN_JUDGED_WORDS ? judged : undefined;
}

/** Reading speed of adults, words a minute. */
const WORDS_A_MINUTE = 230;
/** The measures are taken of so much text. */
const MAX_CHARS = 1_000_000;

const rounded = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value * 100) / 100;

/** Measures of a text in a language: counts, scores, terms. A pure function, for whoever has a text. */
export function measured(text: string, language: string) {
  const spoken = sentencesOf(text.slice(0, MAX_CHARS));
  const counts = countsOf(spoken, language);
  const { words, syllables } = counts;
  const { score, lix, fleschReadingEase, fleschKincaidGrade, kandelMoles, ...scale } = scoresOf(counts, language);
  return {
    words,
    uniqueWords: new Set(spoken.flat().map((word) => word.toLowerCase())).size,
    sentences: counts.sentences,
    paragraphs: text.split(/\n\s*\n/).filter((part) => part.trim()).length,
    syllables,
    characters: [...text].length,
    letters: counts.letters,
    longWords: counts.long,
    ...(words > 0 && {
      avgSentenceLength: rounded(words / counts.sentences),
      avgSyllablesPerWord: syllables === undefined ? undefined : rounded(syllables / words),
    }),
    ...scale,
    score: rounded(score),
    lix: rounded(lix),
    fleschReadingEase: rounded(fleschReadingEase),
    fleschKincaidGrade: rounded(fleschKincaidGrade),
    kandelMoles: rounded(kandelMoles),
    readingTimeMinutes: rounded(words / WORDS_A_MINUTE),
    keywords: keywordsOf(spoken, language),
  };
}

/** A sentence where a page's text is not in the language that it declares. */
function differing(declared: string | undefined, lang: string | undefined): readonly string[] {
  const named = declaredCode(declared);
  return named !== undefined && lang !== undefined && lang !== named
    ? [`The page declares the language ${named}; its text is in ${lang}, and is measured as such.`]
    : [];
}

const cutOff = (text: string): readonly string[] =>
  text.length > MAX_CHARS ? ["Only the first 1,000,000 characters of the text were measured."] : [];

/** What stands around a page's main part (HTML, 4.3): its pictures are not the text's. */
const FURNITURE = "nav, aside, footer, [role=navigation], [role=complementary], [role=contentinfo], [role=banner]";

/** The pictures of the main part: of `main`, else of the body, without those of the site's head and what stands around. */
function picturesIn({ doc }: PageTree): readonly El[] {
  const main = doc.all("main img, [role=main] img");
  const all = main.length > 0 || doc.all("main, [role=main]").length > 0 ? main : doc.all("body img");
  return all.filter((picture) => {
    const head = picture.closest("header");
    return !picture.closest(FURNITURE) && !(head && !head.closest("article, main"));
  });
}

/** What a page's main text is like. */
export function read(response: HttpResponse) {
  const tree = treeOf(response);
  const html = decodeText(response);
  const page = extractPage({ html, url: response.url, markdown: false, images: false, linkTexts: false });
  const text = page.text.trim();
  if (!text) return [];
  const declared = tree.doc.attr("lang", "html") ?? page.language;
  const lang = languageOf(declared, text);
  const pictures = picturesIn(tree);
  return [
    {
      ...measured(text, lang ?? ""),
      title: page.title ?? tree.doc.text("title"),
      url: response.url,
      snippet: excerpt(text, 500),
      status: response.status,
      lang,
      textToHtmlRatio: rounded(Math.min(1, text.length / html.length)),
      images: pictures.length,
      imagesWithoutAlt: pictures.filter((picture) => !picture.matches("[alt]")).length,
      warnings: [...readingWarnings(tree), ...differing(declared, lang), ...cutOff(text)],
    },
  ];
}

export const readability = defineSource({
  id: "readability",
  title: "Text statistics and readability",
  docs: "https://en.wikipedia.org/wiki/Flesch%E2%80%93Kincaid_readability_tests",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: PageItem.extend({
    lang: z.string().optional().describe("ISO 639-1: what the page declares, else what its text looks like"),
    words: Count.describe("of the main text, without navigation and the like"),
    uniqueWords: Count,
    sentences: Count,
    paragraphs: Count,
    syllables: Count.optional().describe(
      "counted by the language's vowels; English by a word list and rules; absent for others",
    ),
    characters: Count,
    letters: Count,
    longWords: Count.describe("of more than six letters"),
    avgSentenceLength: z.number().optional().describe("words"),
    avgSyllablesPerWord: z.number().optional(),
    score: z
      .number()
      .optional()
      .describe("on the scale named; absent under 100 words or without a scale for the language"),
    scale: z
      .string()
      .optional()
      .describe("flesch, kandel-moles, amstad, fernandez-huerta, gulpease, martins, douma, oborneva"),
    published: z.string().optional().describe("where the scale's formula was published"),
    band: z.enum(["easy", "plain", "difficult", "very difficult"]).optional(),
    fleschReadingEase: z.number().optional().describe("English only"),
    fleschKincaidGrade: z.number().optional().describe("English only: years of school"),
    kandelMoles: z.number().optional().describe("French only"),
    lix: z
      .number()
      .optional()
      .describe("Björnsson's LIX, for every language; under 35 is easy, over 55 very difficult"),
    readingTimeMinutes: z.number().optional().describe("at 230 words a minute"),
    textToHtmlRatio: Ratio.optional(),
    keywords: z
      .array(
        z.object({
          keyword: z.string(),
          words: Count,
          count: Count,
          density: z.number().describe("percent of all words"),
        }),
      )
      .describe("terms of one, two and three words without stop words"),
    images: Count.describe("of the main part: not those of header, navigation, asides and footer"),
    imagesWithoutAlt: Count,
  }),
  read: reading({ name: "readability", items: read }),
});
