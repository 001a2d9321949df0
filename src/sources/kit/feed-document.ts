import { gunzipSync } from "node:zlib";
import { type AnyNode, type Document, DomHandler, type Element, isTag } from "domhandler";
import { appendChild } from "domutils";
import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { El } from "./dom.ts";

/** What publishers send is seldom what the specifications say: here the bytes become a document that can be read. */

const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
const MAX_DEPTH = 200;

/** Elements open at once, at most: the parser takes longer with each one that was never closed. */
const MAX_OPEN = 5000;

/** Namespaces whose elements have no prefix in the document that we read. */
const BARE = new Set([
  "purl.org/rss/1.0",
  "my.netscape.com/rdf/simple/0.9",
  "channel.netscape.com/rdf/simple/0.9",
  "backend.userland.com/rss2",
  "www.w3.org/1999/xhtml",
]);

const ATOM = new Set(["www.w3.org/2005/atom", "purl.org/atom/ns#"]);

/** Namespaces by the prefix under which readers ask for them. */
const PREFIXES: Readonly<Record<string, string>> = {
  "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
  "purl.org/dc/elements/1.1": "dc",
  "purl.org/dc/terms": "dcterms",
  "purl.org/rss/1.0/modules/content": "content",
  "purl.org/rss/1.0/modules/slash": "slash",
  "search.yahoo.com/mrss": "media",
  "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
  "podcastindex.org/namespace/1.0": "podcast",
  "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
  "www.youtube.com/xml/schemas/2015": "yt",
  "rssnamespace.org/feedburner/ext/1.0": "feedburner",
  "wellformedweb.org/commentapi": "wfw",
  "prismstandard.org/namespaces/basic/2.0": "prism",
  "purl.org/rss/1.0/modules/prism": "prism",
};

/**
 * A feed's text. Beyond `decodeText`: a body packed with gzip that no header announces is unpacked (RFC 1952), and a
 * declaration that the bytes contradict is not believed: bytes that are valid UTF-8 beyond ASCII are UTF-8, bytes that
 * are not are windows-1252 where UTF-8 was declared. Throws where the packed body is broken or too large.
 */
export function feedText(response: HttpResponse): string {
  const { body } = response;
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = packed ? gunzipSync(body, { maxOutputLength: MAX_UNPACKED_BYTES }) : body;
  const beyondAscii = bytes.some((byte) => byte > 0x7f);
  const marked = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const wide = marked || bytes.subarray(0, 64).includes(0);
  if (!wide && beyondAscii) {
    const utf8 = strictUtf8(bytes);
    if (utf8 !== undefined) return utf8;
  }
  const text = decodeText({ body: bytes, headers: response.headers });
  if (wide || !text.includes("\ufffd")) return text;
  return new TextDecoder(beyondAscii ? "windows-1252" : "utf-8").decode(bytes);
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

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
 * with `unsupported-type` where thousands of elements are never closed.
 */
export function parseFeedXml(xml: string, base: string): El {
  const tree = parsed(repaired(xml));
  renamed(tree);
  return new El(tree, base);
}

function parsed(xml: string): Document {
  let open = 0;
  const handler = new DomHandler();
  const { onopentag, onclosetag } = handler;
  handler.onopentag = (...tag) => {
    open += 1;
    if (open > MAX_OPEN) throw new SourceError("unsupported-type", `A feed with more than ${MAX_OPEN} open elements.`);
    onopentag.apply(handler, tag);
  };
  handler.onclosetag = () => {
    open -= 1;
    onclosetag.apply(handler);
  };
  const options = { xmlMode: true, decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true };
  new Parser(handler, options).end(xml);
  return handler.root;
}

interface Scope {
  readonly [prefix: string]: string;
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
  const stack: Place[] = tree.children.map((node) => ({ node, scope: {}, depth: 1, item: undefined })).reverse();
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

/** The prefixes that hold at an element. The root's default namespace is not looked at: too many name the wrong one. */
function declared(node: Element, scope: Scope, isRoot: boolean): Scope {
  const added = Object.entries(node.attribs).flatMap(([name, uri]) => {
    if (name === "xmlns") return isRoot ? [] : [["", canonical(uri)] as const];
    return name.startsWith("xmlns:") ? [[name.slice(6), canonical(uri)] as const] : [];
  });
  return added.length === 0 ? scope : { ...scope, ...Object.fromEntries(added) };
}

const canonical = (uri: string): string =>
  uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");

const prefixOf = (name: string): string => (name.includes(":") ? name.slice(0, name.indexOf(":")) : "");

function nameIn(name: string, scope: Scope, inAtom: boolean): string {
  const prefix = prefixOf(name);
  const uri = scope[prefix];
  if (uri === undefined) return name;
  const local = prefix ? name.slice(prefix.length + 1) : name;
  if (ATOM.has(uri)) return inAtom ? local : `atom:${local}`;
  if (BARE.has(uri)) return local;
  const known = PREFIXES[uri];
  return known ? `${known}:${local}` : name;
}
