import type { Cell } from "../markdown/nodes.ts";

/** Cells with the columns that they reach over, as far as the places of their texts tell: tags of pdf.js do not. */
export function spanned(
  rows: readonly { readonly cells: readonly Cell[]; readonly lefts: readonly number[] }[],
): Cell[][] {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const full = rows.find(({ cells, lefts }) => cells.length === width && lefts.every(Number.isFinite));
  const reachesDown = new Set<string>();
  const placed = rows.map(({ cells, lefts }, row) => {
    if (cells.length === width || !full) return [...cells];
    const columnOf = (left: number): number =>
      full.lefts.reduce(
        (best, one, at) => (Math.abs(one - left) < Math.abs((full.lefts[best] ?? 0) - left) ? at : best),
        0,
      );
    let column = 0;
    let spare = width - cells.length;
    return cells.map((cell, at): Cell => {
      const [left, next] = [lefts[at], lefts[at + 1]];
      // Room at a row's beginning is a cell's that reaches down from above.
      if (at === 0 && spare > 0 && left !== undefined && Number.isFinite(left)) {
        const from = Math.min(columnOf(left), spare);
        for (; column < from; column += 1) reachesDown.add(`${row}/${column}`);
        spare -= from;
      }
      const until = next !== undefined && Number.isFinite(next) ? columnOf(next) : width;
      const columns = at + 1 < cells.length ? Math.max(1, Math.min(until - column, 1 + spare)) : 1 + spare;
      spare -= columns - 1;
      column += columns;
      return { ...cell, columns };
    });
  });
  return placed.map((cells, row) => {
    let column = 0;
    while (reachesDown.has(`${row}/${column}`)) column += 1;
    return cells.map((cell): Cell => {
      let tall = 1;
      while (reachesDown.has(`${row + tall}/${column}`)) tall += 1;
      column += cell.columns;
      return { ...cell, rows: tall };
    });
  });
}
