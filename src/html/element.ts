import { Element, NodeWithChildren } from "domhandler";
import { type Attributes, attributeOf, attributesOf, type TagReader, valueBetween } from "./attributes.ts";

/** The type that a domhandler element has. */
const { type: TAG } = new Element("div", {});

/** A domhandler element whose attributes are read when somebody asks for one: for most elements nobody does. */
export class PageElement extends NodeWithChildren implements Element {
  readonly type: Element["type"] = TAG;
  readonly nodeType = 1;
  name: string;
  private readonly html: string;
  private readonly from: number;
  /** What most selectors ask for: where it stands, and what it is once somebody asked. */
  private readonly classBegin: number;
  private readonly classEnd: number;
  private classes: string | undefined;
  private all: Attributes | undefined;

  /** As the tag that stands in the reader has it. */
  constructor(name: string, html: string, { from, classBegin, classEnd }: TagReader) {
    super([]);
    this.name = name;
    this.html = html;
    this.from = from;
    this.classBegin = classBegin;
    this.classEnd = classEnd;
    this.classes = undefined;
    this.all = undefined;
  }

  get tagName(): string {
    return this.name;
  }

  get attribs(): Attributes {
    this.all ??= attributesOf(this.html, this.from);
    return this.all;
  }

  /** One attribute, without reading the others. */
  attribute(wanted: string): string | undefined {
    if (wanted === "class") {
      if (this.classBegin < 0) return undefined;
      this.classes ??= valueBetween(this.html, this.classBegin, this.classEnd);
      return this.classes;
    }
    if (this.all) return Object.hasOwn(this.all, wanted) ? this.all[wanted] : undefined;
    return attributeOf(this.html, this.from, wanted);
  }

  get attributes(): { name: string; value: string }[] {
    return Object.entries(this.attribs).map(([name, value]) => ({ name, value }));
  }
}

// `instanceof Element` holds as well: the constructor alone is not Element's, for that would read the attributes.
Object.setPrototypeOf(PageElement.prototype, Element.prototype);
