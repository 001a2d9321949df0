import type { ChildNode, Document, Element } from "domhandler";
import type { Block, Inline } from "./nodes.ts";

/** The footnotes of a page, tied to their references. */
export interface Notes {
  /** The label of the note that a link leads to. */
  readonly references: ReadonlyMap<Element, string>;
  /** The label of an element that is a note. */
  readonly notes: ReadonlyMap<Element, string>;
  /** Links from notes back to their references. */
  readonly backlinks: ReadonlySet<Element>;
}

/** What is to be written of a page. */
export interface Content {
  /** Texts, and elements that stand for more than their text: pictures, formulas, code, rules. */
  readonly kept: ReadonlySet<ChildNode>;
  readonly notes: Notes;
}

/** What is done to each line within an element whose mark goes over several lines: a link around a card. */
export type Wrap = (line: readonly Inline[]) => readonly Inline[];

/** Reads what is kept of a page, for what reads one kind of element. */
export interface Walker {
  /** What relative addresses are resolved against. */
  readonly base: string;
  isKept(node: ChildNode): boolean;
  /** The blocks within an element; texts beside them become paragraphs. */
  blocks(parent: Element | Document, wrap?: Wrap): Block[];
  /** The note that an element is; undefined for all others. */
  note(element: Element): Block | undefined;
  /** All within an element as one line. */
  line(parent: Element): Inline[];
  /** Blocks of one line, where there is text in it. */
  lines(line: readonly Inline[], wrap?: Wrap): Block[];
}
