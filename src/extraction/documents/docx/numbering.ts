import type { Element } from "domhandler";
import type { ListMark } from "../flow.ts";
import { childOf, childrenOf } from "../xml.ts";
import { valOf } from "./styles.ts";

interface Level {
  /** `bullet`, `decimal`, `none`, … */
  readonly format: string;
  readonly text: string;
  readonly start: number;
  readonly style: string | undefined;
  /** Where its text begins, in twentieths of a point. */
  readonly indent: number;
}

interface List {
  /** Lists of one definition count together. */
  readonly id: string;
  readonly levels: ReadonlyMap<number, Level>;
  readonly starts: ReadonlyMap<number, number>;
}

/** Where a paragraph stands among lists: in one, or behind an item without a mark of its own. */
export type Place = (ListMark & { readonly indent: number }) | { readonly level: number; readonly continues: true };

/** Counts the items of a document's lists (ECMA-376, part 1, 17.9). */
export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, Map<number, number>>();
  readonly #started = new Set<string>();

  constructor(root: Element | undefined) {
    const abstracts = new Map(
      childrenOf(root, "w:abstractNum").map((element) => [element.attribs["w:abstractNumId"] ?? "", element]),
    );
    const byStyle = new Map(
      [...abstracts].flatMap(([id, element]) => {
        const style = valOf(element, "w:styleLink");
        return style === undefined ? [] : [[style, id] as const];
      }),
    );
    for (const num of childrenOf(root, "w:num")) {
      let id = valOf(num, "w:abstractNumId") ?? "";
      const linked = valOf(abstracts.get(id), "w:numStyleLink");
      if (linked !== undefined) id = byStyle.get(linked) ?? id;
      const levels = new Map(childrenOf(abstracts.get(id), "w:lvl").map(levelOf));
      const starts = new Map<number, number>();
      for (const override of childrenOf(num, "w:lvlOverride")) {
        const at = Number(override.attribs["w:ilvl"] ?? 0);
        const start = valOf(override, "w:startOverride");
        if (start !== undefined) starts.set(at, Number(start));
        const own = childOf(override, "w:lvl");
        if (own) levels.set(...levelOf(own));
      }
      this.#lists.set(num.attribs["w:numId"] ?? "", { id, levels, starts });
    }
  }

  /** The place of the next paragraph with these properties; undefined where it is in no list. */
  place(numPr: Element | undefined, style: string | undefined, styleNumPr: Element | undefined): Place | undefined {
    const num = valOf(numPr, "w:numId") ?? valOf(styleNumPr, "w:numId");
    // LibreOffice takes a further paragraph of an item out of its list so.
    if (num === "0" && !styleNumPr) return { level: Number(valOf(numPr, "w:ilvl") ?? 0) || 0, continues: true };
    const list = num === undefined ? undefined : this.#lists.get(num);
    if (num === undefined || !list) return undefined;
    const stated =
      valOf(numPr, "w:ilvl") ?? (numPr ? undefined : levelOfStyle(list, style)) ?? valOf(styleNumPr, "w:ilvl");
    const level = Math.min(8, Math.max(0, Number(stated ?? 0) || 0));
    const { format = "bullet", text = "•", start = 1, indent = 0 } = list.levels.get(level) ?? {};
    if (text.trim() === "" && (format === "bullet" || format === "none")) return { level, continues: true };
    if (format === "bullet" || format === "none") return { level, list: num, indent };
    return { level, list: num, indent, number: this.#count(num, list, level, start) };
  }

  #count(num: string, list: List, level: number, start: number): number {
    let counts = this.#counts.get(list.id);
    if (!counts) {
      counts = new Map();
      this.#counts.set(list.id, counts);
    }
    const override = list.starts.get(level);
    const first = override !== undefined && !this.#started.has(`${num}/${level}`);
    this.#started.add(`${num}/${level}`);
    const before = counts.get(level);
    const number = first ? override : before === undefined ? start : before + 1;
    counts.set(level, number);
    for (const deeper of counts.keys()) if (deeper > level) counts.delete(deeper);
    return number;
  }
}

/** How far a paragraph is set in, where its own properties say so. */
export function indentOf(properties: Element | undefined): number | undefined {
  const stated = childOf(properties, "w:ind")?.attribs;
  const indent = Number(stated?.["w:left"] ?? stated?.["w:start"] ?? Number.NaN);
  return Number.isFinite(indent) ? indent : undefined;
}

function levelOfStyle(list: List, style: string | undefined): string | undefined {
  for (const [at, level] of list.levels) if (style !== undefined && level.style === style) return String(at);
  return undefined;
}

function levelOf(element: Element): [number, Level] {
  const start = Number(valOf(element, "w:start") ?? 1);
  return [
    Number(element.attribs["w:ilvl"] ?? 0),
    {
      format: valOf(element, "w:numFmt") ?? "decimal",
      text: valOf(element, "w:lvlText") ?? "•",
      start: Number.isInteger(start) ? start : 1,
      style: valOf(element, "w:pStyle"),
      indent: indentOf(childOf(element, "w:pPr")) ?? 0,
    },
  ];
}
