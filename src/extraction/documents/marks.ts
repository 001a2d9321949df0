import type { Inline } from "../markdown/nodes.ts";

/** How a run of text looks. */
export interface Look {
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly struck?: boolean | undefined;
  readonly raised?: "sub" | "sup" | undefined;
  readonly code?: boolean | undefined;
}

/** A run of text under the marks that say how it looks. */
export function marked(line: readonly Inline[], { bold, italic, struck, raised, code }: Look): readonly Inline[] {
  if (line.length === 0) return line;
  let out: readonly Inline[] = code
    ? line.map((node) =>
        node.type === "text" && node.value.trim() !== "" ? { type: "code", value: node.value } : node,
      )
    : line;
  // A note's mark is raised by what it is.
  if (raised && line.some(({ type }) => type !== "reference")) out = [{ type: raised, children: out }];
  if (struck) out = [{ type: "deleted", children: out }];
  if (italic) out = [{ type: "emphasis", children: out }];
  if (bold) out = [{ type: "strong", children: out }];
  return out;
}

/** A line without marks of weight: what a heading looks like anyway. */
export const unweighted = (line: readonly Inline[]): Inline[] =>
  line.flatMap((node) => (node.type === "strong" ? unweighted(node.children) : [node]));

const MONOSPACED =
  /(?:^|\W)(?:courier|consolas|menlo|monaco|lucida console|andale mono|inconsolata|fira code|source code|cascadia|sf mono|jetbrains|ocr|letter gothic|cmtt|lmmono|nimbus ?mon|typewriter)|mono(?:space)?(?:\W|$|\d)|mono$/i;

/** Whether a font sets all letters equally wide, as its name says. */
export const isMonospaced = (font: string | undefined): boolean => font !== undefined && MONOSPACED.test(font);

/** The text of a line as code has it. */
export function codeTextOf(line: readonly Inline[]): string {
  return line
    .map((node) => {
      if (node.type === "text" || node.type === "code") return node.value;
      if (node.type === "break") return "\n";
      return "children" in node ? codeTextOf(node.children) : "";
    })
    .join("");
}

/** Whether all words of a line are set as code. */
export function isCodeLine(line: readonly Inline[]): boolean {
  const only = (nodes: readonly Inline[]): boolean =>
    nodes.every((node) => {
      if (node.type === "text") return node.value.trim() === "";
      if (node.type === "link" || node.type === "reference" || node.type === "math" || node.type === "image")
        return false;
      return "children" in node ? only(node.children) : true;
    });
  return only(line) && codeTextOf(line).trim() !== "";
}

/** A line without its first characters. */
export function withoutStart(line: readonly Inline[], characters: number): Inline[] {
  let left = characters;
  const cut = (nodes: readonly Inline[]): Inline[] =>
    nodes.flatMap((node): Inline[] => {
      if (left <= 0) return [node];
      if (node.type === "text" || node.type === "code") {
        const value = node.value.slice(left);
        left -= node.value.length;
        return value === "" ? [] : [{ type: node.type, value }];
      }
      return "children" in node ? [{ ...node, children: cut(node.children) }] : [node];
    });
  return cut(line);
}
