import { type Document, DomHandler, Element, Text } from "domhandler";
import { Parser } from "htmlparser2";
import type { Archive } from "./archive.ts";
import { isBroken, tooLarge } from "./failure.ts";

/** Tables in tables in text boxes come to sixty. */
const MAX_DEPTH = 300;

/** The prefix that this project calls a namespace by, whatever a file calls it; the first that fits. */
const NAMESPACES: readonly (readonly [uri: RegExp, prefix: string])[] = [
  [/\/wordprocessingml(?:\/2006)?\/main$/, "w"],
  [/\/spreadsheetml(?:\/2006)?\/main$/, ""],
  [/\/presentationml(?:\/2006)?\/main$/, "p"],
  [/\/drawingml(?:\/2006)?\/main$/, "a"],
  [/\/drawingml(?:\/2006)?\/wordprocessingDrawing$/, "wp"],
  [/\/drawingml(?:\/2006)?\/chart$/, "c"],
  [/\/drawingml(?:\/2006)?\/diagram$/, "dgm"],
  [/\/drawingml(?:\/2006)?\/picture$/, "pic"],
  [/\/wordprocessingShape$/, "wps"],
  [/\/officeDocument(?:\/2006)?\/relationships$/, "r"],
  [/\/officeDocument(?:\/2006)?\/math$/, "m"],
  [/\/markup-compatibility\/2006$/, "mc"],
  [/office\/word\/2010\/wordml$/, "w14"],
  [/^urn:schemas-microsoft-com:vml$/, "v"],
  [/^urn:schemas-microsoft-com:office:office$/, "o"],
  [/\/package\/2006\/(?:relationships|content-types)$/, ""],
  [/\/metadata\/core-properties$/, "cp"],
  [/^http:\/\/purl\.org\/dc\/elements\/1\.1\/$/, "dc"],
  [/^http:\/\/purl\.org\/dc\/terms\/$/, "dcterms"],
  [/^urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:/, "fo"],
  [/^urn:oasis:names:tc:opendocument:xmlns:svg-compatible:/, "svg"],
  [/^urn:oasis:names:tc:opendocument:xmlns:drawing:/, "draw"],
  [/^urn:oasis:names:tc:opendocument:xmlns:datastyle:/, "number"],
  [/^urn:oasis:names:tc:opendocument:xmlns:(?:office|text|table|style|meta|presentation|manifest):/, "*"],
  [/^http:\/\/www\.w3\.org\/1999\/xlink$/, "xlink"],
  [/^http:\/\/www\.w3\.org\/1998\/Math\/MathML$/, ""],
  [/^http:\/\/www\.idpf\.org\/2007\/ops$/, "epub"],
  [/^http:\/\/www\.idpf\.org\/2007\/opf$/, ""],
  [/^urn:oasis:names:tc:opendocument:xmlns:container$/, ""],
];

function prefixFor(uri: string): string | undefined {
  const prefix = NAMESPACES.find(([pattern]) => pattern.test(uri))?.[1];
  return prefix === "*" ? /xmlns:(\w+):/.exec(uri)?.[1] : prefix;
}

/** Builds a tree with this project's prefixes, no deeper than it may be. */
class XmlHandler extends DomHandler {
  depth = 0;
  /** What a file's prefix is called here, where that differs. */
  readonly #renamed = new Map<string, string>();

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.depth += 1;
    for (const key in attributes) if (key.startsWith("xmlns")) this.#learn(key.slice(6), attributes[key] ?? "");
    if (this.#renamed.size === 0) super.onopentag(name, attributes);
    else
      super.onopentag(
        this.#rename(name, true),
        Object.fromEntries(Object.entries(attributes).map(([key, value]) => [this.#rename(key, false), value])),
      );
  }

  override onclosetag(): void {
    this.depth -= 1;
    super.onclosetag();
  }

  #learn(prefix: string, uri: string): void {
    const here = prefixFor(uri);
    if (here !== undefined && here !== prefix) this.#renamed.set(prefix, here);
    else if (here === prefix) this.#renamed.delete(prefix);
  }

  #rename(name: string, isElement: boolean): string {
    const colon = name.indexOf(":");
    if (colon < 0 && !isElement) return name;
    const here = this.#renamed.get(colon < 0 ? "" : name.slice(0, colon));
    if (here === undefined) return name;
    const local = name.slice(colon + 1);
    return here === "" ? local : `${here}:${local}`;
  }
}

/** Between two looks at the depth. */
const PIECE_CHARS = 4_096;

/**
 * XML as a tree whose names have this project's prefixes. Nothing outside is asked for, and no entity is expanded but the
 * predefined ones. Throws a `DocumentFailure`: `too-large` for what nests too deep.
 */
function parseXml(xml: string): Document {
  const handler = new XmlHandler();
  const parser = new Parser(handler, { xmlMode: true, decodeEntities: true });
  for (let at = 0; at < xml.length; at += PIECE_CHARS) {
    parser.write(xml.slice(at, at + PIECE_CHARS));
    if (handler.depth > MAX_DEPTH) throw tooLarge(`The document nests deeper than ${MAX_DEPTH} elements.`);
  }
  parser.end();
  return handler.root;
}

/** The bytes of an XML file as text: by its mark, else as it declares, else UTF-8. */
export function xmlText(bytes: Uint8Array): string {
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff && "utf-16be";
  if (mark) return new TextDecoder(mark).decode(bytes);
  const start = Buffer.from(bytes.subarray(0, 200)).toString("latin1");
  const label = /^\s*<\?xml[^>]{0,150}encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    // No charset that we know: XML's own stands.
    return new TextDecoder("utf-8").decode(bytes);
  }
}

/** The root element of an archive's XML part; undefined where there is no such part. */
export function partOf(archive: Archive, name: string): Element | undefined {
  const bytes = archive.bytes(name);
  if (!bytes) return undefined;
  const root = elementsOf(parseXml(xmlText(bytes)))[0];
  if (!root) throw isBroken(`The document is broken: ${name.slice(0, 100)} is no XML.`);
  return root;
}

export const elementsOf = (node: Element | Document): Element[] =>
  node.children.filter((child): child is Element => child instanceof Element);

/** The first child of a name. */
export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find((child): child is Element => child instanceof Element && child.name === name);

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element ? elementsOf(element).filter((child) => child.name === name) : [];

/** The elements of a name anywhere below. */
export function allOf(element: Element | Document | undefined, name: string): Element[] {
  const found: Element[] = [];
  const stack: Element[] = element ? elementsOf(element).reverse() : [];
  for (let at = stack.pop(); at; at = stack.pop()) {
    if (at.name === name) found.push(at);
    for (const child of elementsOf(at).reverse()) stack.push(child);
  }
  return found;
}

/** All text below an element. */
export function stringOf(element: Element | undefined): string {
  if (!element) return "";
  let text = "";
  for (const child of element.children)
    if (child instanceof Text) text += child.data;
    else if (child instanceof Element) text += stringOf(child);
    else if ("children" in child) for (const inner of child.children) if (inner instanceof Text) text += inner.data;
  return text;
}

/** A path within an archive as a part names it: relative to that part, or to the whole. */
export function pathFrom(part: string, target: string): string {
  const folder = target.startsWith("/") ? [] : part.split("/").slice(0, -1);
  for (const step of target.split("/"))
    if (step === "..") folder.pop();
    else if (step !== "" && step !== ".") folder.push(step);
  return folder.join("/");
}
