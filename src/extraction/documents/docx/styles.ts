import type { Element } from "domhandler";
import type { Look } from "../marks.ts";
import { isMonospaced } from "../marks.ts";
import { childOf, childrenOf } from "../xml.ts";

/** What a style says of its paragraphs, those that it is based on included. */
export interface Style {
  /** 0 to 8 for headings. */
  readonly outline?: number | undefined;
  readonly isTitle: boolean;
  readonly isCode: boolean;
  readonly isQuote: boolean;
  readonly isContents: boolean;
  readonly numPr?: Element | undefined;
  /** Of its runs. */
  readonly isHidden: boolean;
  readonly look: Look;
}

const NONE: Style = {
  isTitle: false,
  isCode: false,
  isQuote: false,
  isContents: false,
  isHidden: false,
  look: {},
};

/** A switch of a run or paragraph: absent, on, or off. */
export function switchOf(properties: Element | undefined, name: string): boolean | undefined {
  const element = childOf(properties, name);
  return element && !/^(?:0|false|off|none)$/.test(element.attribs["w:val"] ?? "1");
}

export const valOf = (properties: Element | undefined, name: string): string | undefined =>
  childOf(properties, name)?.attribs["w:val"];

const RAISED: ReadonlyMap<string, "sub" | "sup"> = new Map([
  ["superscript", "sup"],
  ["subscript", "sub"],
]);

/** Where a run stands beside its line: LibreOffice writes raised text as smaller letters on another height. */
function shiftOf(properties: Element | undefined): "sub" | "sup" | undefined {
  const shift = Number(valOf(properties, "w:position") ?? 0);
  if (!shift || !childOf(properties, "w:sz")) return undefined;
  return shift > 0 ? "sup" : "sub";
}

/** How a run's own properties make it look. */
export function lookOf(properties: Element | undefined): Look {
  const align = valOf(properties, "w:vertAlign");
  const fonts = childOf(properties, "w:rFonts")?.attribs;
  const font = fonts?.["w:ascii"] ?? fonts?.["w:hAnsi"];
  return {
    bold: switchOf(properties, "w:b"),
    italic: switchOf(properties, "w:i"),
    struck: switchOf(properties, "w:strike") ?? switchOf(properties, "w:dstrike"),
    raised: align === undefined ? shiftOf(properties) : RAISED.get(align),
    code: font === undefined ? undefined : isMonospaced(font),
  };
}

/** One look over another. */
export const overlaid = (under: Look, over: Look): Look => ({
  bold: over.bold ?? under.bold,
  italic: over.italic ?? under.italic,
  struck: over.struck ?? under.struck,
  raised: over.raised ?? under.raised,
  code: over.code ?? under.code,
});

const MAX_CHAIN = 20;

/** The styles of a document (ECMA-376, part 1, 17.7), by id. Word names its own in English whatever its language. */
export function stylesOf(root: Element | undefined): (id: string | undefined) => Style {
  const elements = new Map<string, Element>();
  let usual: string | undefined;
  for (const element of childrenOf(root, "w:style")) {
    const id = element.attribs["w:styleId"] ?? "";
    elements.set(id, element);
    if (element.attribs["w:type"] === "paragraph" && /^(?:1|true)$/.test(element.attribs["w:default"] ?? ""))
      usual = id;
  }
  const known = new Map<string, Style>();
  const styleOf = (id: string, depth: number): Style => {
    const before = known.get(id);
    if (before) return before;
    const element = elements.get(id);
    if (depth > MAX_CHAIN) return NONE;
    const based = valOf(element, "w:basedOn");
    const under = based === undefined ? NONE : styleOf(based, depth + 1);
    const style = element ? readStyle(element, id, under) : named(id, id, NONE);
    known.set(id, style);
    return style;
  };
  return (id) => {
    const wanted = id ?? usual;
    return wanted === undefined ? NONE : styleOf(wanted, 0);
  };
}

function readStyle(element: Element, id: string, under: Style): Style {
  const paragraph = childOf(element, "w:pPr");
  const run = childOf(element, "w:rPr");
  const outline = valOf(paragraph, "w:outlineLvl");
  const style = named(id, valOf(element, "w:name") ?? id, under);
  return {
    ...style,
    outline: outline === undefined ? style.outline : levelOf(outline),
    numPr: childOf(paragraph, "w:numPr") ?? style.numPr,
    isHidden: switchOf(run, "w:vanish") ?? style.isHidden,
    look: overlaid(under.look, lookOf(run)),
  };
}

/** An outline level; body text (9) is none. */
export function levelOf(stated: string): number | undefined {
  const level = Number(stated);
  return Number.isInteger(level) && level >= 0 && level <= 8 ? level : undefined;
}

/** What a style's name says, over what it is based on. */
function named(id: string, name: string, under: Style): Style {
  const words = `${name}\n${id}`.toLowerCase();
  const heading =
    /^(?:heading|überschrift|berschrift|titre|título|titolo|kop|rubrik|nagłówek|заголовок|标题|見出し)[ _-]?([1-9])$/m.exec(
      words,
    )?.[1];
  return {
    ...under,
    outline: heading === undefined ? under.outline : Number(heading) - 1,
    isTitle: under.isTitle || /^title$/.test(name.toLowerCase()),
    isCode:
      under.isCode ||
      /^(?:source ?code|html preformatted|preformatted(?: text|text)?|code(?: ?block)?|listing|verbatim(?: ?block)?|plain text|macro)$/m.test(
        words,
      ),
    isQuote:
      under.isQuote || /^(?:quote|intense ?quote|block ?text|quotations?|block ?quote|block quotation)$/m.test(words),
    isContents:
      under.isContents || /^(?:toc ?(?:heading|\d)|table of (?:figures|authorities)|contents ?\d)$/m.test(words),
  };
}
