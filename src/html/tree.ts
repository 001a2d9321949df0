import { type ChildNode, Document, Element, Text } from "domhandler";
import type { TagReader, Wanted } from "./attributes.ts";
import { PageElement } from "./element.ts";
import { type MarkupHandler, Scanner } from "./scanner.ts";
import type { Tag } from "./tags.ts";

/** Characters of a page that are read; what follows is left out. */
const MAX_HTML_CHARS = 12_000_000;
/** Deeper elements become children of their ancestor at this depth, as in browsers. */
const MAX_DEPTH = 512;
/** Nested this deep, a page is no page: the rest of it is not read. */
const ABANDON_DEPTH = 20_000;
const MAX_ELEMENTS = 400_000;
/** Characters of a page's own style sheets that are kept. */
const MAX_STYLE_CHARS = 400_000;

/** Scripts whose text is read: data about the page, and formulas. */
const READ_SCRIPT = /ld\+json|^\s*math\//i;

/** A parsed page: domhandler's nodes and, since many questions are asked of all of them, its elements in document order. */
export interface Tree {
  readonly root: Document;
  readonly elements: readonly Element[];
  /** The page's own style sheets, where what no page shows is kept: they are no text of the tree. */
  readonly styles: readonly string[];
}

/** What is kept of a page besides its elements and texts. */
export interface Keeping {
  /** The attributes that are read with their element, the others being left out. Absent: all are kept, and read when asked for. */
  readonly attributes?: Wanted;
  /**
   * What no page shows as text: scripts and styles as elements (with the text of JSON-LD and of formulas alone), and what stands
   * in pictures (svg). Absent: pictures are without content, and scripts and styles are left out.
   */
  readonly unseen?: boolean;
}

/** HTML, broken or not, as a tree, built without recursion and bounded in size and depth. Comments and declarations are left out. */
export function readTree(html: string, keeping: Keeping = {}): Tree {
  const page = html.slice(0, MAX_HTML_CHARS);
  const builder = new TreeBuilder(page, keeping);
  new Scanner(page, builder, { attributes: keeping.attributes, endsPictures: !keeping.unseen }).scan();
  builder.end();
  return builder;
}

class TreeBuilder implements Tree, MarkupHandler {
  readonly root = new Document([]);
  readonly elements: Element[] = [];
  readonly styles: string[] = [];
  deaf = false;
  done = false;
  readonly #html: string;
  readonly #readAtOnce: boolean;
  readonly #unseen: boolean;
  readonly #open: (Document | Element)[] = [this.root];
  #top: Document | Element = this.root;
  /**
   * The children, so far, of all that is open, the outermost's first: lists that grow one by one would be twice as long as
   * what they hold. What stands beyond `#count` is nobody's any more.
   */
  readonly #children: ChildNode[] = [];
  #count = 0;
  /** Of each that is open, and of the innermost, where its children begin. */
  readonly #begins: number[] = [];
  #begin = 0;
  /** How many elements are open beyond the depth that is kept. */
  #beyond = 0;
  /** How many elements are open that are left out, the picture around them included. */
  #leftOut = 0;
  #text: Text | undefined;
  #inStyle = false;
  #styleChars = 0;

  constructor(html: string, { attributes, unseen = false }: Keeping) {
    this.#html = html;
    this.#readAtOnce = attributes !== undefined;
    this.#unseen = unseen;
  }

  open({ name, isCode, isSvg }: Tag, written?: TagReader): void {
    this.#text = undefined;
    if (this.#leftOut > 0 || (isCode && !this.#unseen)) {
      this.#leaveOut();
      return;
    }
    if (this.#beyond > ABANDON_DEPTH || this.elements.length >= MAX_ELEMENTS) {
      this.done = true;
      return;
    }
    const element = this.#elementOf(name, written);
    this.#append(element);
    this.elements.push(element);
    if (isSvg && !this.#unseen) this.#leaveOut();
    else if (this.#open.length > MAX_DEPTH) this.#beyond += 1;
    else {
      this.#inStyle = name === "style";
      this.deaf = isCode && !this.#inStyle && !READ_SCRIPT.test(element.attribs["type"] ?? "");
      this.#open.push(element);
      this.#top = element;
      this.#begins.push(this.#begin);
      this.#begin = this.#count;
    }
  }

  #elementOf(name: string, written: TagReader | undefined): Element {
    if (!written) return new Element(name, {});
    return this.#readAtOnce ? new Element(name, written.attribs) : new PageElement(name, this.#html, written);
  }

  #leaveOut(): void {
    this.#leftOut += 1;
    this.deaf = true;
  }

  close(): void {
    this.#text = undefined;
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      this.deaf = this.#leftOut > 0;
      return;
    }
    this.deaf = false;
    this.#inStyle = false;
    if (this.#beyond > 0) this.#beyond -= 1;
    else if (this.#open.length > 1) {
      this.#adopt();
      this.#open.pop();
      this.#top = this.#open[this.#open.length - 1] ?? this.root;
      this.#count = this.#begin;
      this.#begin = this.#begins.pop() ?? 0;
    }
  }

  /** The page ends, and with it what is open. */
  end(): void {
    this.#beyond = 0;
    this.#leftOut = 0;
    while (this.#open.length > 1) this.close();
    this.#adopt();
    this.#children.length = 0;
  }

  /** The innermost has all its children. */
  #adopt(): void {
    if (this.#count > this.#begin) this.#top.children = this.#children.slice(this.#begin, this.#count);
  }

  #append(child: Element | Text): void {
    const last = this.#count > this.#begin ? this.#children[this.#count - 1] : undefined;
    if (last) {
      last.next = child;
      child.prev = last;
    }
    child.parent = this.#top;
    this.#children[this.#count] = child;
    this.#count += 1;
  }

  text(data: string): void {
    if (this.#inStyle) {
      if (this.#styleChars < MAX_STYLE_CHARS) this.styles.push(data.slice(0, MAX_STYLE_CHARS));
      this.#styleChars += data.length;
    } else if (this.#text) this.#text.data += data;
    else {
      this.#text = new Text(data);
      this.#append(this.#text);
    }
  }
}
