import { compile, selectAll } from "css-select";
import { type AnyNode, Element, isTag } from "domhandler";
import { find, getOuterHTML, removeElement, textContent } from "domutils";
import { parseDocument } from "htmlparser2";
import { hiddenIn } from "../extraction/hidden/hidden.ts";
import type { Extraction } from "../extraction/page.ts";
import { readBody } from "../extraction/read.ts";
import { decodeText } from "../upstream/charset.ts";
import type { BodyTask } from "./body.ts";

/** Which part of a page is wanted, by CSS selectors. */
export interface Part {
  /** Only what these elements hold. */
  readonly target?: string | undefined;
  /** Without these elements. */
  readonly remove?: string | undefined;
}

/** A page of which a part is to be read. */
export interface PartTask extends BodyTask {
  readonly part: Part;
}

/** The content of a part of a page; `empty` where the page has no such part. */
export function readPart({ part, headers, url, markdown }: PartTask, bytes: Uint8Array): Promise<Extraction> {
  const html = cutOut(part, decodeText({ headers, body: bytes }));
  if (html === undefined) return Promise.resolve(NOTHING);
  return readBody({
    bytes: Buffer.from(html),
    text: () => html,
    contentType: "text/html; charset=utf-8",
    url,
    markdown,
    linkTexts: false,
  });
}

/** A part of a page as a page of its own, with the whole one's head; undefined where there is no such part. */
export function cutOut({ target, remove }: Part, page: string): string | undefined {
  const document = parseDocument(page);
  const all = (selector: string): Element[] =>
    selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), document.children);
  if (remove !== undefined) for (const element of all(remove)) removeElement(element);
  removeHidden(document.children);
  const chosen = target === undefined ? document.children : all(target);
  if (chosen.length === 0) return undefined;
  const about = target === undefined ? [] : [...all("title").slice(0, 1), ...all("meta, link, base")];
  const [head, body] = [about, chosen].map((nodes) => nodes.map((node) => getOuterHTML(node)).join("\n"));
  return `<html><head>${head}</head><body>${body}</body></html>`;
}

/**
 * Takes out what the page hides. That depends on the whole page (its style sheets, what stands around an element, the
 * controls of folded parts), so it is told before a part is cut out; what is folded loses what hid it.
 */
function removeHidden(nodes: readonly AnyNode[]): void {
  const elements = find((node) => node instanceof Element, [...nodes], true, MAX_ELEMENTS).filter(isTag);
  const styles = elements.filter(({ name }) => name === "style").map((style) => textContent(style));
  const hidden = hiddenIn(elements, styles);
  for (const element of hidden.elements) removeElement(element);
  for (const { attribs } of elements) {
    delete attribs["hidden"];
    if (/display\s*:\s*none/i.test(attribs["style"] ?? "")) delete attribs["style"];
  }
}

const MAX_ELEMENTS = 100_000;

/** What a page without such a part comes to. */
export const NOTHING: Extraction = {
  ok: false,
  failure: { code: "empty", error: "Nothing on the page is what the selectors ask for." },
};
