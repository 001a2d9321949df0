import { compile } from "css-select";
import { type AnyNode, type Document, type Element, isTag } from "domhandler";
import * as domutils from "domutils";
import { boundedDocument } from "../../../html/bounded.ts";
import { PageElement } from "../../../html/element.ts";
import { readTree } from "../../../html/tree.ts";
import { textOf } from "./text.ts";

const attributeOf = (element: Element, name: string): string | undefined =>
  element instanceof PageElement ? element.attribute(name) : element.attribs[name];

/** A selector asks an element for one attribute: pages answer without reading the others. */
const adapter = {
  ...domutils,
  isTag,
  getAttributeValue: attributeOf,
  hasAttrib: (element: Element, name: string): boolean => attributeOf(element, name) !== undefined,
};

type Query = (node: AnyNode) => boolean;

const compiled = { html: new Map<string, Query>(), xml: new Map<string, Query>() };

/** Selectors are written in sources, so there are only as many as the sources hold. */
function selector(css: string, kind: "html" | "xml"): Query {
  let query = compiled[kind].get(css);
  if (!query) {
    query = compile<AnyNode, Element>(css, kind === "xml" ? { xmlMode: true } : { adapter });
    compiled[kind].set(css, query);
  }
  return query;
}

/** An element of a parsed page or XML document, with the few questions that readers ask. What is absent is undefined. */
export class El {
  readonly node: Document | Element;
  /** What relative addresses are resolved against. */
  readonly base: string;
  /** In XML the case of names counts. */
  readonly kind: "html" | "xml";

  constructor(node: Document | Element, base: string, kind: "html" | "xml" = "html") {
    this.node = node;
    this.base = base;
    this.kind = kind;
  }

  /** The first descendant that matches. */
  one(css: string): El | undefined {
    const found = firstBelow(this.node, selector(css, this.kind));
    return found && new El(found, this.base, this.kind);
  }

  /** Every descendant that matches, in document order. */
  all(css: string): El[] {
    return allBelow(this.node, selector(css, this.kind)).map((found) => new El(found, this.base, this.kind));
  }

  has(css: string): boolean {
    return firstBelow(this.node, selector(css, this.kind)) !== undefined;
  }

  matches(css: string): boolean {
    return isTag(this.node) && selector(css, this.kind)(this.node);
  }

  /** The nearest ancestor (not itself) that matches. */
  closest(css: string): El | undefined {
    const query = selector(css, this.kind);
    for (let up = this.node.parent; up; up = up.parent)
      if (isTag(up) && query(up)) return new El(up, this.base, this.kind);
    return undefined;
  }

  /** Its text, or that of the first descendant that matches: white space collapsed, blocks apart, scripts left out; undefined when blank. */
  text(css?: string): string | undefined {
    const at = css === undefined ? this : this.one(css);
    return at && textOf(at.node);
  }

  /** The texts of every descendant that matches, without blank ones. */
  texts(css: string): string[] {
    return this.all(css).flatMap((el) => el.text() ?? []);
  }

  attr(name: string, css?: string): string | undefined {
    const at = css === undefined ? this : this.one(css);
    const value = at && isTag(at.node) ? attributeOf(at.node, name)?.trim() : undefined;
    return value || undefined;
  }

  /** An attribute that holds an address, made absolute; undefined unless http(s). */
  link(css?: string, name = "href"): string | undefined {
    return absolute(this.attr(name, css), this.base);
  }

  html(): string {
    return domutils.getOuterHTML(this.node);
  }
}

/** The node after this one in document order, below `root`; undefined after the last. */
function following(node: AnyNode, root: AnyNode): AnyNode | undefined {
  if ("children" in node && node.children.length > 0) return node.children[0];
  for (let at: AnyNode | null = node; at && at !== root; at = at.parent) if (at.next) return at.next;
  return undefined;
}

function firstBelow(root: Document | Element, matches: (node: AnyNode) => boolean): Element | undefined {
  for (let node = following(root, root); node; node = following(node, root))
    if (isTag(node) && matches(node)) return node;
  return undefined;
}

function allBelow(root: Document | Element, matches: (node: AnyNode) => boolean): Element[] {
  const found: Element[] = [];
  for (let node = following(root, root); node; node = following(node, root))
    if (isTag(node) && matches(node)) found.push(node);
  return found;
}

/** A missing value as programs print it: resolved, it would be a page of that name. */
const NO_ADDRESS = /^\s*(?:None|null|undefined|NaN|\[object Object\])\s*$/;

/** A relative address made absolute; undefined unless the outcome is http(s). */
export function absolute(address: string | undefined | null, base: string): string | undefined {
  if (!address || NO_ADDRESS.test(address)) return undefined;
  const url = URL.parse(address.trim(), base);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
}

/** A page as a tree, without scripts, styles, comments and the insides of pictures: a results page is mostly those. */
export function parseHtml(html: string, base: string): El {
  return new El(readTree(html).root, base);
}

/** An XML document as a tree: names keep their case and prefix (`dc\\:title` in a selector), no external entity is read. */
export function parseXml(xml: string, base: string): El {
  return new El(boundedDocument(xml, { xmlMode: true, decodeEntities: true }), base, "xml");
}

/** A piece of HTML as its text: tags out, entities resolved, white space collapsed. */
export const textOfHtml = (html: string | null | undefined): string | undefined =>
  html ? parseHtml(html, "about:blank").text() : undefined;
