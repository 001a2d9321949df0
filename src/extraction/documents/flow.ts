import type { Block } from "../markdown/nodes.ts";

/** Where a paragraph stands in a list. */
export interface ListMark {
  /** From 0 on. */
  readonly level: number;
  /** Its number; absent for a bullet. */
  readonly number?: number | undefined;
  /** Which list: paragraphs of another begin a new one. */
  readonly list: string;
}

interface Item {
  readonly number?: number;
  readonly done?: boolean;
  readonly children: Block[];
}

interface Open {
  readonly mark: ListMark;
  readonly items: Item[];
}

const BOX = /^\s*([☐☒☑])\s*/u;

/** Paragraphs one after another, as word processors keep them, put together to lists, code and quotations. */
export class Flow {
  readonly #blocks: Block[] = [];
  #open: Open[] = [];
  /** Lines of the code that is under way, and where it stands. */
  #code: { readonly lines: string[]; readonly language: string | undefined; readonly into: Block[] } | undefined;
  #quote: Block[] | undefined;

  /** Blocks outside of all lists; a list that counts on from the one right before goes on with it. */
  add(...blocks: readonly Block[]): void {
    this.#end();
    this.#open = [];
    for (const block of blocks) {
      const before = this.#blocks.at(-1);
      const last = before?.type === "list" ? before.items.at(-1)?.number : undefined;
      const goesOn = block.type === "list" && last !== undefined && block.items[0]?.number === last + 1;
      if (before?.type === "list" && goesOn)
        this.#blocks[this.#blocks.length - 1] = { type: "list", items: [...before.items, ...block.items] };
      else this.#blocks.push(block);
    }
  }

  /** Further blocks of the last item of a list that was added; by themselves where there is none. */
  behindList(blocks: readonly Block[]): void {
    this.#end();
    const before = this.#blocks.at(-1);
    const last = before?.type === "list" ? before.items.at(-1) : undefined;
    if (before?.type !== "list" || !last) {
      this.add(...blocks);
      return;
    }
    const items = [...before.items.slice(0, -1), { ...last, children: [...last.children, ...blocks] }];
    this.#blocks[this.#blocks.length - 1] = { type: "list", items };
  }

  item(mark: ListMark, blocks: readonly Block[]): void {
    this.#end();
    this.#close(mark.level);
    const last = this.#open.at(-1);
    const item = itemOf(mark, blocks);
    const same =
      last?.mark.level === mark.level &&
      (last.mark.number === undefined) === (mark.number === undefined) &&
      (last.mark.list === mark.list || mark.number === undefined || mark.number > (last.items.at(-1)?.number ?? 0));
    if (last && same) {
      last.items.push(item);
      return;
    }
    if (last?.mark.level === mark.level) this.#open.pop();
    const items = [item];
    this.#into().push({ type: "list", items });
    this.#open.push({ mark, items });
  }

  /** A further block of the list item of a level, or of the one around it; outside of lists one by itself. */
  under(level: number, blocks: readonly Block[]): void {
    this.#end();
    this.#close(level);
    this.#into().push(...blocks);
  }

  /** A line of code; those that follow one another are one block. */
  code(line: string, language?: string, level?: number): void {
    if (level === undefined && !this.#code) this.#open = [];
    if (!this.#code || this.#code.language !== language) {
      this.#end();
      if (level !== undefined) this.#close(level);
      this.#code = { lines: [], language, into: this.#into() };
    }
    this.#code.lines.push(line);
  }

  /** A block of a quotation; those that follow one another are one. */
  quote(blocks: readonly Block[]): void {
    this.#endCode();
    this.#open = [];
    if (!this.#quote) {
      this.#quote = [];
      this.#blocks.push({ type: "quote", children: this.#quote });
    }
    this.#quote.push(...blocks);
  }

  done(): Block[] {
    this.#end();
    return this.#blocks;
  }

  get isInList(): boolean {
    return this.#open.length > 0;
  }

  #close(level: number): void {
    while ((this.#open.at(-1)?.mark.level ?? -1) > level) this.#open.pop();
  }

  #into(): Block[] {
    return this.#open.at(-1)?.items.at(-1)?.children ?? this.#blocks;
  }

  #end(): void {
    this.#endCode();
    this.#quote = undefined;
  }

  #endCode(): void {
    if (!this.#code) return;
    const { lines, language, into } = this.#code;
    const text = lines.join("\n").replace(/^(?:[ \t]*\n)+|\s+$/g, "");
    if (text !== "") into.push({ type: "code", text, language });
    this.#code = undefined;
  }
}

/** An item of a list, without the box that it begins with. */
function itemOf({ number }: ListMark, blocks: readonly Block[]): Item {
  const [first, ...rest] = blocks;
  const [line, ...others] = first?.type === "paragraph" ? first.children : [];
  const box = line?.type === "text" ? BOX.exec(line.value) : null;
  if (!box || line?.type !== "text") return { ...(number !== undefined && { number }), children: [...blocks] };
  const text = line.value.slice(box[0].length);
  return {
    ...(number !== undefined && { number }),
    done: box[1] !== "☐",
    children: [{ type: "paragraph", children: [{ type: "text", value: text }, ...others] }, ...rest],
  };
}
