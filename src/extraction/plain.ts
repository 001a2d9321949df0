import { type AnyNode, Element, isCDATA, Text } from "domhandler";
import { boundedDocument } from "../html/bounded.ts";
import { absoluteUrl } from "./address.ts";
import { collapse } from "./characters.ts";
import { feedMarkdown, isHtml } from "./feeds.ts";
import type { BodyKind } from "./kind.ts";
import type { ExtractedPage, PageLink } from "./page.ts";

/** Characters of a body without markup that are kept. */
const MAX_PLAIN_CHARS = 5_000_000;
const MAX_TITLE = 200;

/** A body that is text already: as it is, with a Markdown file's first heading as its title. */
export function readPlain(text: string, kind: BodyKind, url: string): ExtractedPage {
  const body = text
    .replace(/^\ufeff/, "")
    .replaceAll("\r\n", "\n")
    .slice(0, MAX_PLAIN_CHARS)
    .trimEnd();
  const title = kind === "markdown" ? /^#{1,2}[ \t]+(\S.*)$/m.exec(body.slice(0, 20_000))?.[1] : undefined;
  return {
    url,
    ...(title ? { title: title.trim().slice(0, MAX_TITLE) } : {}),
    text: body,
    ...(kind === "markdown" ? { markdown: body } : {}),
    images: [],
    links: [],
  };
}

const NO_TEXT = new Set([
  "link",
  "id",
  "guid",
  "url",
  "loc",
  "lastmod",
  "updated",
  "pubdate",
  "published",
  "enclosure",
]);

/**
 * XML as text: an element's words on a line of their own. In feeds and sitemaps the addresses become links, the feed's
 * title the title, and HTML inside entries is reduced to its text. No entity but the predefined ones is expanded.
 */
export function readXml(xml: string, url: string): ExtractedPage {
  const root = boundedDocument(xml.slice(0, MAX_PLAIN_CHARS), { xmlMode: true, decodeEntities: true });
  const lines: string[] = [];
  const links = new Map<string, string>();
  let title: string | undefined;
  let name: string | undefined;
  const feed = /<(?:rss|feed|rdf:RDF|urlset|sitemapindex)[\s>]/.test(xml.slice(0, 4_000));
  const stack: AnyNode[] = [...root.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node instanceof Text) {
      const words = collapse(node.data);
      const parent = ownerOf(node)?.name.toLowerCase().replace(/^.*:/, "") ?? "";
      if (!words) continue;
      if (parent === "title") {
        title ??= words;
        name = words;
      }
      if (feed && (parent === "loc" || parent === "link"))
        addLink(links, words, parent === "link" ? name : undefined, url);
      if (!feed || !NO_TEXT.has(parent)) lines.push(isHtml(words) ? textOfFragment(words) : words);
    } else if (node instanceof Element || isCDATA(node)) {
      if (feed && node instanceof Element && node.name === "link" && node.attribs["href"])
        addLink(links, node.attribs["href"], name, url);
      for (let i = node.children.length - 1; i >= 0; i -= 1) {
        const child = node.children[i];
        if (child) stack.push(child);
      }
    }
  }
  const text = lines.filter(Boolean).join("\n").trim() || [...links.keys()].join("\n");
  const found = [...links].map(([address, said]): PageLink => ({ url: address, text: said }));
  const markdown = feed ? feedMarkdown(xml.slice(0, MAX_PLAIN_CHARS), url) : undefined;
  return { url, ...(title ? { title } : {}), text, ...(markdown && { markdown }), images: [], links: found };
}

function ownerOf(text: Text): Element | undefined {
  const parent = text.parent && isCDATA(text.parent) ? text.parent.parent : text.parent;
  return parent instanceof Element ? parent : undefined;
}

function addLink(links: Map<string, string>, address: string, text: string | undefined, base: string): void {
  const absolute = absoluteUrl(address, base);
  if (absolute && !links.has(absolute)) links.set(absolute, text ?? "");
}

function textOfFragment(html: string): string {
  const root = boundedDocument(html, { decodeEntities: true });
  let text = "";
  const stack: AnyNode[] = [...root.children].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node instanceof Text) text += `${node.data} `;
    else if (node instanceof Element && node.name !== "script" && node.name !== "style")
      for (const child of [...node.children].reverse()) stack.push(child);
  }
  return collapse(text) ?? "";
}
