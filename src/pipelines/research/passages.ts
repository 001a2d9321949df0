import { sentences } from "../../extraction/sentences.ts";
import { isUnspaced, terms } from "../../language/terms.ts";

/** Some sentences that stand together on one page. */
export interface Passage {
  /** The place of the result it comes from, 1-based: what `[n]` names. */
  readonly n: number;
  readonly from: "snippet" | "page";
  /** Its place in the text it comes from. */
  readonly place: number;
  readonly sentences: readonly string[];
  /** The sentences, joined by spaces. */
  readonly text: string;
  readonly terms: readonly string[];
}

/** A passage's length in characters; letters of unspaced scripts count double. */
const PASSAGE_CHARS = 500;
/** What is no longer than this and stands alone is a heading or a crumb of navigation. */
const CRUMB_CHARS = 40;
const MAX_PAGE_CHARS = 200_000;
const MAX_PASSAGES = 300;
/** A sentence longer than this is a list or a table that lost its form. */
const MAX_SENTENCE_CHARS = 700;

/**
 * Cuts a text into passages: neighbouring sentences of one paragraph, up to some 500 characters. Marks that would read
 * as citations (`[3]`) are taken out. What is too short on a page is left out; a snippet is taken whole.
 */
export function passagesOf(n: number, text: string, from: Passage["from"]): readonly Passage[] {
  const paragraphs = withoutMarks(text.slice(0, MAX_PAGE_CHARS)).split(/\n\s*\n/);
  return paragraphs
    .flatMap((paragraph) => grouped(sentences(paragraph).filter(({ length }) => length <= MAX_SENTENCE_CHARS)))
    .filter((group) => from === "snippet" || width(group.join(" ")) > CRUMB_CHARS)
    .slice(0, MAX_PASSAGES)
    .map((group, place) => {
      const joined = group.join(" ");
      return { n, from, place, sentences: group, text: joined, terms: terms(joined) };
    });
}

/** Without numbers in square brackets: an encyclopaedia's footnotes are no citations of ours. */
export const withoutMarks = (text: string): string => text.replace(/[ \t]?\[\d{1,4}\]/g, "");

function grouped(list: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [];
  let room = 0;
  for (const sentence of list) {
    const last = groups.at(-1);
    const needed = width(sentence) + 1;
    if (last && needed <= room) last.push(sentence);
    else groups.push([sentence]);
    room = (last && needed <= room ? room : PASSAGE_CHARS) - needed;
  }
  return groups;
}

const width = (text: string): number => [...text].reduce((sum, letter) => sum + (isUnspaced(letter) ? 2 : 1), 0);
