import { marked } from "../documents/marks.ts";
import type { Inline } from "../markdown/nodes.ts";
import { tidy } from "../markdown/tidy.ts";
import { isSpaced, type Line } from "./lines.ts";
import type { Word } from "./words.ts";

const RAISED = 0.92;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

export interface InlineOptions {
  /** Bold or slanted is what all of it is, and says nothing. */
  readonly unweighted?: boolean;
  /** The label of a note that a raised mark refers to. */
  readonly refer?: (mark: string) => string | undefined;
}

/** Lines as one: words cut at a line's end are put together again. */
export function inlinesOf(lines: readonly Line[], { unweighted = false, refer }: InlineOptions = {}): Inline[] {
  const out: Inline[] = [];
  // Most words are plain: those that follow one another are one text.
  let plain = "";
  let before = "";
  const flush = () => {
    if (plain !== "") out.push({ type: "text", value: plain });
    plain = "";
  };
  lines.forEach((line, number) => {
    line.words.forEach((word, at) => {
      const isFirst = at === 0 && number > 0;
      if (isFirst && isCut(before, word.text)) {
        const last = out.at(-1);
        if (plain !== "") plain = plain.slice(0, -1);
        else if (last) out[out.length - 1] = withoutHyphen(last);
      } else if ((isFirst || isSpaced(line.words[at - 1], word)) && !isWithoutBlank(before, word.text)) plain += " ";
      if (isPlain(word, line, unweighted)) plain += word.text;
      else {
        flush();
        out.push(...inlineOf(word, line, unweighted, refer));
      }
      before = word.text;
    });
  });
  flush();
  return tidy(oneMark(out));
}

/** Characters of scripts without blanks begin here. */
const FIRST_CJK = "\u2e80";

const isWithoutBlank = (before: string, next: string): boolean =>
  next >= FIRST_CJK && CJK.test(before) && CJK_START.test(next);

const isPlain = ({ bold, italic, mono, url, size }: Word, line: Line, unweighted: boolean): boolean =>
  ((!bold && !italic) || unweighted) && !mono && url === undefined && size >= RAISED * line.size;

/** Pieces under the same mark or link put together, with the blanks between them. */
function oneMark(line: readonly Inline[]): Inline[] {
  const out: Inline[] = [];
  line.forEach((node, at) => {
    const last = out.at(-1);
    const next = line[at + 1];
    const isBlank = node.type === "text" && node.value === " ";
    const joined =
      last &&
      (isBlank && next && isSame(last, next) ? withMore(last, node) : isSame(last, node) && withMore(last, node));
    if (joined) out[out.length - 1] = joined;
    else out.push(node);
  });
  return out;
}

const MARKS = new Set(["strong", "emphasis", "code", "link"]);

const isSame = (one: Inline, other: Inline): boolean =>
  one.type === other.type &&
  MARKS.has(one.type) &&
  (one.type !== "link" || other.type !== "link" || one.url === other.url);

function withMore(node: Inline, more: Inline): Inline | undefined {
  if (node.type === "code")
    return more.type === "code" || more.type === "text" ? { ...node, value: node.value + more.value } : undefined;
  if (!("children" in node)) return undefined;
  return { ...node, children: oneMark([...node.children, ...("children" in more ? more.children : [more])]) };
}

/** Whether a word goes on in the next line. */
const isCut = (before: string, next: string): boolean =>
  /\u00ad$/.test(before) || (/\p{L}[-\u2010]$/u.test(before) && /^\p{Ll}/u.test(next));

function withoutHyphen(node: Inline): Inline {
  if (node.type === "text" || node.type === "code")
    return { ...node, value: node.value.replace(/[-\u00ad\u2010]$/, "") };
  if (!("children" in node)) return node;
  const last = node.children.at(-1);
  return last ? { ...node, children: [...node.children.slice(0, -1), withoutHyphen(last)] } : node;
}

function inlineOf(
  word: Word,
  line: Line,
  unweighted: boolean,
  refer: ((mark: string) => string | undefined) | undefined,
): readonly Inline[] {
  const { text, bold, italic, mono, url } = word;
  const shift = line.y - word.y;
  const isSmall = word.size < RAISED * line.size;
  const raised = isSmall && shift > 0.12 * line.size ? "sup" : isSmall && shift < -0.05 * line.size ? "sub" : undefined;
  const label = raised === "sup" ? refer?.(text.replace(/[^\p{L}\p{N}*†‡]/gu, "")) : undefined;
  if (label !== undefined) return [{ type: "reference", label }];
  const children = marked([{ type: "text", value: text }], {
    bold: bold && !unweighted && !raised,
    italic: italic && !raised && !unweighted,
    raised,
    code: mono && !raised,
  });
  return url === undefined ? children : [{ type: "link", url, children }];
}

/** Lines as code has them: each set in as far as it stands. */
export function codeOfLines(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  const widths = lines.flatMap(({ words }) => words.map((word) => (word.right - word.left) / [...word.text].length));
  const width = widths.toSorted((one, other) => one - other)[Math.floor(widths.length / 2)] || 6;
  const size = lines[0]?.size ?? 10;
  return lines
    .map((line, at) => {
      let text = "";
      for (const word of line.words) {
        const column = Math.round((word.left - left) / width);
        text += text.length < column ? " ".repeat(Math.min(200, column - text.length)) : "";
        text += word.text;
      }
      const before = lines[at - 1];
      const isApart = before && before.page === line.page && line.y - before.y > 2.1 * size;
      return isApart ? `\n${text}` : text;
    })
    .join("\n");
}
