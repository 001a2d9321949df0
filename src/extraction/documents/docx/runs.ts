import { type ChildNode, Element } from "domhandler";
import type { Inline } from "../../markdown/nodes.ts";
import { targetOf } from "../document.ts";
import { type Look, marked } from "../marks.ts";
import { allOf, childOf, stringOf } from "../xml.ts";
import { texOfOmml } from "./math.ts";
import { alternativeOf, type Relationships } from "./package.ts";
import { lookOf, overlaid, type Style, switchOf, valOf } from "./styles.ts";

/** What the runs of a part are read with. */
export interface RunContext {
  readonly base: string;
  readonly relationships: Relationships;
  styleOf(id: string | undefined): Style;
  /** A note's label, its reference being read. */
  refer(kind: "footnote" | "endnote", id: string): string | undefined;
}

/** A field under way: what it asks for, and whether its result has begun. */
interface Field {
  instruction: string;
  inResult: boolean;
}

/** Fields that stand for what the headings say again. */
const CONTENTS = /^\s*TOC\b/i;
const HYPERLINK = /^\s*HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]*)"|([^\s\\"]+))/i;
/** Containers whose content is read as if it stood there. What was inserted or moved here counts, what was deleted does not. */
const THROUGH = new Set([
  "w:ins",
  "w:moveTo",
  "w:smartTag",
  "w:sdt",
  "w:sdtContent",
  "w:customXml",
  "w:dir",
  "w:bdo",
  "w:ruby",
  "w:rubyBase",
]);

/** Reads the runs of one part; fields may reach over paragraphs. */
export class RunReader {
  readonly #context: RunContext;
  readonly #fields: Field[] = [];
  /** Text boxes found on the way: they stand behind their paragraph. */
  #boxes: Element[] = [];
  #hasRule = false;

  constructor(context: RunContext) {
    this.#context = context;
  }

  /** Whether the text is that of a table of contents. */
  get isInContents(): boolean {
    return this.#fields.some(({ instruction, inResult }) => inResult && CONTENTS.test(instruction));
  }

  read(paragraph: Element, style: Style): { line: Inline[]; boxes: readonly Element[]; hasRule: boolean } {
    this.#boxes = [];
    this.#hasRule = false;
    const line = this.#all(paragraph, style);
    return { line, boxes: this.#boxes, hasRule: this.#hasRule };
  }

  #all(parent: Element, style: Style): Inline[] {
    return parent.children.flatMap((child) => this.#node(child, style));
  }

  #node(node: ChildNode, style: Style): readonly Inline[] {
    if (!(node instanceof Element)) return [];
    const { name, attribs } = node;
    if (name === "w:r") return this.#run(node, style);
    if (THROUGH.has(name)) return this.#all(node, style);
    if (name === "w:hyperlink") {
      const target = this.#context.relationships.get(attribs["r:id"] ?? "");
      return linked(
        this.#all(node, style),
        target?.isOutside ? targetOf(target.target, this.#context.base) : undefined,
      );
    }
    if (name === "w:fldSimple") {
      const instruction = attribs["w:instr"] ?? "";
      return CONTENTS.test(instruction) ? [] : linked(this.#all(node, style), this.#linkOf(instruction));
    }
    if (name === "m:oMath" || name === "m:oMathPara") {
      const tex = this.#isShown ? texOfOmml(node) : undefined;
      return tex === undefined ? [] : [{ type: "math", tex, ...(name === "m:oMathPara" && { display: true }) }];
    }
    const instead = name === "mc:AlternateContent" ? alternativeOf(node) : undefined;
    return instead ? this.#all(instead, style) : [];
  }

  get #isShown(): boolean {
    return this.#fields.every(({ inResult, instruction }) => inResult && !CONTENTS.test(instruction));
  }

  #linkOf(instruction: string): string | undefined {
    const found = HYPERLINK.exec(instruction);
    return targetOf(found?.[1] ?? found?.[2], this.#context.base);
  }

  #run(run: Element, style: Style): readonly Inline[] {
    const properties = childOf(run, "w:rPr");
    const named = valOf(properties, "w:rStyle");
    const own = named === undefined ? undefined : this.#context.styleOf(named);
    const isHidden = switchOf(properties, "w:vanish") ?? (own?.isHidden || style.isHidden);
    const line: Inline[] = [];
    for (const child of run.children) if (child instanceof Element) line.push(...this.#piece(child, isHidden, style));
    if (isHidden) return [];
    const look: Look = overlaid(own ? own.look : {}, lookOf(properties));
    const code = look.code === true && !style.isCode && style.look.code !== true;
    const under = marked(line, { ...look, code, bold: look.bold && !style.look.bold });
    const link = this.#fields.map(({ instruction }) => this.#linkOf(instruction)).findLast((one) => one !== undefined);
    return linked(under, link);
  }

  /** One child of a run. Marks of fields count even where the run is hidden. */
  #piece(piece: Element, isHidden: boolean, style: Style): readonly Inline[] {
    const { name, attribs } = piece;
    const field = this.#fields.at(-1);
    if (name === "w:fldChar") {
      const type = attribs["w:fldCharType"];
      if (type === "begin") this.#fields.push({ instruction: "", inResult: false });
      else if (type === "separate" && field) field.inResult = true;
      else if (type === "end") this.#fields.pop();
      return [];
    }
    if (name === "w:instrText") {
      if (field && !field.inResult) field.instruction += stringOf(piece);
      return [];
    }
    if (isHidden || !this.#isShown) return [];
    switch (name) {
      case "w:t":
        return [{ type: "text", value: stringOf(piece) }];
      case "w:tab":
      case "w:ptab":
        return [{ type: "text", value: style.isCode ? "\t" : " " }];
      case "w:br":
        return attribs["w:type"] === "page" || attribs["w:type"] === "column" ? [] : [{ type: "break" }];
      case "w:cr":
        return [{ type: "break" }];
      case "w:noBreakHyphen":
        return [{ type: "text", value: "-" }];
      case "w:sym":
        return [{ type: "text", value: symbolOf(attribs["w:char"], attribs["w:font"]) }];
      case "w:footnoteReference":
      case "w:endnoteReference": {
        const label = this.#context.refer(
          name === "w:footnoteReference" ? "footnote" : "endnote",
          attribs["w:id"] ?? "",
        );
        return label === undefined ? [] : [{ type: "reference", label }];
      }
      case "w:drawing":
      case "w:pict":
      case "w:object":
        return this.#drawing(piece);
      case "mc:AlternateContent": {
        const instead = alternativeOf(piece);
        return instead
          ? instead.children.flatMap((child) => (child instanceof Element ? this.#piece(child, isHidden, style) : []))
          : [];
      }
      case "w:ruby":
        return this.#all(piece, style);
      default:
        return [];
    }
  }

  /** A picture's description; the text boxes in it are for later. */
  #drawing(drawing: Element): readonly Inline[] {
    const boxes = allOf(drawing, "w:txbxContent").filter(
      (box) => !isInFallback(box, drawing) && !isInBox(box, drawing),
    );
    this.#boxes.push(...boxes);
    if (allOf(drawing, "v:rect").some(({ attribs }) => attribs["o:hr"] === "t")) this.#hasRule = true;
    if (boxes.length > 0) return [];
    const alt = allOf(drawing, "wp:docPr")[0]?.attribs["descr"] ?? allOf(drawing, "v:shape")[0]?.attribs["alt"];
    return alt?.trim() ? [{ type: "image", url: "", alt: alt.trim() }] : [];
  }
}

const linked = (line: readonly Inline[], url: string | undefined): readonly Inline[] =>
  url === undefined || line.length === 0 ? line : [{ type: "link", url, children: line }];

/** A box within a fallback is there twice where the choice has one. */
function isInFallback(box: Element, within: Element): boolean {
  for (let at = box.parent; at instanceof Element && at !== within; at = at.parent)
    if (at.name === "mc:Fallback") return at.parent instanceof Element && alternativeOf(at.parent) !== at;
  return false;
}

/** A box in a box is read with the outer one. */
function isInBox(box: Element, within: Element): boolean {
  for (let at = box.parent; at instanceof Element && at !== within; at = at.parent)
    if (at.name === "w:txbxContent") return true;
  return false;
}

const SYMBOLS: ReadonlyMap<number, string> = new Map([
  [0xb7, "•"],
  [0xe0, "→"],
  [0xdf, "←"],
  [0xfc, "✓"],
  [0xfb, "✗"],
  [0xfe, "☒"],
  [0xa8, "☐"],
  [0x4a, "☺"],
]);

/** A sign of a symbol font: those have theirs at U+F000 and on. */
function symbolOf(code: string | undefined, font: string | undefined): string {
  const value = Number.parseInt(code ?? "", 16);
  if (Number.isNaN(value)) return "";
  const known = SYMBOLS.get(value & 0xff);
  if (/symbol|wingdings|webdings/i.test(font ?? "")) return known ?? "";
  return value >= 0xf000 && value <= 0xf0ff ? String.fromCodePoint(value - 0xf000) : String.fromCodePoint(value);
}
