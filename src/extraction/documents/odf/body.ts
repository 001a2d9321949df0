import { type ChildNode, Element, Text } from "domhandler";
import { texOfMathml } from "../../markdown/mathml.ts";
import type { Block, Inline, ListItem } from "../../markdown/nodes.ts";
import { isEmpty, paragraphsOf, tidy } from "../../markdown/tidy.ts";
import { targetOf } from "../document.ts";
import { Flow } from "../flow.ts";
import { codeTextOf, isCodeLine, type Look, marked, unweighted } from "../marks.ts";
import { allOf, childOf, elementsOf, stringOf } from "../xml.ts";
import type { OdfStyles } from "./styles.ts";
import { tableOf } from "./table.ts";

/** What a document keeps beside its text. */
const LEFT_OUT = new Set([
  "text:tracked-changes",
  "office:annotation",
  "office:annotation-end",
  "office:forms",
  "office:scripts",
  "text:sequence-decls",
  "text:variable-decls",
  "text:user-field-decls",
  "text:table-of-content",
  "text:illustration-index",
  "text:table-index",
  "text:alphabetical-index",
  "text:hidden-text",
  "text:hidden-paragraph",
  "text:note",
  "text:ruby-text",
  "svg:title",
  "svg:desc",
  "table:shapes",
]);
const QUOTE = /^(?:quotations?|quote|block ?quote|block text)$/;
const CODE = /^(?:preformatted text|source code|code|html preformatted|listing|verbatim)$/;
const MAX_BLANKS = 1_000;

/** Reads the blocks of an OpenDocument. */
export class OdfReader {
  readonly notes: Block[] = [];
  readonly #styles: OdfStyles;
  readonly #base: string;
  readonly #objectAt: (path: string) => Element | undefined;
  /** What stands behind the paragraph that is read: text boxes. */
  #boxes: Block[] = [];
  #labels = 0;
  /** The number of each list's last item: lists may go on. */
  readonly #numbers = new Map<string, number>();

  constructor(styles: OdfStyles, base: string, objectAt: (path: string) => Element | undefined) {
    this.#styles = styles;
    this.#base = base;
    this.#objectAt = objectAt;
  }

  blocks(parent: Element): Block[] {
    const flow = new Flow();
    this.#into(flow, parent);
    return flow.done();
  }

  #into(flow: Flow, parent: Element): void {
    for (const child of elementsOf(parent)) {
      const { name, attribs } = child;
      if (LEFT_OUT.has(name) || (name === "text:section" && attribs["text:display"] === "none")) continue;
      if (name === "text:p" || name === "text:h") this.#paragraph(flow, child);
      else if (name === "text:list") {
        const blocks = this.#list(child, 0, undefined, undefined);
        const isBehind = this.#styles.isUnmarked(attribs["text:style-name"], 0) || beginsDeeper(child);
        if (isBehind) flow.behindList(blocks);
        else flow.add(...blocks);
      } else if (name === "table:table") flow.add(...tableOf(child, (cell) => this.blocks(cell)));
      else if (name.startsWith("draw:")) flow.add(...this.#drawn(child));
      else this.#into(flow, child);
    }
  }

  #paragraph(flow: Flow, paragraph: Element): void {
    const style = this.#styles.of("paragraph", paragraph.attribs["text:style-name"]);
    if (style.isHidden) return;
    const before = this.#boxes;
    this.#boxes = [];
    const line = this.#line(paragraph, style.look);
    const boxes = this.#boxes;
    this.#boxes = before;
    const isTitle = style.names.includes("title");
    if (paragraph.name === "text:h" || isTitle) {
      const level = isTitle ? 1 : Number(paragraph.attribs["text:outline-level"] ?? style.outline ?? 1);
      const children = tidy(
        unweighted(line.map((node): Inline => (node.type === "break" ? { type: "text", value: " " } : node))),
      );
      if (!isEmpty(children))
        flow.add({ type: "heading", level: Math.min(6, Math.max(1, Number.isInteger(level) ? level : 1)), children });
    } else if (style.names.some((name) => CODE.test(name)) || isCodeLine(line)) flow.code(codeTextOf(line));
    else if (style.names.some((name) => name === "horizontal line")) flow.add({ type: "rule" });
    else if (!isEmpty(line)) {
      const blocks = paragraphsOf(line, true);
      if (style.names.some((name) => QUOTE.test(name))) flow.quote(blocks);
      else flow.add(...blocks);
    }
    if (boxes.length > 0) flow.add(...boxes);
  }

  #list(list: Element, level: number, outer: string | undefined, outerId: string | undefined): Block[] {
    const { attribs } = list;
    const style = attribs["text:style-name"] ?? outer;
    const start = this.#styles.start(style, level);
    const id = outerId ?? attribs["xml:id"];
    const follows = attribs["text:continue-numbering"] === "true" || attribs["text:continue-list"] !== undefined;
    const key = `${style}/${level}`;
    let next = follows
      ? (this.#numbers.get(attribs["text:continue-list"] ?? key) ?? (start ?? 1) - 1) + 1
      : (start ?? 1);
    const items: ListItem[] = [];
    const out: Block[] = [];
    const finish = () => {
      if (items.length > 0) out.push({ type: "list", items: items.splice(0) });
    };
    for (const item of elementsOf(list)) {
      if (item.name !== "text:list-item" && item.name !== "text:list-header") continue;
      const stated = Number(item.attribs["text:start-value"] ?? Number.NaN);
      const number = Number.isInteger(stated) ? stated : next;
      const children = this.#item(item, level, style, id);
      if (children.length === 0) continue;
      const [first] = children;
      const last = items.at(-1);
      // A heading is no item, though word processors number it as one.
      if (first?.type === "heading") {
        finish();
        out.push(...children);
      } else if ((item.name === "text:list-header" || first?.type === "list") && last)
        items[items.length - 1] = { ...last, children: [...last.children, ...children] };
      else if (
        item.name === "text:list-header" ||
        first?.type === "list" ||
        (this.#styles.isUnmarked(style, level) && level === 0)
      ) {
        finish();
        out.push(...children);
      } else {
        items.push({ ...(start !== undefined && { number }), children });
        next = number + 1;
      }
    }
    this.#numbers.set(key, next - 1);
    if (attribs["xml:id"] !== undefined) this.#numbers.set(attribs["xml:id"], next - 1);
    finish();
    return out;
  }

  #item(item: Element, level: number, style: string | undefined, id: string | undefined): Block[] {
    const flow = new Flow();
    for (const child of elementsOf(item))
      if (child.name === "text:list") flow.add(...this.#list(child, level + 1, style, id));
      else {
        const shell = new Element("text:section", {});
        shell.children = [child];
        this.#into(flow, shell);
      }
    return flow.done();
  }

  #line(parent: Element, paragraph: Look): Inline[] {
    return parent.children.flatMap((child) => this.#node(child, paragraph));
  }

  #node(node: ChildNode, paragraph: Look): readonly Inline[] {
    if (node instanceof Text) return [{ type: "text", value: node.data.replace(/[ \t\n\r]+/g, " ") }];
    if (!(node instanceof Element)) return [];
    const { name, attribs } = node;
    switch (name) {
      case "text:note":
        return this.#note(node);
      case "text:s":
        return [{ type: "text", value: " ".repeat(Math.min(MAX_BLANKS, Number(attribs["text:c"] ?? 1) || 1)) }];
      case "text:tab":
        return [{ type: "text", value: "\t" }];
      case "text:line-break":
        return [{ type: "break" }];
      case "text:span": {
        const style = this.#styles.of("text", attribs["text:style-name"]);
        if (style.isHidden) return [];
        const { bold, italic, struck, raised, code } = style.look;
        return marked(this.#line(node, paragraph), {
          bold: bold && !paragraph.bold,
          italic: italic && !paragraph.italic,
          struck,
          raised,
          code: code && !paragraph.code,
        });
      }
      case "text:a": {
        const url = targetOf(attribs["xlink:href"], this.#base);
        const children = this.#line(node, paragraph);
        return url === undefined || children.length === 0 ? children : [{ type: "link", url, children }];
      }
      default:
        if (LEFT_OUT.has(name)) return [];
        return name.startsWith("draw:") ? this.#drawing(node) : this.#line(node, paragraph);
    }
  }

  #note(note: Element): readonly Inline[] {
    const body = childOf(note, "text:note-body");
    if (!body) return [];
    this.#labels += 1;
    const label = String(this.#labels);
    const at = this.notes.length;
    this.notes.push({ type: "rule" });
    this.notes[at] = { type: "note", label, children: this.blocks(body) };
    return [{ type: "reference", label }];
  }

  /** A drawing within a line: a formula, a picture's description; a text box stands behind the paragraph. */
  #drawing(drawing: Element): readonly Inline[] {
    const object = allOf(drawing, "draw:object")[0];
    if (object) {
      const inner = childOf(object, "math") ?? this.#objectAt(object.attribs["xlink:href"] ?? "");
      const math = inner?.name === "math" || inner?.name === "math:math" ? inner : undefined;
      const tex = math && texOfMathml(math);
      if (tex !== undefined) return [{ type: "math", tex }];
    }
    const boxes = this.#drawn(drawing);
    if (boxes.length > 0) {
      this.#boxes.push(...boxes);
      return [];
    }
    const alt = [...allOf(drawing, "svg:desc"), ...allOf(drawing, "svg:title")]
      .map(stringOf)
      .find((text) => text.trim());
    return alt && allOf(drawing, "draw:image").length > 0 ? [{ type: "image", url: "", alt: alt.trim() }] : [];
  }

  /** A shape of a slide. */
  shape(shape: Element): Block[] {
    const blocks = this.#drawn(shape);
    if (blocks.length > 0) return blocks;
    const line = this.#drawing(shape);
    return line.length > 0 ? [{ type: "paragraph", children: line }] : [];
  }

  /** The texts in a drawing: boxes, shapes, groups of them. */
  #drawn(drawing: Element): Block[] {
    const direct = elementsOf(drawing).some(
      ({ name }) => name === "text:p" || name === "text:list" || name === "text:h",
    );
    if (direct) return this.blocks(drawing);
    return elementsOf(drawing).flatMap((child) =>
      child.name === "table:table"
        ? tableOf(child, (cell) => this.blocks(cell))
        : LEFT_OUT.has(child.name)
          ? []
          : this.#drawn(child),
    );
  }
}

/** Whether a list begins with a list in it: it goes on with the items of the one before. */
const beginsDeeper = (list: Element): boolean => {
  const [item] = elementsOf(list);
  return item !== undefined && elementsOf(item)[0]?.name === "text:list";
};
