import type { Block, Cell, Inline, Table } from "./nodes.ts";
import { wordsOf } from "./tidy.ts";
import { writeLine } from "./write-line.ts";

const MAX_COLUMNS = 200;
/** More cells than this, those that spans repeat among them, are left empty. */
const MAX_FILLED = 100_000;
/** A longer text is not repeated over the columns and rows that its cell spans. */
const REPEATED_CHARS = 200;

/** One place of a table's grid. */
export interface GridCell {
  readonly cell: Cell;
  /** Whether the cell begins here; else it reaches here. */
  readonly isFirst: boolean;
}

/** The grid that rows of cells make, as HTML places them: each in the first free column, over all that it spans. */
export function gridOf(rows: readonly (readonly Cell[])[]): GridCell[][] {
  const grid: GridCell[][] = rows.map(() => []);
  let placed = 0;
  rows.forEach((row, at) => {
    let column = 0;
    for (const cell of row) {
      while (grid[at]?.[column]) column += 1;
      const wide = Math.min(cell.columns, MAX_COLUMNS - column);
      const tall = Math.min(cell.rows, rows.length - at);
      for (let down = 0; down < tall; down += 1)
        for (let right = 0; right < wide && placed < MAX_FILLED; right += 1, placed += 1) {
          const target = grid[at + down];
          if (target && !target[column + right]) target[column + right] = { cell, isFirst: down === 0 && right === 0 };
        }
      column += Math.max(1, wide);
    }
  });
  return grid;
}

export const widthOf = (grid: readonly (readonly GridCell[])[]): number =>
  grid.reduce((most, row) => Math.max(most, row.length), 0);

/** A table in GFM where its cells hold lines and lists; as HTML where they hold tables, code or quotations. */
export function writeTable(table: Table): string {
  if (table.rows.some((row) => row.some(({ children }) => !children.every(isLine)))) return htmlTable(table);
  const grid = gridOf(table.rows);
  const columns = widthOf(grid);
  const texts = new Map<Cell, string>();
  const textOf = (cell: Cell): string => {
    const known = texts.get(cell);
    if (known !== undefined) return known;
    const text = cellText(cell.children);
    texts.set(cell, text);
    return text;
  };
  const lines = grid.map((row) => {
    const whole = row[0]?.cell.columns ?? 1;
    const isGroup = whole >= columns && columns > 1;
    return Array.from({ length: columns }, (_, at) => {
      const place = row[at];
      if (!place) return "";
      if (place.isFirst) return textOf(place.cell);
      const text = textOf(place.cell);
      return isGroup || text.length > REPEATED_CHARS ? "" : text;
    });
  });
  const [first = [], ...rest] = table.heads > 0 ? lines : [Array.from({ length: columns }, () => ""), ...lines];
  const rule = Array.from({ length: columns }, (_, at) => ruleOf(grid[0]?.[at]?.cell));
  return [first, rule, ...rest].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

function ruleOf(cell: Cell | undefined): string {
  if (cell?.align === "right") return "---:";
  return cell?.align === "center" ? ":---:" : "---";
}

const isLine = (block: Block): boolean =>
  block.type === "paragraph" ||
  block.type === "heading" ||
  (block.type === "figure" && block.children.every((child) => isLine(child))) ||
  block.type === "math" ||
  block.type === "note" ||
  block.type === "rule" ||
  (block.type === "code" && !block.text.includes("\n")) ||
  (block.type === "list" &&
    block.items.every(({ children }) =>
      children.every(
        (child) => child.type === "paragraph" || child.type === "math" || (child.type === "list" && isLine(child)),
      ),
    ));

/** Blocks as one line of a cell, breaks for what stands between them. */
function cellText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => lineOf(block))
    .filter(Boolean)
    .join("<br>");
}

function lineOf(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return writeLine(block.children, { inCell: true });
    case "figure":
      return cellText([...block.children, ...block.caption]);
    case "heading":
      return writeLine([{ type: "strong", children: block.children }], { inCell: true });
    case "math":
      return writeLine([{ type: "math", tex: block.tex }], { inCell: true });
    case "code":
      return writeLine([{ type: "code", value: block.text }], { inCell: true });
    case "list":
      return block.items
        .map(
          ({ number, done, children }) =>
            `${number === undefined ? "-" : `${number}.`} ${done === undefined ? "" : done ? "[x] " : "[ ] "}${cellText(children)}`,
        )
        .join("<br>");
    case "note":
      return `[${block.label}] ${cellText(block.children)}`;
    default:
      return "";
  }
}

/* ── As HTML ── */

const encode = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const quoted = (text: string): string => encode(text).replaceAll('"', "&quot;");

function htmlTable({ heads, rows }: Table): string {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell) => {
      const name = cell.isHead || at < heads ? "th" : "td";
      const spans = `${cell.columns > 1 ? ` colspan="${cell.columns}"` : ""}${cell.rows > 1 ? ` rowspan="${cell.rows}"` : ""}`;
      return `<${name}${spans}>${htmlBlocks(cell.children)}</${name}>`;
    });
    return `<tr>${cells.join("")}</tr>`;
  });
  return `<table>\n${lines.join("\n")}\n</table>`;
}

function htmlBlocks(blocks: readonly Block[]): string {
  const [only] = blocks;
  if (only?.type === "paragraph" && blocks.length === 1) return htmlLine(only.children);
  return blocks.map(htmlBlock).join("");
}

function htmlBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
      return `<p>${htmlLine(block.children)}</p>`;
    case "figure":
      return htmlBlocks([...block.children, ...block.caption]);
    case "heading":
      return `<h${block.level}>${htmlLine(block.children)}</h${block.level}>`;
    case "code":
      // A blank line would end the table's markup.
      return `<pre><code${block.language ? ` class="language-${block.language}"` : ""}>${encode(block.text).replace(/\n(?=\n)/g, "\n&#8203;")}</code></pre>`;
    case "math":
      return `$$${encode(block.tex)}$$`;
    case "list": {
      const name = block.items[0]?.number === undefined ? "ul" : "ol";
      return `<${name}>${block.items.map(({ children }) => `<li>${htmlBlocks(children)}</li>`).join("")}</${name}>`;
    }
    case "quote":
      return `<blockquote>${htmlBlocks(block.children)}</blockquote>`;
    case "note":
      return `<p>[${encode(block.label)}] ${htmlBlocks(block.children)}</p>`;
    case "rule":
      return "<hr>";
    case "table":
      return htmlTable(block).replaceAll("\n", "");
  }
}

const TAGS = { strong: "strong", emphasis: "em", deleted: "del", sub: "sub", sup: "sup" } as const;

function htmlLine(line: readonly Inline[]): string {
  return line
    .map((node) => {
      switch (node.type) {
        case "text":
          return encode(node.value);
        case "break":
          return "<br>";
        case "code":
          return `<code>${encode(node.value)}</code>`;
        case "math":
          return `$${encode(node.tex)}$`;
        case "image":
          return `<img src="${quoted(node.url)}" alt="${quoted(node.alt)}">`;
        case "reference":
          return `[^${node.label}]`;
        case "link":
          return wordsOf(node.children).trim() || node.children.length > 0
            ? `<a href="${quoted(node.url)}">${htmlLine(node.children)}</a>`
            : "";
        default:
          return `<${TAGS[node.type]}>${htmlLine(node.children)}</${TAGS[node.type]}>`;
      }
    })
    .join("");
}
