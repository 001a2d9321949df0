import { Element, isCDATA, Text } from "domhandler";
import { boundedDocument } from "../html/bounded.ts";
import { absoluteUrl } from "./address.ts";
import { collapse } from "./characters.ts";
import { toIsoDate } from "./dates.ts";
import { blocksOfTree } from "./documents/html.ts";
import type { Block, Inline, ListItem } from "./markdown/nodes.ts";
import { writeMarkdown } from "./markdown/write.ts";
import { parseTree } from "./tree.ts";

const MAX_ENTRIES = 2_000;
/** Of one entry. */
const MAX_SUMMARY = 20_000;
const HTML =
  /<\/?(?:a|abbr|b|blockquote|br|cite|code|dd|del|div|dl|dt|em|figure|h[1-6]|hr|i|iframe|img|ins|li|mark|ol|p|picture|pre|q|s|small|span|strong|sub|sup|table|td|th|tr|u|ul|video)(?:\s[^<>]{0,2000})?\/?>/i;

/** Whether a text is HTML: one that says `<from April>` is not. */
export const isHtml = (text: string): boolean => HTML.test(text);

interface Entry {
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly date: string | undefined;
  readonly author: string | undefined;
  readonly summary: string | undefined;
}

interface Feed {
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly entries: readonly Entry[];
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1).toLowerCase();

const elementsOf = (node: { readonly children: readonly unknown[] }): Element[] =>
  node.children.filter((child): child is Element => child instanceof Element);

/** The first child of one of the names, in the order of the names; without a prefix before any with one. */
function childOf(element: Element, ...names: readonly string[]): Element | undefined {
  const children = elementsOf(element);
  for (const name of names) {
    const found =
      children.find((child) => child.name.toLowerCase() === name) ??
      children.find((child) => local(child.name) === name);
    if (found) return found;
  }
  return undefined;
}

function rawOf(element: Element | undefined): string {
  if (!element) return "";
  let text = "";
  for (const child of element.children)
    if (child instanceof Text) text += child.data;
    else if (isCDATA(child)) for (const inner of child.children) text += inner instanceof Text ? inner.data : "";
    else if (child instanceof Element) text += rawOf(child);
  return text;
}

const plain = (element: Element | undefined): string | undefined => {
  const raw = rawOf(element);
  return collapse(isHtml(raw) ? raw.replace(/<[^<>]{0,2000}>/g, " ") : raw) || undefined;
};

/** A feed (RSS 2.0, RSS 1.0, Atom) as Markdown: a list of its entries; undefined where XML is no feed. */
export function feedMarkdown(xml: string, base: string): string | undefined {
  const root = elementsOf(boundedDocument(xml, { xmlMode: true, decodeEntities: true }))[0];
  const kind = root && local(root.name);
  if (!root || (kind !== "rss" && kind !== "rdf" && kind !== "feed")) return undefined;
  const channel = kind === "feed" ? root : (childOf(root, "channel") ?? root);
  const entries = [...elementsOf(channel), ...(kind === "rdf" ? elementsOf(root) : [])].filter(({ name }) =>
    kind === "feed" ? local(name) === "entry" : local(name) === "item",
  );
  return markdownOf(
    {
      title: plain(childOf(channel, "title")),
      description: plain(childOf(channel, "description", "subtitle")),
      entries: entries.slice(0, MAX_ENTRIES).map((entry) => entryOf(entry, base)),
    },
    base,
  );
}

function entryOf(entry: Element, base: string): Entry {
  const links = elementsOf(entry).filter(({ name }) => local(name) === "link");
  const link =
    links.find(({ attribs }) => attribs["href"] && (attribs["rel"] ?? "alternate") === "alternate") ?? links[0];
  const guid = childOf(entry, "guid");
  const permalink = guid && guid.attribs["isPermaLink"] !== "false" ? rawOf(guid).trim() : "";
  const stated = link?.attribs["href"] ?? (rawOf(link).trim() || permalink);
  const author = childOf(entry, "author", "creator");
  const date = plain(childOf(entry, "published", "pubdate", "date", "updated"));
  return {
    title: plain(childOf(entry, "title")),
    url: stated ? absoluteUrl(stated, base) : undefined,
    date: date && (toIsoDate(date) ?? date),
    author: author && (plain(childOf(author, "name")) ?? plain(author)),
    summary: summaryOf(childOf(entry, "encoded", "content", "description", "summary")),
  };
}

/** What an entry says, as HTML. */
function summaryOf(element: Element | undefined): string | undefined {
  if (!element) return undefined;
  const raw = rawOf(element).trim().slice(0, MAX_SUMMARY);
  if (!raw) return undefined;
  const isMarkup = element.attribs["type"] !== "text" && isHtml(raw);
  return isMarkup ? raw : escaped(raw);
}

/** A text as HTML. */
const escaped = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function markdownOf({ title, description, entries }: Feed, base: string): string {
  const text = (value: string): Inline => ({ type: "text", value });
  const items = entries.map((entry): ListItem => {
    const name = entry.title ?? entry.url ?? "";
    const about = [entry.date, entry.author].filter((one) => one !== undefined).join(", ");
    const line: Inline[] = [
      ...(name ? [entry.url ? ({ type: "link", url: entry.url, children: [text(name)] } as const) : text(name)] : []),
      ...(about ? [text(name ? ` (${about})` : about)] : []),
    ];
    const summary = entry.summary === undefined ? [] : blocksOfTree(parseTree(entry.summary), base);
    return { children: [...(line.length > 0 ? [{ type: "paragraph", children: line } as const] : []), ...summary] };
  });
  const blocks: Block[] = [
    ...(title ? [{ type: "heading", level: 1, children: [text(title)] } as const] : []),
    ...(description && description !== title ? [{ type: "paragraph", children: [text(description)] } as const] : []),
    ...(items.length > 0 ? [{ type: "list", items } as const] : []),
  ];
  return writeMarkdown(blocks);
}

const JSON_FEED = /^\s*\{[^{}]{0,2000}"version"\s*:\s*"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? collapse(value) || undefined : undefined;

/** A JSON Feed (version 1) as Markdown, and its title; undefined where JSON is none. */
export function jsonFeed(json: string, base: string): { title: string | undefined; markdown: string } | undefined {
  if (!JSON_FEED.test(json)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    // It only begins like one: it is text as any other.
    return undefined;
  }
  const feed = fieldsOf(parsed);
  const entries = listOf(feed["items"])
    .slice(0, MAX_ENTRIES)
    .map((item): Entry => {
      const entry = fieldsOf(item);
      const author = fieldsOf(listOf(entry["authors"])[0] ?? entry["author"]);
      const date = textOf(entry["date_published"]);
      const stated = textOf(entry["url"]) ?? textOf(entry["external_url"]);
      const html = entry["content_html"];
      const plainText = entry["content_text"] ?? entry["summary"];
      return {
        title: textOf(entry["title"]),
        url: stated === undefined ? undefined : absoluteUrl(stated, base),
        date: date && (toIsoDate(date) ?? date),
        author: textOf(author["name"]),
        summary:
          typeof html === "string"
            ? html.slice(0, MAX_SUMMARY)
            : typeof plainText === "string"
              ? escaped(plainText.slice(0, MAX_SUMMARY))
              : undefined,
      };
    });
  const title = textOf(feed["title"]);
  return { title, markdown: markdownOf({ title, description: textOf(feed["description"]), entries }, base) };
}
