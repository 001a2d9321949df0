import type { Block, Inline, ListItem } from "./nodes.ts";
import { raised } from "./raised.ts";
import { wordsOf } from "./tidy.ts";
import { gridOf, widthOf } from "./write-table.ts";

const MAX_NESTED = 12;

/** Blocks as plain text: apart by blank lines, list markers, ` | ` between cells, code as it stands. */
export const writeText = (blocks: readonly Block[]): string => textOf(blocks, 0, "\n\n");

function textOf(blocks: readonly Block[], depth: number, between: string): string {
  return blocks
    .map((block) => blockText(block, depth))
    .filter((text) => text !== "")
    .join(between);
}

function blockText(block: Block, depth: number): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return lineText(block.children);
    // A caption says what is on the picture, which text does not show.
    case "figure":
      return textOf(block.children, depth, "\n\n");
    case "code":
      return block.text;
    case "math":
      return block.tex;
    case "rule":
      return "";
    case "list":
      return block.items.map((item) => itemText(item, depth)).join("\n");
    case "quote":
      return textOf(block.children, depth, "\n\n");
    case "note":
      return `[${block.label}] ${textOf(block.children, depth, "\n")}`;
    case "table":
      return rowsText(block.rows);
  }
}

function itemText({ number, done, children }: ListItem, depth: number): string {
  const bullet = number === undefined ? "-" : `${number}.`;
  const box = done === undefined ? "" : done ? "[x] " : "[ ] ";
  const indent = depth < MAX_NESTED ? "  " : "";
  const [first = "", ...rest] = textOf(children, depth + 1, "\n").split("\n");
  return [`${bullet} ${box}${first}`, ...rest.map((line) => (line ? `${indent}${line}` : line))].join("\n");
}

/** Rows with each text where its cell begins. */
function rowsText(rows: Extract<Block, { type: "table" }>["rows"]): string {
  const grid = gridOf(rows);
  const columns = widthOf(grid);
  return grid
    .map((row) => {
      const cells = Array.from({ length: columns }, (_, at) =>
        row[at]?.isFirst ? textOf(row[at].cell.children, 0, " ").replaceAll("\n", " ") : "",
      );
      return cells.filter((cell) => cell !== "").join(" | ");
    })
    .filter((line) => line !== "")
    .join("\n");
}

/** A line's words, raised and lowered figures in Unicode's own. */
function lineText(line: readonly Inline[]): string {
  return line
    .map((node) => {
      switch (node.type) {
        case "text":
        case "code":
          return node.value;
        case "break":
          return "\n";
        case "math":
          return node.tex;
        case "image":
          return "";
        case "reference":
          return `[${node.label}]`;
        case "sub":
        case "sup":
          return raised(wordsOf(node.children), node.type) ?? lineText(node.children);
        default:
          return lineText(node.children);
      }
    })
    .join("");
}
