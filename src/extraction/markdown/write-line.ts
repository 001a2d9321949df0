import { type Census, censusOf, escapeStart, escapeText } from "./escape.ts";
import type { Inline } from "./nodes.ts";
import { raised } from "./raised.ts";
import { wordsOf } from "./tidy.ts";

/** Where a line stands. */
export interface LinePlace {
  readonly inCell?: boolean;
  /** How a line break is written. */
  readonly lineBreak?: string;
}

interface Around {
  readonly census: Census;
  readonly inCell: boolean;
  readonly lineBreak: string;
  readonly inLink: boolean;
  readonly before: string;
  readonly after: string;
}

/** A line as Markdown. */
export function writeLine(line: readonly Inline[], { inCell = false, lineBreak = "\\\n" }: LinePlace = {}): string {
  const written = nodes(line, { census: censusOf(line), inCell, lineBreak, inLink: false, before: "", after: "" });
  return inCell ? written : startsOf(line, written, lineBreak);
}

/** Each line of a block begins anew: what would be read as the mark of a block there is escaped, in text alone. */
function startsOf(line: readonly Inline[], written: string, lineBreak: string): string {
  const [first] = line;
  const starts = line.flatMap((node, at) => (at === 0 || line[at - 1]?.type === "break" ? [node.type === "text"] : []));
  if (!first || !starts.some(Boolean)) return written;
  return written
    .split(lineBreak)
    .map((part, at) => (starts[at] ? escapeStart(part) : part))
    .join(lineBreak);
}

function nodes(line: readonly Inline[], around: Around): string {
  let out = "";
  line.forEach((node, at) => {
    const next = line[at + 1];
    const before = out === "" ? around.before : lastOf(out);
    const after = next ? firstOf(next) : around.after;
    out += nodeOf(node, { ...around, before, after });
  });
  return out;
}

const lastOf = (text: string): string => [...text.slice(-2)].at(-1) ?? "";

/** The character that a node begins with, as it is written. */
function firstOf(node: Inline): string {
  switch (node.type) {
    case "text":
      return [...node.value.slice(0, 2)][0] ?? "";
    case "break":
      return "\n";
    case "code":
      return "`";
    case "math":
      return "$";
    case "image":
      return "!";
    case "strong":
    case "emphasis":
      return "*";
    case "deleted":
      return "~";
    case "sub":
    case "sup":
      return raised(wordsOf(node.children), node.type)?.[0] ?? "<";
    default:
      return "[";
  }
}

function nodeOf(node: Inline, around: Around): string {
  switch (node.type) {
    case "text":
      return escapeText(node.value.replaceAll("\n", " "), around);
    case "break":
      return around.inCell ? "<br>" : around.lineBreak;
    case "code":
      return codeSpan(node.value, around.inCell);
    case "math":
      return mathOf(node.tex, around);
    case "image":
      return `![${escapeText(node.alt, { ...around, inLink: true, before: "[", after: "]" })}](${addressOf(node.url)})`;
    case "reference":
      return `[^${node.label}]`;
    case "link":
      return linkOf(node.url, node.children, around);
    case "sub":
    case "sup":
      return raised(wordsOf(node.children), node.type) ?? tagged(node.type, node.children, around);
    case "deleted":
      return `~~${nodes(node.children, { ...around, before: "~", after: "~" })}~~`;
    default:
      return emphasis(node.type, node.children, around);
  }
}

const tagged = (name: string, children: readonly Inline[], around: Around): string =>
  `<${name}>${nodes(children, { ...around, before: ">", after: "<" })}</${name}>`;

function linkOf(url: string, children: readonly Inline[], around: Around): string {
  const text = nodes(children, { ...around, inLink: true, before: "[", after: "]" }).replaceAll(around.lineBreak, " ");
  return text.trim() === "" ? "" : `[${text}](${addressOf(url)})`;
}

const addressOf = (url: string): string =>
  url.replace(/[()<>\s\\|]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);

/** Code between more backticks than it holds in a row. */
function codeSpan(value: string, inCell: boolean): string {
  const text = inCell ? value.replaceAll("|", "\\|") : value;
  const fence = "`".repeat(shortest(value));
  const padded = /^`|`$|^ .*[^ ].* $/.test(text) ? ` ${text} ` : text;
  return `${fence}${padded}${fence}`;
}

/** The least number of backticks that do not stand in a row in a text. */
function shortest(text: string): number {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let count = 1;
  while (runs.has(count)) count += 1;
  return count;
}

/** A formula in a line; a bar would end a cell. */
function mathOf(tex: string, { inCell }: Around): string {
  const line = tex.replace(/\s+/g, " ").replace(/(?<!\\)\$/g, "\\$");
  return `$${inCell ? line.replace(/\\\|/g, "\\Vert ").replaceAll("|", "\\vert ") : line}$`;
}

const isBlank = (character: string): boolean => character === "" || /\s/u.test(character);
const isMark = (character: string): boolean => /[!-/:-@[-`{-~\p{P}\p{S}]/u.test(character);

/**
 * Emphasis between stars where CommonMark reads them as such (its rules of flanking, section 6.2), else between tags: a mark
 * whose inner side is punctuation needs a blank or punctuation on its outer side.
 */
function emphasis(type: "strong" | "emphasis", children: readonly Inline[], around: Around): string {
  const star = type === "strong" ? "**" : "*";
  const [only] = children;
  const tag = type === "strong" ? "strong" : "em";
  if (children.length === 1 && only && (only.type === "strong" || only.type === "emphasis") && only.type !== type) {
    const inner = nodes(only.children, { ...around, before: "*", after: "*" });
    if (flanks(inner, around) && !inner.startsWith("*") && !inner.endsWith("*")) return `***${inner}***`;
  }
  const inner = nodes(children, { ...around, before: "*", after: "*" });
  const touches =
    inner.startsWith("*") ||
    /(?<!\\)\*$/.test(inner) ||
    around.before === "*" ||
    around.after === "*" ||
    around.before === "_";
  if (flanks(inner, around) && !touches && !crosses(inner, type)) return `${star}${inner}${star}`;
  return `<${tag}>${nodes(children, { ...around, before: ">", after: "<" })}</${tag}>`;
}

/** Whether marks within would be read as the ends of this one. */
const crosses = (inner: string, type: "strong" | "emphasis"): boolean =>
  type === "emphasis" && /(?<![\\*])\*(?!\*)/.test(inner);

function flanks(inner: string, { before, after }: Around): boolean {
  const first = [...inner.slice(0, 2)][0] ?? "";
  const last = lastOf(inner);
  if (isBlank(first) || isBlank(last)) return false;
  const opens = !isMark(first) || isBlank(before) || isMark(before);
  const closes = !isMark(last) || isBlank(after) || isMark(after);
  return opens && closes;
}
