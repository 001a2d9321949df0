import { type AnyNode, type Document, DomHandler, type Element, isTag } from "domhandler";
import { appendChild } from "domutils";
import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";
import { SourceError } from "../../../errors.ts";
import { El } from "../html/dom.ts";
import { declared, NO_SCOPE, nameIn, type Scope } from "./names.ts";

/** What publishers send is seldom what the specifications say: here the bytes become a document that can be read. */

const MAX_DEPTH = 200;

/** Elements open at once, at most: the parser takes longer with each one that was never closed. */
const MAX_OPEN = 5000;
const MAX_ELEMENTS = 400_000;
/** Of one element; what comes after them is left out. */
const MAX_ATTRIBUTES = 200;

/** Without control characters, and with the character references that only HTML knows resolved. */
function repaired(xml: string): string {
  return xml
    .replace(/[^\P{Cc}\t\n\r]|\ufeff/gu, "")
    .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, (reference) => {
      const character = decodeHTML(reference);
      if (/^\p{Cc}$/u.test(character)) return /\s/.test(character) ? " " : "";
      return /^[<>&"']$/.test(character) ? reference : character;
    });
}

/**
 * A feed's XML as a tree with one way of writing: names in lower case, namespaces by their usual prefixes (`dc:creator`
 * whatever the document calls it), Atom's elements without one in an Atom feed and as `atom:` elsewhere. Items that
 * were nested in one another by mistake stand apart. What is nested deeper than 200 elements is left out. Fails
 * with `unsupported-type` where thousands of elements are never closed, with `too-large` for 400,000 of them.
 */
export function parseFeedXml(xml: string, base: string): El {
  const tree = parsed(repaired(xml));
  renamed(tree);
  return new El(tree, base);
}

function parsed(xml: string): Document {
  let open = 0;
  let elements = 0;
  const handler = new DomHandler();
  const { onopentag, onclosetag } = handler;
  handler.onopentag = (name, attributes) => {
    open += 1;
    elements += 1;
    if (open > MAX_OPEN) throw new SourceError("unsupported-type", `A feed with more than ${MAX_OPEN} open elements.`);
    if (elements > MAX_ELEMENTS) throw new SourceError("too-large", `A feed of more than ${MAX_ELEMENTS} elements.`);
    onopentag.call(handler, name, few(attributes));
  };
  handler.onclosetag = () => {
    open -= 1;
    onclosetag.apply(handler);
  };
  const options = { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true };
  new Parser(handler, options).end(xml);
  return handler.root;
}

function few(attributes: Record<string, string>): Record<string, string> {
  const all = Object.entries(attributes);
  return all.length <= MAX_ATTRIBUTES ? attributes : Object.fromEntries(all.slice(0, MAX_ATTRIBUTES));
}

interface Place {
  readonly node: AnyNode;
  readonly scope: Scope;
  readonly depth: number;
  readonly item: Element | undefined;
}

function renamed(tree: Document): void {
  let root: Element | undefined;
  let inAtom = false;
  const stack: Place[] = tree.children.map((node) => ({ node, scope: NO_SCOPE, depth: 1, item: undefined })).reverse();
  for (let place = stack.pop(); place; place = stack.pop()) {
    const { node } = place;
    if (!isTag(node)) continue;
    const scope = declared(node, place.scope, root === undefined);
    if (!root) {
      root = node;
      inAtom = /(^|:)feed$/.test(node.name);
    }
    node.name = nameIn(node.name, scope, inAtom);
    for (const [name, value] of Object.entries(node.attribs)) {
      const known = name.includes(":") ? nameIn(name, scope, inAtom) : name;
      if (known !== name) node.attribs[known] = value;
    }
    const isItem = node.name === "item" || node.name === "entry";
    const home = isItem && place.item?.parent;
    if (home) appendChild(home, node);
    if (place.depth >= MAX_DEPTH) node.children = [];
    const item = isItem ? node : place.item;
    const depth = isItem ? 2 : place.depth + 1;
    for (const child of node.children.toReversed()) stack.push({ node: child, scope, depth, item });
  }
}
