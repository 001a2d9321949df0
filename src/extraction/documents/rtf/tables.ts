import type { Block, Cell } from "../../markdown/nodes.ts";
import { Flow } from "../flow.ts";

type Merge = "first" | "next" | undefined;

interface CellPlan {
  /** Its right edge, in twentieths of a point. */
  readonly edge: number;
  readonly down: Merge;
  readonly across: Merge;
}

interface Row {
  readonly cells: readonly (readonly Block[])[];
  readonly plan: readonly CellPlan[];
  readonly isHead: boolean;
}

/** Edges so near are one. */
const NEAR = 30;

/** A table of RTF, put together cell by cell. Rows state the edges of their cells, and nothing of spans. */
export class RtfTable {
  flow = new Flow();
  isHead = false;
  #cells: Block[][] = [];
  #plan: CellPlan[] = [];
  #down: Merge;
  #across: Merge;
  readonly #rows: Row[] = [];

  /** A row's plan begins (`\trowd`). */
  plan(): void {
    this.#plan = [];
    this.isHead = false;
    this.#down = undefined;
    this.#across = undefined;
  }

  merges(direction: "down" | "across", merge: Merge): void {
    if (direction === "down") this.#down = merge;
    else this.#across = merge;
  }

  edge(edge: number): void {
    this.#plan.push({ edge, down: this.#down, across: this.#across });
    this.#down = undefined;
    this.#across = undefined;
  }

  cell(): void {
    this.#cells.push(this.flow.done());
    this.flow = new Flow();
  }

  row(): void {
    if (this.#cells.length > 0) this.#rows.push({ cells: this.#cells, plan: [...this.#plan], isHead: this.isHead });
    this.#cells = [];
  }

  blocks(): Block[] {
    const loose = this.flow.done();
    if (loose.length > 0) this.#cells.push(loose);
    if (this.#cells.length > 0) this.row();
    const edges = this.#edges();
    const heads = this.#rows.findIndex(({ isHead }) => !isHead);
    const count = Math.max(1, heads < 0 ? 1 : heads);
    const rows = this.#rows.map((row, at) => this.#cellsOf(row, at, edges, at < count));
    if (rows.every((row) => row.every(({ children }) => children.length === 0))) return [];
    const [only] = rows[0] ?? [];
    if (rows.length === 1 && rows[0]?.length === 1 && only) return [...only.children];
    return [{ type: "table", heads: count, rows }];
  }

  #edges(): number[] {
    const all = this.#rows.flatMap(({ plan }) => plan.map(({ edge }) => edge)).toSorted((one, other) => one - other);
    return all.filter((edge, at) => at === 0 || edge - (all[at - 1] ?? 0) > NEAR);
  }

  #cellsOf({ cells, plan }: Row, at: number, edges: readonly number[], isHead: boolean): Cell[] {
    const columnOf = (edge: number): number => edges.findIndex((one) => edge <= one + NEAR);
    const out: Cell[] = [];
    let before = -1;
    cells.forEach((children, index) => {
      const own = plan[index];
      const column = own ? columnOf(own.edge) : before + 1;
      const columns = Math.max(1, column - before);
      before = column;
      if (own?.down === "next") return;
      const last = out.at(-1);
      if (own?.across === "next" && last) {
        out[out.length - 1] = { ...last, columns: last.columns + columns };
        return;
      }
      const rows = own?.down === "first" ? this.#height(at, own.edge) : 1;
      out.push({ children, isHead, columns, rows });
    });
    return out;
  }

  #height(from: number, edge: number): number {
    let at = from + 1;
    while (this.#rows[at]?.plan.some((cell) => Math.abs(cell.edge - edge) <= NEAR && cell.down === "next")) at += 1;
    return at - from;
  }
}
