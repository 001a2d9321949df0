import { sentences } from "../../extraction/sentences.ts";
import type { Cell, Cite, Frame } from "./prompt.ts";

/** What a reader does not see, or what turns what it sees around: controls, zero-width and bidirectional signs, fillers, halves of signs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
const BLANKS = /[\s\u2028\u2029]+/gu;
/** What begins a heading or a quotation in Markdown. */
const LEADING = /^[#>\s]+/u;

/**
 * A value from outside as one line that cannot end a fence, begin a heading or look like a chat template's token; "" where
 * there is none. Cut at `most` characters, at a word's end.
 */
export function cleaned(value: Exclude<Cell, Cite>, most: number): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return Number.isNaN(value) ? "" : String(value);
  // What is seen of a text of that length never comes from further than this.
  const line = value
    .slice(0, most * 8)
    .toWellFormed()
    .replace(BLANKS, " ")
    .replace(UNSEEN, "")
    .replace(/`{3,}/g, "``")
    .replace(/~{3,}/g, "~~")
    .replace(/<(?=\|)/g, "< ")
    .replace(LEADING, "")
    .trim();
  return clipped(line, most);
}

/** The same for a table's cell, in which a bar would begin the next one. */
export const cleanedCell = (value: Exclude<Cell, Cite>, most: number): string =>
  cleaned(value, most).replaceAll("|", "/");

/** A text of at most so many characters, cut at a word's end where there is one in its second half. */
export function clipped(text: string, most: number): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const kept = signs.slice(0, most - 1).join("");
  const blank = signs[most - 1] === " " ? kept.length : kept.lastIndexOf(" ");
  return `${(blank > kept.length / 2 ? kept.slice(0, blank) : kept).trimEnd()}…`;
}

const SHORTENED = { en: "(shortened)", fr: "(abrégé)" } as const;

/**
 * A text of at most so many characters, cut at a sentence's end and marked "(shortened)". A sentence that broke off before
 * it came here is left out. "" where not even the first sentence fits.
 */
export function clippedAtSentence(text: string, most: number, frame: Frame): string {
  const whole = !/…$|\.{3}$/.test(text);
  if (whole && [...text].length <= most) return text;
  const all = sentences(text);
  const ended = whole ? all : all.slice(0, -1);
  let kept = "";
  for (const sentence of ended) {
    const longer = kept ? `${kept} ${sentence}` : sentence;
    if ([...longer].length > most) break;
    kept = longer;
  }
  return kept && `${kept} ${SHORTENED[frame]}`;
}
