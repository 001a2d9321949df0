import type { Block, Inline, InlineMark } from "./nodes.ts";

/** White space that a page writes where it means one blank. */
const BLANKS = /[ \t\n\r\f\u00a0]+/g;
/** Marks that nobody sees: where a word may be parted. In scripts without blanks they part words, and stay. */
const UNSEEN = /[\u00ad\u2060\ufeff]|(?<![\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])\u200b/gu;

const isMarked = (
  node: Inline,
): node is Inline & { readonly type: InlineMark | "link"; readonly children: readonly Inline[] } => "children" in node;

/** The text of a line. */
export function wordsOf(line: readonly Inline[]): string {
  let words = "";
  for (const node of line) {
    if (node.type === "text" || node.type === "code") words += node.value;
    else if (node.type === "math") words += node.tex;
    else if (isMarked(node)) words += wordsOf(node.children);
    else if (node.type === "break") words += " ";
  }
  return words;
}

/** Whether anything of a line is seen. */
export const isEmpty = (line: readonly Inline[]): boolean =>
  line.every((node) =>
    node.type === "text"
      ? node.value.trim() === ""
      : node.type === "break" || (isMarked(node) && isEmpty(node.children)),
  );

/** A line as it is seen: blanks collapsed and outside of marks, what is empty left out, equal marks side by side made one. */
export function tidy(line: readonly Inline[]): Inline[] {
  const out = trimEnd(collapse(line, { blank: true }));
  while (out[0]?.type === "break") out.shift();
  return withoutBrackets(out);
}

interface State {
  /** Whether what stands before is a blank or the beginning. */
  blank: boolean;
}

function collapse(line: readonly Inline[], state: State): Inline[] {
  const out: Inline[] = [];
  for (const node of line) {
    if (node.type === "text") {
      const value = node.value.replace(UNSEEN, "").replace(BLANKS, " ");
      const text = state.blank ? value.replace(/^ /, "") : value;
      if (!text) continue;
      state.blank = text.endsWith(" ");
      push(out, { type: "text", value: text });
    } else if (node.type === "break") {
      trimLast(out);
      out.push(node);
      state.blank = true;
    } else if (isMarked(node)) mark(node, out, state);
    else {
      out.push(node);
      state.blank = false;
    }
  }
  return out;
}

/** A mark begins and ends at what is seen; blanks at its edges stand outside. */
function mark(node: Extract<Inline, { children: readonly Inline[] }>, out: Inline[], state: State): void {
  const leads = !state.blank && /^[ \t\n\r\f\u00a0]/.test(firstText(node.children));
  if (leads) {
    push(out, { type: "text", value: " " });
    state.blank = true;
  }
  const inner = collapse(node.children, state);
  const ends = trimLast(inner);
  if (isEmpty(inner)) {
    for (const one of inner) if (one.type === "break") out.push(one);
  } else {
    const last = out[out.length - 1];
    if (last && last.type === node.type && last.type !== "link" && isMarked(last))
      out[out.length - 1] = { ...last, children: joined(last.children, inner) };
    else out.push({ ...node, children: inner });
  }
  if (ends) push(out, { type: "text", value: " " });
  if (ends) state.blank = true;
}

function firstText(line: readonly Inline[]): string {
  const [first] = line;
  if (!first) return "";
  return first.type === "text" ? first.value.replace(UNSEEN, "") : isMarked(first) ? firstText(first.children) : "";
}

/** Takes the blank off the end; whether there was one. */
function trimLast(out: Inline[]): boolean {
  const last = out[out.length - 1];
  if (last?.type !== "text" || !last.value.endsWith(" ")) return false;
  const value = last.value.slice(0, -1);
  if (value) out[out.length - 1] = { type: "text", value };
  else out.pop();
  return true;
}

function trimEnd(line: Inline[]): Inline[] {
  for (;;) {
    const last = line[line.length - 1];
    if (last?.type === "break") line.pop();
    else if (!trimLast(line)) return line;
  }
}

function push(out: Inline[], node: { readonly type: "text"; readonly value: string }): void {
  const last = out[out.length - 1];
  if (last?.type === "text") out[out.length - 1] = { type: "text", value: last.value + node.value };
  else out.push(node);
}

function joined(left: readonly Inline[], right: readonly Inline[]): Inline[] {
  const out = [...left];
  for (const node of right)
    if (node.type === "text") push(out, node);
    else out.push(node);
  return out;
}

/** A reference without the brackets around it, which its own stand for: `[1]`. */
function withoutBrackets(line: Inline[]): Inline[] {
  for (let at = 1; at + 1 < line.length; at += 1) {
    const [before, node, after] = [line[at - 1], line[at], line[at + 1]];
    if (node?.type !== "reference" || before?.type !== "text" || after?.type !== "text") continue;
    if (!before.value.endsWith("[") || !after.value.startsWith("]")) continue;
    line[at - 1] = { type: "text", value: before.value.slice(0, -1) };
    line[at + 1] = { type: "text", value: after.value.slice(1) };
  }
  return line;
}

/**
 * A line cut into its blocks: at two breaks in a row, and around formulas that stand on lines of their own.
 *
 * @param shows whether a formula that is all of a line stands on its own
 */
export function paragraphsOf(line: readonly Inline[], shows: boolean): Block[] {
  const blocks: Block[] = [];
  let run: Inline[] = [];
  const flush = () => {
    const children = tidy(run);
    run = [];
    const [only] = children;
    if (only?.type === "math" && children.length === 1 && shows) blocks.push({ type: "math", tex: only.tex });
    else if (!isEmpty(children)) blocks.push({ type: "paragraph", children });
  };
  line.forEach((node, at) => {
    if (node.type === "math" && node.display) {
      flush();
      blocks.push({ type: "math", tex: node.tex });
    } else if (node.type === "break" && isBreakBefore(run)) flush();
    else run.push(node);
    if (at === line.length - 1) flush();
  });
  return blocks;
}

/** Whether a line ends with a break, blanks apart. */
function isBreakBefore(run: readonly Inline[]): boolean {
  for (let at = run.length - 1; at >= 0; at -= 1) {
    const node = run[at];
    if (node?.type === "break") return true;
    if (node?.type !== "text" || node.value.trim() !== "") return false;
  }
  return false;
}
