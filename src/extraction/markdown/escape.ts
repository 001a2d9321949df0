import type { Inline } from "./nodes.ts";

/** What the marks within one line are, on which it depends whether a character of its text would be read as one. */
export interface Census {
  /** Characters that could begin or end emphasis, struck text or code; emphasis itself counts twice. */
  readonly stars: number;
  readonly tildes: number;
  readonly ticks: number;
  /** Whether there are formulas, or text that could be read as one. */
  readonly dollars: boolean;
}

const DOLLARS = /\$(?=\S)[^$\n]*[^\s$]\$(?!\d)/;

/** Counts what could be read as marks in a line. */
export function censusOf(line: readonly Inline[]): Census {
  const count = { stars: 0, tildes: 0, ticks: 0, dollars: false };
  let text = "";
  const add = (nodes: readonly Inline[]): void => {
    for (const node of nodes) {
      if (node.type === "text") {
        count.stars += (node.value.match(/[*_]+/g) ?? []).length;
        count.tildes += (node.value.match(/~+/g) ?? []).length;
        count.ticks += (node.value.match(/`+/g) ?? []).length;
        text += node.value;
      } else if (node.type === "code") count.ticks += 2;
      else if (node.type === "math") count.dollars = true;
      else if (node.type === "strong" || node.type === "emphasis") count.stars += 2;
      else if (node.type === "deleted") count.tildes += 2;
      if ("children" in node) add(node.children);
    }
  };
  add(line);
  return { ...count, dollars: count.dollars || DOLLARS.test(text) };
}

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isBlank = (character: string): boolean => character === "" || /\s/u.test(character);
const ENTITY = /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/;
const SPECIAL = /[\\`*_[\]<&~$!|^]/;

/** Where a text stands. */
export interface Place {
  readonly census: Census;
  readonly inCell: boolean;
  readonly inLink: boolean;
  /** The characters before and after it; "" at the ends of a line. */
  readonly before: string;
  readonly after: string;
}

/** A text with a backslash before each character that would otherwise be read as Markdown, and before no other. */
export function escapeText(text: string, place: Place): string {
  if (!SPECIAL.test(text)) return text;
  let out = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    out += SPECIAL.test(character) && isRead(text, at, place) ? `\\${character}` : character;
  }
  return out;
}

function isRead(text: string, at: number, { census, inCell, inLink, before, after }: Place): boolean {
  const character = text[at] ?? "";
  const previous = at > 0 ? (text[at - 1] ?? "") : before;
  const next = text[at + 1] ?? after;
  switch (character) {
    case "\\":
      return /[!-/:-@[-`{-~\n]/.test(next) || next === "";
    case "`":
      return census.ticks > 1;
    case "*":
      return census.stars > 1 && !(isBlank(outside(text, at, -1, before)) && isBlank(outside(text, at, 1, after)));
    case "_":
      return census.stars > 1 && isDelimiter(outside(text, at, -1, before), outside(text, at, 1, after));
    case "~":
      return census.tildes > 1 && !(isBlank(previous) && isBlank(next));
    case "[":
      return inLink || next === "^" || /^\[[^[\]\n]{0,400}\](?:[(:[]|$)/.test(text.slice(at, at + 410));
    case "]":
      return inLink;
    case "<":
      return /[a-zA-Z/!?]/.test(next);
    case "&":
      return ENTITY.test(text.slice(at, at + 36));
    case "$":
      return census.dollars && !(isBlank(previous) && isBlank(next));
    case "!":
      return next === "[" || (next === "" && after === "[");
    case "|":
      return inCell;
    default:
      return false;
  }
}

/** The character beside the run of equal ones at a place, on one side of it. */
function outside(text: string, at: number, step: 1 | -1, beyond: string): string {
  let to = at;
  while (text[to] === text[at]) to += step;
  return text[to] ?? beyond;
}

/** Whether a run of low lines between two characters can begin or end emphasis: within a word it cannot. */
const isDelimiter = (before: string, after: string): boolean =>
  !(isWord(before) && isWord(after)) && !(isBlank(before) && isBlank(after));

/** The beginning of a line, where more is read as Markdown: headings, quotations, lists, rules, definitions. */
export function escapeStart(line: string): string {
  if (
    /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|={1,}\s*$|-{2,}\s*$|(?:[-*_]\s*){3,}$|~~~|```|\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$|:\s)/.test(
      line,
    ) &&
    !/^\*\*?[^\s*]/.test(line)
  )
    return `\\${line}`;
  const numbered = /^(\d{1,9})([.)])(?=\s|$)/.exec(line);
  if (numbered) return `${numbered[1]}\\${line.slice(numbered[1]?.length ?? 0)}`;
  return line;
}
