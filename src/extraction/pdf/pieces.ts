import type { Block, Cell } from "../markdown/nodes.ts";
import { inlinesOf } from "./inlines.ts";
import type { Line } from "./lines.ts";

/** Something of a page in its order: a line, or a table in the place of the lines that it is made of. */
export type Piece =
  | { readonly line: Line }
  | { readonly table: Block; readonly page: number; readonly top: number; readonly bottom: number };

/** A cell of the lines in it. */
export function cellOf(lines: readonly Line[], columns: number, rows: number): Cell {
  const children = lines.length > 0 ? inlinesOf(lines) : [];
  return { children: children.length > 0 ? [{ type: "paragraph", children }] : [], isHead: false, columns, rows };
}
