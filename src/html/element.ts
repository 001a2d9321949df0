import { Element, NodeWithChildren } from "domhandler";
import { type Attributes, attributeOf, attributesOf } from "./attributes.ts";

/** The type that a domhandler element has. */
const { type: TAG } = new Element("div", {});

/** A domhandler element whose attributes are read when somebody asks for one: for most elements nobody does. */
export class PageElement extends NodeWithChildren implements Element {
  readonly type: Element["type"] = TAG;
  readonly nodeType = 1;
  name: string;
  private readonly html: string;
  private readonly from: number;
  private all: Attributes | undefined;
  /** What most selectors ask for, kept; null: not asked for yet. */
  private classes: string | undefined | null = null;

  /** `from` is where the attributes begin in the page. */
  constructor(name: string, html: string, from: number) {
    super([]);
    this.name = name;
    this.html = html;
    this.from = from;
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
    if (this.all) return Object.hasOwn(this.all, wanted) ? this.all[wanted] : undefined;
    if (wanted !== "class") return attributeOf(this.html, this.from, wanted);
    if (this.classes === null) this.classes = attributeOf(this.html, this.from, "class");
    return this.classes;
  }

  get attributes(): { name: string; value: string }[] {
    return Object.entries(this.attribs).map(([name, value]) => ({ name, value }));
  }
}

// `instanceof Element` holds as well: the constructor alone is not Element's, for that would read the attributes.
Object.setPrototypeOf(PageElement.prototype, Element.prototype);
