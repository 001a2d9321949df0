import { compile, selectAll } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { getOuterHTML, removeElement } from "domutils";
import { parseDocument } from "htmlparser2";
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
  const document = parseDocument(decodeText({ headers, body: bytes }));
  const { target, remove } = part;
  const all = (selector: string): Element[] =>
    selectAll<AnyNode, Element>(compile<AnyNode, Element>(selector), document.children);
  if (remove !== undefined) for (const element of all(remove)) removeElement(element);
  const chosen = target === undefined ? document.children : all(target);
  if (chosen.length === 0) return Promise.resolve(NOTHING);
  const about = target === undefined ? [] : [...all("title").slice(0, 1), ...all("meta, link, base")];
  const [head, body] = [about, chosen].map((nodes) => nodes.map((node) => getOuterHTML(node)).join("\n"));
  const html = `<html><head>${head}</head><body>${body}</body></html>`;
  return readBody({
    bytes: Buffer.from(html),
    text: () => html,
    contentType: "text/html; charset=utf-8",
    url,
    markdown,
    linkTexts: false,
  });
}

const NOTHING: Extraction = {
  ok: false,
  failure: { code: "empty", error: "Nothing on the page is what the selectors ask for." },
};
