import { codeTextOf } from "../documents/marks.ts";
import type { Block, ListItem } from "../markdown/nodes.ts";
import { codeOfLines, inlinesOf } from "./inlines.ts";
import { type Line, segmentsOf, withWords } from "./lines.ts";
import type { Piece } from "./pieces.ts";
import { markOf } from "./titles.ts";
import { ENDS, type Outline, styleOf, type Types, typesOf } from "./types.ts";

/** Words of a heading whose text goes on in its line. */
const MAX_RUN_IN = 10;

/** The pieces of all pages as blocks: headings, paragraphs, lists, code, notes. */
export function blocksOfPieces(pieces: readonly Piece[], body: number, outline: Outline): Block[] {
  const lines = pieces.flatMap((piece) => ("line" in piece ? [piece.line] : []));
  return new Layout(pieces, typesOf(lines, body, outline)).blocks();
}

class Layout {
  readonly #pieces: readonly Piece[];
  readonly #types: Types;
  readonly #out: Block[] = [];
  #paragraph: Line[] = [];
  #list:
    | { readonly marks: number[]; readonly items: (ListItem & { children: Block[] })[]; readonly page: number }
    | undefined;
  /** Labels of the notes of each page. */
  readonly #notes = new Map<number, Set<string>>();
  readonly #noteBlocks: Block[] = [];
  #labels = new Set<string>();
  readonly #edges = new Map<string, number>();
  /** The lines of each page. */
  readonly #linesOf = new Map<number, Line[]>();

  constructor(pieces: readonly Piece[], types: Types) {
    this.#pieces = pieces;
    this.#types = types;
    for (const piece of pieces)
      if ("line" in piece) {
        const known = this.#linesOf.get(piece.line.page);
        if (known) known.push(piece.line);
        else this.#linesOf.set(piece.line.page, [piece.line]);
      }
  }

  blocks(): Block[] {
    const pieces = this.#withoutNotes();
    for (let at = 0; at < pieces.length; ) at += this.#take(pieces, at);
    this.#endParagraph();
    return [...this.#out, ...this.#noteBlocks];
  }

  /** Takes the notes at the feet of pages out: smaller lines, the first of which begins with a mark. */
  #withoutNotes(): readonly Piece[] {
    const rest: Piece[] = [];
    for (let at = 0; at < this.#pieces.length; ) {
      const piece = this.#pieces[at];
      const note = piece && "line" in piece ? this.#noteMark(piece.line) : undefined;
      if (!piece || !("line" in piece) || note === undefined || !this.#isFoot(at)) {
        if (piece) rest.push(piece);
        at += 1;
        continue;
      }
      const lines = [piece.line];
      for (;;) {
        const next = this.#pieces[at + lines.length];
        if (!next || !("line" in next) || next.line.page !== piece.line.page || next.line.size > piece.line.size + 0.6)
          break;
        if (this.#noteMark(next.line) !== undefined || next.line.y < piece.line.y) break;
        lines.push(next.line);
      }
      const label = this.#labels.has(note) ? `${note}-${piece.line.page + 1}` : note;
      this.#labels.add(label);
      const known = this.#notes.get(piece.line.page) ?? new Set();
      this.#notes.set(piece.line.page, known.add(note));
      const [first, ...others] = lines;
      const words = first ? first.words.slice(1) : [];
      const children = inlinesOf([...(first && words.length > 0 ? [withWords(first, words)] : []), ...others]);
      if (children.length > 0)
        this.#noteBlocks.push({ type: "note", label, children: [{ type: "paragraph", children }] });
      at += lines.length;
    }
    return rest;
  }

  #noteMark(line: Line): string | undefined {
    const [first] = line.words;
    if (!first || line.words.length < 2) return undefined;
    const isRaised = first.size < 0.9 * line.size && line.y - first.y > 0.1 * line.size;
    if (!isRaised && line.size > 0.93 * this.#types.body) return undefined;
    const mark = /^[[(]?(\d{1,3}|[a-z]|[*†‡])[\])]?$/u.exec(first.text)?.[1];
    return mark !== undefined && (isRaised || /^\d/.test(mark)) ? mark.replace(/[*†‡]/g, "n") : undefined;
  }

  /** Whether nothing of the page's text stands below. */
  #isFoot(from: number): boolean {
    const first = this.#pieces[from];
    if (!first || !("line" in first)) return false;
    for (let at = from + 1; at < this.#pieces.length; at += 1) {
      const piece = this.#pieces[at];
      if (piece && "table" in piece) return piece.page !== first.line.page;
      if (!piece) return false;
      if (piece.line.page !== first.line.page) return true;
      if (piece.line.size > 0.93 * this.#types.body && piece.line.y > first.line.y) return false;
    }
    return true;
  }

  /** Takes what begins with a piece; how many pieces that were. */
  #take(pieces: readonly Piece[], at: number): number {
    const piece = pieces[at];
    if (!piece) return 1;
    if (!("line" in piece)) {
      this.#endParagraph();
      this.#table(piece.table, piece.page);
      return 1;
    }
    const { line } = piece;
    if (line.mono && this.#isCode(pieces, at)) return this.#code(pieces, at);
    const level = this.#types.levelOf(line);
    if (level !== undefined && !this.#isWithin(line)) return this.#heading(pieces, at, level);
    if (this.#runIn(line) || this.#item(line)) return 1;
    if (!this.#goesOn(line)) this.#endParagraph();
    this.#paragraph.push(line);
    return 1;
  }

  /** A heading whose text goes on in its line: the bold words of it are a title of the outline. */
  #runIn(line: Line): boolean {
    const end = line.words.findIndex(({ bold }) => !bold);
    if (end <= 0 || markOf(line.words[0]?.text ?? "") !== undefined) return false;
    const [title, rest] = [line.words.slice(0, end), line.words.slice(end)];
    const heading = withWords(line, title);
    const [last, next] = [title.at(-1), rest[0]];
    // LaTeX sets a wide gap behind such a heading, which its outline may not have.
    const isParted = last !== undefined && next !== undefined && next.left - last.right > 0.8 * line.size;
    const isNew = this.#paragraph.length === 0 || !this.#goesOn(line);
    const depth =
      this.#types.depthOf(heading.text) ?? (isParted && isNew && title.length <= MAX_RUN_IN ? 6 : undefined);
    if (depth === undefined) return false;
    this.#endParagraph();
    this.#list = undefined;
    const children = inlinesOf([heading], { unweighted: true });
    this.#out.push({ type: "heading", level: Math.min(6, depth), children });
    this.#paragraph = [withWords(line, rest)];
    return true;
  }

  /** A table goes on with the one that ends the page before, where it has as many columns. */
  #table(table: Block, page: number): void {
    this.#list = undefined;
    const last = this.#out.at(-1);
    const isSame =
      table.type === "table" &&
      last?.type === "table" &&
      page > 0 &&
      this.#tablePage === page - 1 &&
      widthOf(last) === widthOf(table);
    if (isSame && last?.type === "table" && table.type === "table") {
      const repeated = JSON.stringify(last.rows[0]) === JSON.stringify(table.rows[0]);
      this.#out[this.#out.length - 1] = { ...last, rows: [...last.rows, ...table.rows.slice(repeated ? 1 : 0)] };
    } else this.#out.push(table);
    this.#tablePage = page;
  }
  #tablePage = -1;

  /** Code is a line of its own kind, not a word of a paragraph at its line's end. */
  #isCode(pieces: readonly Piece[], at: number): boolean {
    const piece = pieces[at];
    const before = this.#paragraph.at(-1);
    if (!piece || !("line" in piece) || !before) return true;
    return !(before.words.at(-1)?.mono ?? false);
  }

  #code(pieces: readonly Piece[], at: number): number {
    this.#endParagraph();
    const lines: Line[] = [];
    for (let next = pieces[at]; next && "line" in next && next.line.mono; next = pieces[at + lines.length])
      lines.push(next.line);
    const text = codeOfLines(lines);
    const item = this.#list?.items.at(-1);
    const mark = this.#list?.marks.at(-1);
    const isIn = item && mark !== undefined && (lines[0]?.left ?? 0) > mark - 4;
    (isIn ? item.children : this.#out).push({ type: "code", text });
    if (!isIn) this.#list = undefined;
    return lines.length;
  }

  #heading(pieces: readonly Piece[], at: number, level: number): number {
    this.#endParagraph();
    this.#list = undefined;
    const first = pieces[at];
    const lines = first && "line" in first ? [first.line] : [];
    for (;;) {
      const last = lines.at(-1);
      const next = pieces[at + lines.length];
      if (!last || !next || !("line" in next) || styleOf(next.line) !== styleOf(last) || next.line.page !== last.page)
        break;
      const gap = next.line.y - last.y;
      if (gap <= 0 || gap > 1.45 * last.size || this.#types.levelOf(next.line) === undefined) break;
      lines.push(next.line);
    }
    this.#out.push({ type: "heading", level: Math.min(6, level), children: inlinesOf(lines, { unweighted: true }) });
    return lines.length;
  }

  /** Whether a bold line is one of a paragraph in bold letters, and not a heading. */
  #isWithin(line: Line): boolean {
    const before = this.#paragraph.at(-1);
    if (line.size >= 1.12 * this.#types.body || !before) return false;
    return (
      before.page === line.page &&
      line.y > before.y &&
      line.y - before.y < 1.15 * this.#types.leading &&
      !ENDS.test(before.text)
    );
  }

  #item(line: Line): boolean {
    const [first, ...words] = line.words;
    if (!first || words.length === 0) return false;
    const mark = markOf(first.text) ?? this.#bareMark(line, first.text);
    if (mark === undefined) return false;
    // A dash within a text is no mark.
    const before = this.#paragraph.at(-1);
    if (!this.#list && before && !ENDS.test(before.text) && this.#goesOn(line) && line.left < before.left + 2)
      return false;
    this.#endParagraph();
    // Marks stand anywhere before their text; the texts of a level stand below one another.
    const left = words[0]?.left ?? line.left;
    const list = this.#list ?? { marks: [], items: [], page: line.page };
    while (list.marks.length > 0 && (list.marks.at(-1) ?? 0) > left + 4) {
      list.marks.pop();
      list.items.pop();
    }
    const value = mark === "bullet" ? undefined : mark;
    const item = { ...(value !== undefined && { number: value }), children: [] as Block[] };
    const isDeeper = list.marks.length === 0 || left > (list.marks.at(-1) ?? 0) + 4;
    const parent = isDeeper ? list.items.at(-1) : list.items.at(-2);
    const into = parent?.children ?? this.#out;
    const open = into.at(-1);
    if (isDeeper) {
      into.push({ type: "list", items: [item] });
      list.marks.push(left);
      list.items.push(item);
    } else {
      const isSame = open?.type === "list" && (open.items[0]?.number === undefined) === (value === undefined);
      if (isSame && open.type === "list") into[into.length - 1] = { type: "list", items: [...open.items, item] };
      else into.push({ type: "list", items: [item] });
      list.items[list.items.length - 1] = item;
    }
    this.#list = list;
    this.#paragraph = [{ ...withWords(line, words), left }];
    return true;
  }

  /** A mark without a sign of its own, which a gap and its place in the list tell: `o`, or the next number. */
  #bareMark(line: Line, text: string): number | "bullet" | undefined {
    if (segmentsOf(line, 0.6).length < 2) return undefined;
    if (text === "o") return "bullet";
    const number = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
    const last = this.#list?.items.at(-1)?.number;
    return number === 1 || (number !== undefined && last === number - 1) ? number : undefined;
  }

  /** Whether a line goes on with the paragraph before it. */
  #goesOn(line: Line): boolean {
    const before = this.#paragraph.at(-1);
    if (!before) return true;
    const { leading, body } = this.#types;
    const text = before.text;
    const scale = Math.max(line.size, before.size) / body;
    if (Math.abs(line.size - before.size) > 0.12 * body && !/\p{Ll}$/u.test(text)) return false;
    const isOpen = !ENDS.test(text) || /^\p{Ll}/u.test(line.text);
    const gap = line.y - before.y;
    if (line.page !== before.page || gap < -0.5 * before.size) return isOpen && !this.#isSetIn(line);
    if (gap > 1.22 * leading * Math.max(1, scale)) return false;
    if (this.#isSetIn(line) && !isOpen) return false;
    // A line that ends early ends its paragraph, where the next word had found room in it.
    const room = this.#edgeOf(before) - before.right;
    const next = line.words[0];
    const isEarly = next !== undefined && room > next.right - next.left + 3 * line.size;
    return !(isEarly && !/^\p{Ll}/u.test(line.text));
  }

  /** How far the lines of a line's column go to the right. */
  #edgeOf(line: Line): number {
    const key = `${line.page}/${Math.round(line.left / 24)}`;
    const known = this.#edges.get(key);
    if (known !== undefined) return Math.max(known, line.right);
    const rights = (this.#linesOf.get(line.page) ?? []).flatMap(({ left, right, size }) =>
      Math.abs(left - line.left) < 60 && size <= 1.12 * this.#types.body ? [right] : [],
    );
    const edge = rights.toSorted((one, other) => one - other)[Math.floor(0.9 * (rights.length - 1))] ?? line.right;
    this.#edges.set(key, edge);
    return Math.max(edge, line.right);
  }

  #isSetIn(line: Line): boolean {
    const [first, second] = this.#paragraph;
    const left = second?.left ?? first?.left ?? line.left;
    return line.left > left + 0.7 * line.size && line.left < left + 4 * line.size;
  }

  #endParagraph(): void {
    const lines = this.#paragraph;
    this.#paragraph = [];
    const [first] = lines;
    if (!first) return;
    const known = this.#notes.get(first.page);
    const refer = (mark: string): string | undefined => {
      const label = mark.replace(/[*†‡]/g, "n");
      if (!known?.has(label)) return undefined;
      return this.#labels.has(`${label}-${first.page + 1}`) ? `${label}-${first.page + 1}` : label;
    };
    const children = inlinesOf(lines, { refer });
    if (codeTextOf(children).trim() === "" && children.every(({ type }) => type !== "reference")) return;
    const block: Block = { type: "paragraph", children };
    const list = this.#list;
    const mark = list?.marks.findLastIndex((left) => first.left > left - 4) ?? -1;
    const item = list?.items[mark];
    if (item) item.children.push(block);
    else {
      this.#list = undefined;
      this.#out.push(block);
    }
  }
}

const widthOf = (table: Block): number =>
  table.type === "table" ? Math.max(...table.rows.map((row) => row.reduce((sum, { columns }) => sum + columns, 0))) : 0;
