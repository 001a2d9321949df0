import type { Element } from "domhandler";
import { childOf, childrenOf, elementsOf } from "../xml.ts";

/** The room of a layout that a shape fills. */
export interface Placeholder {
  readonly type: string;
  readonly index: string | undefined;
}

export function placeholderOf(shape: Element): Placeholder | undefined {
  for (const child of elementsOf(shape)) {
    const found = childOf(childOf(child, "p:nvPr"), "p:ph");
    if (found) return { type: found.attribs["type"] ?? "obj", index: found.attribs["idx"] };
  }
  return undefined;
}

export type Bullet = { readonly isNumbered: boolean; readonly start: number } | "none";

/** What a paragraph's properties say of its bullet; undefined where they say nothing. */
export function bulletOf(properties: Element | undefined): Bullet | undefined {
  if (childOf(properties, "a:buNone")) return "none";
  const numbered = childOf(properties, "a:buAutoNum");
  if (numbered) return { isNumbered: true, start: Number(numbered.attribs["startAt"] ?? 1) || 1 };
  if (childOf(properties, "a:buChar") || childOf(properties, "a:buBlip")) return { isNumbered: false, start: 1 };
  return undefined;
}

const levelIn = (style: Element | undefined, level: number): Bullet | undefined =>
  bulletOf(childOf(style, `a:lvl${level + 1}pPr`));

const BODY = new Set(["body", "obj", "subTitle"]);

/** Which bullets paragraphs inherit from a slide's layout and master (ECMA-376, part 1, 19.3.1.53 and 21.1.2.4). */
export class Bullets {
  readonly #layout: readonly Element[];
  readonly #master: readonly Element[];
  readonly #styles: Element | undefined;

  constructor(layout: Element | undefined, master: Element | undefined) {
    this.#layout = childrenOf(childOf(childOf(layout, "p:cSld"), "p:spTree"), "p:sp");
    this.#master = childrenOf(childOf(childOf(master, "p:cSld"), "p:spTree"), "p:sp");
    this.#styles = childOf(master, "p:txStyles");
  }

  of(body: Element, placeholder: Placeholder | undefined, level: number): Bullet | undefined {
    const own = levelIn(childOf(body, "a:lstStyle"), level);
    if (own !== undefined || !placeholder) return own;
    const { type, index } = placeholder;
    const isSame = (shape: Element): boolean => {
      const other = placeholderOf(shape);
      return other !== undefined && (index === undefined ? other.type === type : other.index === index);
    };
    const isAlike = (shape: Element): boolean => {
      const other = placeholderOf(shape)?.type;
      return other === type || (BODY.has(type) && other === "body");
    };
    const within = (shape: Element | undefined) => levelIn(childOf(childOf(shape, "p:txBody"), "a:lstStyle"), level);
    return (
      within(this.#layout.find(isSame)) ??
      within(this.#master.find(isAlike)) ??
      (BODY.has(type) ? levelIn(childOf(this.#styles, "p:bodyStyle"), level) : undefined)
    );
  }
}
