import { collapse } from "../characters.ts";
import { toIsoDate } from "../dates.ts";
import type { Block, Inline } from "../markdown/nodes.ts";
import { wordsOf } from "../markdown/tidy.ts";
import { writeMarkdown } from "../markdown/write.ts";
import { writeText } from "../markdown/write-text.ts";
import type { ExtractedPage, PageLink } from "../page.ts";

/** What a document says of itself. */
export interface About {
  readonly title?: string | undefined;
  readonly byline?: string | undefined;
  readonly publishedDate?: string | undefined;
  /** BCP 47. */
  readonly language?: string | undefined;
  readonly description?: string | undefined;
}

/** A document read. */
export interface DocumentRead {
  readonly blocks: readonly Block[];
  readonly about: About;
  readonly warnings?: readonly string[];
}

/** A document as a page. */
export function pageOfDocument(
  { blocks, about, warnings = [] }: DocumentRead,
  url: string,
  markdown: boolean,
): ExtractedPage {
  const { title, byline, publishedDate, language, description } = about;
  return {
    url,
    ...(title && { title }),
    ...(byline && { byline }),
    ...(publishedDate && { publishedDate }),
    ...(language && { language }),
    ...(description && { description }),
    text: writeText(blocks),
    ...(markdown && { markdown: writeMarkdown(blocks) }),
    images: [],
    links: linksIn(blocks),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A value of a document's properties; undefined where it says nothing. */
export const propertyOf = (text: string | undefined): string | undefined => collapse(text ?? "") || undefined;

/** A moment of a document's properties, as ISO 8601. */
export function momentOf(text: string | undefined): string | undefined {
  const stated = text?.trim();
  return stated ? toIsoDate(stated.replace(/\.\d+(?=Z|[+-]|$)/, "")) : undefined;
}

/** Where a link of a document leads; undefined for places within it, and for what no reader could follow. */
export function targetOf(target: string | undefined, base: string): string | undefined {
  const stated = target?.trim();
  if (!stated || stated.startsWith("#")) return undefined;
  if (/^(?:https?|mailto|tel|ftp):/i.test(stated)) return stated.replaceAll(/\s/g, "%20");
  if (/^[a-z][\w+.-]*:/i.test(stated) || stated.startsWith("\\\\")) return undefined;
  try {
    return new URL(stated, base).href;
  } catch {
    return undefined;
  }
}

const MAX_LINKS = 20_000;

function linksIn(blocks: readonly Block[]): PageLink[] {
  const links = new Map<string, PageLink>();
  const lines = (line: readonly Inline[]): void => {
    for (const node of line) {
      if (node.type === "link" && /^https?:/i.test(node.url) && links.size < MAX_LINKS) {
        const url = node.url.replace(/#.*$/s, "");
        if (!links.has(url)) links.set(url, { url, text: collapse(wordsOf(node.children)) ?? "" });
      }
      if ("children" in node) lines(node.children);
    }
  };
  const visit = (block: Block): void => {
    switch (block.type) {
      case "paragraph":
      case "heading":
        lines(block.children);
        break;
      case "list":
        for (const item of block.items) item.children.forEach(visit);
        break;
      case "table":
        for (const row of block.rows) for (const cell of row) cell.children.forEach(visit);
        break;
      case "figure":
        for (const inner of [...block.children, ...block.caption]) visit(inner);
        break;
      case "quote":
      case "note":
        block.children.forEach(visit);
        break;
      default:
    }
  };
  blocks.forEach(visit);
  return [...links.values()];
}
