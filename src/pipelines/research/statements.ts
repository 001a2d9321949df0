import { isWhole, sentences } from "../../extraction/sentences.ts";
import { withoutMarks } from "./passages.ts";

/** One thing that a page says: a sentence, an entry of a list, a row of a table, a value under its label. */
export interface Statement {
  /** The place of the result it comes from, 1-based: what `[n]` names. */
  readonly n: number;
  /** Its place on the page. */
  readonly place: number;
  readonly text: string;
  readonly kind: "sentence" | "entry" | "value" | "fragment" | "question";
  /** The nearest heading above. */
  readonly heading: string;
  /** What stands before and after it in its paragraph or list. */
  readonly before: string;
  readonly after: string;
}

/** What was read of a result. */
export interface Page {
  /** The place of its result, 1-based. */
  readonly n: number;
  readonly title: string;
  readonly url: string;
  /** Its result's score, 0–1. */
  readonly score: number;
  readonly statements: readonly Statement[];
}

const MAX_PAGE_CHARS = 200_000;
const MAX_STATEMENTS = 1500;
/** What is longer is a list or a table that lost its form. */
const MAX_CHARS = 700;
const MAX_HEADING_CHARS = 120;
/** A label and its value are short. */
const MAX_LABEL_CHARS = 40;
const MAX_VALUE_CHARS = 120;

const BULLET = /^(\s*)(?:[-*•–·‣]|\(?\d{1,2}[.)])\s+/;

type Found = Omit<Statement, "n" | "place" | "before" | "after">;

/**
 * What a page's plain text says, in its order, at most 1,500 statements. A line that stands alone, is short and does not end as
 * sentences do is a heading for what follows; `label | value` and a short value under a short label become `label: value`; a
 * list's entries are statements of their own. A snippet has no headings. Marks that would read as citations (`[3]`) are taken out.
 */
export function statementsOf(n: number, text: string, from: "page" | "snippet"): readonly Statement[] {
  const found: Found[] = [];
  let heading = "";
  for (const paragraph of withoutMarks(text.slice(0, MAX_PAGE_CHARS)).split(/\n[ \t]*\n/)) {
    const lines = paragraph.split("\n").filter((line) => line.trim());
    const [only = ""] = lines;
    if (from === "page" && lines.length === 1 && isHeading(only)) {
      const bare = only.trim();
      // A quantity that stands alone is a value, under the label above it.
      if (isValue(bare)) found.push({ text: labelled(heading, bare), kind: "value", heading });
      else heading = bare;
      continue;
    }
    found.push(...inParagraph(lines, heading));
    if (found.length >= MAX_STATEMENTS) break;
  }
  return found.slice(0, MAX_STATEMENTS).map((statement, place) => ({
    ...statement,
    n,
    place,
    before: found[place - 1]?.text ?? "",
    after: found[place + 1]?.text ?? "",
  }));
}

const labelled = (label: string, value: string): string =>
  label && label.length <= MAX_LABEL_CHARS && !value.includes(":") ? `${label.replace(/[:：]$/, "")}: ${value}` : value;

function inParagraph(lines: readonly string[], heading: string): readonly Found[] {
  let label = "";
  return lines.flatMap((line): readonly Found[] => {
    const bare = line.replace(BULLET, "").trim();
    if (bare.length > MAX_CHARS * 4) return [];
    const cells = bare.split(" | ").map((cell) => cell.trim());
    if (cells.length > 1) return [{ text: cells.join(": "), kind: "value", heading }];
    if (isNamedValue(bare)) return [{ text: bare, kind: "value", heading }];
    if (label && isValue(bare)) {
      const said: Found = { text: `${label}: ${bare}`, kind: "value", heading };
      return [said];
    }
    label = bare.length <= MAX_LABEL_CHARS && !isWhole(bare) ? bare.replace(/[:：]$/, "") : "";
    return sentences(bare)
      .filter(({ length }) => length <= MAX_CHARS)
      .map((text): Found => ({ text, kind: kindOf(text, BULLET.test(line)), heading }));
  });
}

/** `name: value`, where the value is a quantity or a few words. */
function isNamedValue(line: string): boolean {
  const [, value = ""] = /^[^:：]{2,40}[:：]\s+(\S.{0,120})$/u.exec(line) ?? [];
  return value !== "" && !/[.!?。！？]$/.test(value) && (/\d/.test(value) || value.split(/\s+/).length <= 8);
}

function kindOf(text: string, inList: boolean): Statement["kind"] {
  if (/[?？]["'”’»）)]{0,3}$/.test(text)) return "question";
  if (/^(?:\.{3}|…)/.test(text)) return "fragment";
  if (isWhole(text)) return "sentence";
  if (/[:：]$/.test(text) && text.split(" ").length > 5) return "entry";
  return inList ? "entry" : "fragment";
}

const isHeading = (line: string): boolean =>
  line.length <= MAX_HEADING_CHARS && !BULLET.test(line) && !/[.!。！;；,]["'”’»）)\]]{0,3}$/u.test(line.trim());

/** Whether a line holds a quantity and little else. */
const isValue = (line: string): boolean => line.length <= MAX_VALUE_CHARS && /\d/.test(line);
