import { Document, type Element } from "domhandler";
import type { Block } from "../../markdown/nodes.ts";
import { wordsOf } from "../../markdown/tidy.ts";
import { parseTree, type Tree } from "../../tree.ts";
import type { Archive } from "../archive.ts";
import { type About, type DocumentRead, momentOf, propertyOf } from "../document.ts";
import { isBroken, isEncrypted, tooLarge } from "../failure.ts";
import { blocksOfTree } from "../html.ts";
import { unweighted } from "../marks.ts";
import { allOf, childOf, childrenOf, elementsOf, partOf, pathFrom, stringOf, xmlText } from "../xml.ts";

const MAX_CHAPTERS = 2_000;
const MAX_TITLES = 10_000;
const MAX_CHARS = 12_000_000;
/** Fonts may be obfuscated, which protects nothing that is read. */
const OBFUSCATION = /embedding$|#RC$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;

/** An EPUB (3.3) as blocks: the chapters of its spine, one after another; its navigation is left out. */
export function readEpub(archive: Archive, base: string): DocumentRead {
  const encrypted = allOf(partOf(archive, "META-INF/encryption.xml"), "EncryptionMethod");
  const locks = [...encrypted, ...allOf(partOf(archive, "META-INF/encryption.xml"), "enc:EncryptionMethod")];
  if (locks.some(({ attribs }) => !OBFUSCATION.test(attribs["Algorithm"] ?? ""))) throw isEncrypted("The book");
  const container = partOf(archive, "META-INF/container.xml");
  const path = allOf(container, "rootfile")[0]?.attribs["full-path"];
  const book = path === undefined ? undefined : partOf(archive, path);
  if (path === undefined || !book) throw isBroken("The EPUB is broken: it has no package document.");
  const tree = treeOf(chaptersOf(archive, book, path));
  const blocks = withHeadings(blocksOfTree(tree, base), titlesOf(archive, book, path));
  return { blocks, about: aboutOf(book) };
}

/** The titles of a book's navigation (`nav`, or NCX), and how deep each stands. */
function titlesOf(archive: Archive, book: Element, path: string): ReadonlyMap<string, number> {
  const items = childrenOf(childOf(book, "manifest"), "item").map(({ attribs }) => attribs);
  const item =
    items.find(({ properties }) => /\bnav\b/.test(properties ?? "")) ??
    items.find((one) => one["media-type"] === "application/x-dtbncx+xml");
  const root = item?.["href"] === undefined ? undefined : partOf(archive, pathFrom(path, decoded(item["href"])));
  const titles = new Map<string, number>();
  const visit = (element: Element, depth: number): void => {
    for (const child of elementsOf(element)) {
      const label = child.name === "li" ? (childOf(child, "a") ?? childOf(child, "span")) : childOf(child, "navLabel");
      const isPoint = child.name === "li" || child.name === "navPoint";
      const title = isPoint ? propertyOf(stringOf(label)) : undefined;
      if (title && titles.size < MAX_TITLES && !titles.has(title)) titles.set(title, depth);
      visit(child, isPoint ? depth + 1 : depth);
    }
  };
  if (root) visit(root, 1);
  return titles;
}

/** Blocks whose paragraphs that are titles of the navigation are headings: some makers know headings by their looks alone. */
function withHeadings(blocks: readonly Block[], titles: ReadonlyMap<string, number>): Block[] {
  if (blocks.some(({ type }) => type === "heading")) return [...blocks];
  return blocks.map((block) => {
    const depth = block.type === "paragraph" ? titles.get(propertyOf(wordsOf(block.children)) ?? "") : undefined;
    return block.type === "paragraph" && depth !== undefined
      ? { type: "heading", level: Math.min(6, depth), children: unweighted(block.children) }
      : block;
  });
}

interface Chapter {
  readonly path: string;
  readonly html: string;
}

function chaptersOf(archive: Archive, book: Element, path: string): Chapter[] {
  const items = new Map(
    childrenOf(childOf(book, "manifest"), "item").map(({ attribs }) => [attribs["id"] ?? "", attribs]),
  );
  const spine = childrenOf(childOf(book, "spine"), "itemref").slice(0, MAX_CHAPTERS);
  let chars = 0;
  return spine.flatMap(({ attribs }): Chapter[] => {
    const item = items.get(attribs["idref"] ?? "");
    const href = item?.["href"];
    if (!item || href === undefined || /\bnav\b/.test(item["properties"] ?? "")) return [];
    if (!/html/i.test(item["media-type"] ?? "")) return [];
    const at = pathFrom(path, decoded(href));
    const bytes = archive.bytes(at);
    if (!bytes) return [];
    const html = xmlText(bytes);
    chars += html.length;
    if (chars > MAX_CHARS) throw tooLarge(`The book has more than ${MAX_CHARS / 1_000_000} million characters.`);
    return [{ path: at, html }];
  });
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.replace(/[?#].*$/s, ""));
  } catch {
    return href;
  }
}

/** All chapters as one tree, in which links from one to another are links to a place in it. */
function treeOf(chapters: readonly Chapter[]): Tree {
  const places = new Map(chapters.map(({ path }, at) => [path, at]));
  const trees = chapters.map(({ html }) => parseTree(html.replace(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, closed)));
  trees.forEach(({ elements }, at) => {
    const own = chapters[at]?.path ?? "";
    for (const { attribs } of elements) {
      if (attribs["id"] !== undefined) attribs["id"] = `${at}-${attribs["id"]}`;
      const href = attribs["href"];
      if (href === undefined || /^[a-z][\w+.-]*:/i.test(href.trim())) continue;
      const [file = "", fragment] = href.trim().split("#", 2);
      const place = file === "" ? at : places.get(pathFrom(own, decoded(file)));
      if (place !== undefined && fragment) attribs["href"] = `#${place}-${fragment}`;
      else delete attribs["href"];
    }
  });
  const root = new Document([]);
  root.children = trees.flatMap((tree) => tree.root.children);
  for (const child of root.children) child.parent = root;
  return {
    root,
    elements: trees.flatMap(({ elements }) => [...elements]),
    styles: trees.flatMap(({ styles }) => [...styles]),
  };
}

/** XHTML closes any element at once; to HTML it would stay open. */
const closed = (tag: string, name: string, attributes: string): string =>
  VOID.test(name) ? tag : `<${name}${attributes}></${name}>`;

function aboutOf(book: Element): About {
  const metadata = childOf(book, "metadata");
  const say = (name: string) => propertyOf(stringOf(childOf(metadata, name)));
  const description = say("dc:description");
  const authors = childrenOf(metadata, "dc:creator").flatMap((one) => propertyOf(stringOf(one)) ?? []);
  return {
    title: say("dc:title"),
    byline: authors.join(", ") || undefined,
    publishedDate: momentOf(say("dc:date")),
    language: say("dc:language"),
    description: description?.replace(/<[^<>]{0,300}>/g, " ").trim(),
  };
}
