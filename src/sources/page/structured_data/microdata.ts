import { type Element, isTag } from "domhandler";
import { absolute, El } from "../../kit/html/dom.ts";
import { textOf } from "../words.ts";
import type { Entity } from "./jsonld.ts";

/* Microdata as the HTML standard reads it (https://html.spec.whatwg.org/multipage/microdata.html), in JSON-LD's words. */

/** `itemref` may name one part of a page again and again: so many values are read in all. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 30;

type Fields = Record<string, unknown>;

const ADDRESS: Readonly<Record<string, string>> = {
  a: "href",
  area: "href",
  link: "href",
  audio: "src",
  embed: "src",
  iframe: "src",
  img: "src",
  source: "src",
  track: "src",
  video: "src",
  object: "data",
};

class MicrodataReader {
  private readonly base: string;
  private readonly byId = new Map<string, Element>();
  private values = 0;

  constructor(doc: El) {
    this.base = doc.base;
    for (const el of doc.all("[id]")) {
      const id = el.attr("id");
      if (id && isTag(el.node) && !this.byId.has(id)) this.byId.set(id, el.node);
    }
  }

  /** An item with its properties; `around` are the items that it stands in. */
  item(element: Element, around: ReadonlySet<Element> = new Set()): Fields {
    const types = (element.attribs["itemtype"] ?? "").split(/\s+/).filter(Boolean);
    const id = element.attribs["itemid"]?.trim();
    const within = new Set(around).add(element);
    const fields: Fields = {
      ...(types.length > 0 && { "@type": types.length === 1 ? types[0] : types }),
      ...(id && { "@id": id }),
    };
    for (const [name, value] of this.properties(element, within)) {
      const before = fields[name];
      fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    }
    return fields;
  }

  private *properties(scope: Element, within: ReadonlySet<Element>): Generator<readonly [string, unknown]> {
    const refs = (scope.attribs["itemref"] ?? "").split(/\s+/).flatMap((id) => this.byId.get(id) ?? []);
    const seen = new Set<Element>([scope]);
    const pending = [...scope.children.filter((node) => isTag(node)), ...refs].reverse();
    for (let at = pending.pop(); at; at = pending.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const names = (at.attribs["itemprop"] ?? "").split(/\s+/).filter(Boolean);
      const nested = at.attribs["itemscope"] !== undefined;
      if (names.length > 0 && this.values < MAX_VALUES) {
        this.values += 1;
        const value = nested ? this.nested(at, within) : this.value(at);
        if (value !== undefined) for (const name of names) yield [name.replace(/^https?:\/\/schema\.org\//, ""), value];
      }
      if (!nested) for (const child of at.children.filter((node) => isTag(node)).reverse()) pending.push(child);
    }
  }

  private nested(element: Element, within: ReadonlySet<Element>): Fields | undefined {
    return within.has(element) || within.size > MAX_DEPTH ? undefined : this.item(element, within);
  }

  private value(element: Element): string | undefined {
    const { name, attribs } = element;
    // Everywhere else than on meta it is not the standard's, but what publishers mean.
    if (attribs["content"] !== undefined) return attribs["content"].trim();
    const address = ADDRESS[name];
    if (address) return absolute(attribs[address], this.base) ?? attribs[address]?.trim();
    if (name === "data" || name === "meter") return attribs["value"]?.trim();
    if (name === "time" && attribs["datetime"] !== undefined) return attribs["datetime"].trim();
    return textOf(new El(element, this.base));
  }
}

/** The items that are no property of another. */
export function microdata(doc: El): Entity[] {
  const scopes = doc.all("[itemscope]:not([itemprop])");
  if (scopes.length === 0) return [];
  const reader = new MicrodataReader(doc);
  return scopes.flatMap(({ node }) => (isTag(node) ? [{ data: reader.item(node), errors: [] }] : []));
}
