import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import { collapse } from "../characters.ts";
import { toIsoDate } from "../dates.ts";
import { pageOfDocument } from "../documents/document.ts";
import type { Block } from "../markdown/nodes.ts";
import { wordsOf } from "../markdown/tidy.ts";
import type { Extraction } from "../page.ts";
import { withAlignedTables } from "./aligned.ts";
import { holdsBomb } from "./bombs.ts";
import { withoutContents } from "./contents.ts";
import { blocksOfPieces } from "./layout.ts";
import type { Line } from "./lines.ts";
import { linkedWords } from "./links.ts";
import { inReadingOrder } from "./order.ts";
import type { Piece } from "./pieces.ts";
import { withRuledTables } from "./ruled.ts";
import { withoutRunning } from "./running.ts";
import { blocksOfTags, type TaggedPage } from "./tagged.ts";
import { titleKey } from "./titles.ts";
import { bodySizeOf, type Outline } from "./types.ts";
import { inkOf, type Operators } from "./words.ts";

export const MAX_PDF_BYTES = 50 * 1024 * 1024;
const MAX_PDF_PAGES = 300;
const MAX_PDF_CHARS = 3_000_000;
const MAX_OUTLINE = 5_000;

/** Which pages are wanted, from 1 on; both ends are read. */
export interface PageRange {
  readonly first?: number | undefined;
  readonly last?: number | undefined;
}

/**
 * A PDF as Markdown and text: by its tag tree where it has one, else by how it is laid out. Its title, author and date are told.
 * Running heads and feet and page numbers are left out. Pages past `MAX_PDF_PAGES` are left out.
 */
export async function readPdf(
  bytes: Uint8Array,
  url: string,
  { markdown = true, pages = {} }: { readonly markdown?: boolean; readonly pages?: PageRange } = {},
): Promise<Extraction> {
  if (bytes.byteLength > MAX_PDF_BYTES)
    return failed("too-large", `The PDF is larger than ${MAX_PDF_BYTES / 1024 / 1024} MB.`);
  if (holdsBomb(bytes)) return failed("too-large", "A stream of the PDF inflates to more than 256 MB.");
  try {
    // pdf.js takes its buffer away, so it gets one of its own. No picture is decoded.
    const options = {
      verbosity: 0,
      isEvalSupported: false,
      maxImageSize: 1,
      useSystemFonts: false,
      disableFontFace: false,
    };
    const document = await getDocumentProxy(Uint8Array.from(bytes), options);
    try {
      return await readDocument(document, url, markdown, pages);
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof Error && error.name === "PasswordException")
      return failed("unsupported-type", "The PDF is protected by a password.");
    return failed("changed", `The PDF cannot be read: ${reason}`);
  }
}

function failed(code: "too-large" | "empty" | "changed" | "unsupported-type", error: string): Extraction {
  return { ok: false, failure: { code, error } };
}

async function readDocument(
  document: PDFDocumentProxy,
  url: string,
  markdown: boolean,
  { first = 1, last = Number.POSITIVE_INFINITY }: PageRange,
): Promise<Extraction> {
  const { OPS } = await getResolvedPDFJS();
  const operators: Operators = { ...OPS };
  const pages: (TaggedPage & { readonly pieces: readonly Piece[]; readonly height: number })[] = [];
  let chars = 0;
  const end = Math.min(document.numPages, last, first + MAX_PDF_PAGES - 1);
  for (let number = Math.max(1, first); number <= end && chars < MAX_PDF_CHARS; number += 1) {
    const page = await document.getPage(number);
    const ink = await inkOf(page, operators);
    const words = await linkedWords(page, ink.words, url);
    const tags = words.some(({ tag }) => tag !== undefined) ? await page.getStructTree() : null;
    chars += words.reduce((sum, { text }) => sum + text.length, 0);
    pages.push({
      words,
      tags,
      pieces: withRuledTables(
        words.filter(({ isArtifact }) => !isArtifact),
        ink.rules,
        number - 1,
      ),
      height: ink.height,
    });
    page.cleanup();
  }
  if (chars === 0) return failed("empty", "The PDF has no text: its pages are images.");
  const blocks = blocksOfTags(pages) ?? blocksByLayout(pages, await outlineOf(document));
  const { info } = await document.getMetadata();
  const read = Math.max(1, first) + pages.length - 1;
  const wanted = Math.min(document.numPages, last);
  const warnings =
    read < wanted ? [`Pages ${read + 1} to ${wanted} of the PDF are not read: they are too many, or too long.`] : [];
  const about = aboutOf(info, blocks);
  return { ok: true, page: pageOfDocument({ blocks, about, warnings }, url, markdown) };
}

function blocksByLayout(
  pages: readonly { readonly pieces: readonly Piece[]; readonly height: number }[],
  outline: Outline,
): Block[] {
  const linesIn = (pieces: readonly Piece[]): Line[] =>
    pieces.flatMap((piece) => ("line" in piece ? [piece.line] : []));
  const body = bodySizeOf(pages.flatMap(({ pieces }) => linesIn(pieces)));
  const kept = withoutRunning(
    pages.map(({ pieces, height }) => ({ lines: linesIn(pieces), height })),
    body,
  );
  const told = withoutContents(kept, body);
  const pieces = pages.flatMap((page, at) => {
    const lines = new Set(told[at]);
    const left = page.pieces.filter((piece) => !("line" in piece) || lines.has(piece.line));
    return withAlignedTables(inReadingOrder(left), body);
  });
  return blocksOfPieces(pieces, body, outline);
}

interface OutlineItem {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}

/** The titles of a document's outline, and how deep each stands. */
async function outlineOf(document: PDFDocumentProxy): Promise<Outline> {
  const depths = new Map<string, number>();
  const visit = (items: readonly OutlineItem[], depth: number): void => {
    for (const { title, items: inner } of items) {
      const key = titleKey(title);
      if (key.length > 1 && depths.size < MAX_OUTLINE && !depths.has(key)) depths.set(key, depth);
      if (depth < 6) visit(inner, depth + 1);
    }
  };
  const items: readonly OutlineItem[] | null = await document.getOutline();
  visit(items ?? [], 1);
  return depths;
}

function aboutOf(info: object, blocks: readonly Block[]) {
  const field = (name: string) => {
    const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
    return typeof value === "string" ? collapse(value) : undefined;
  };
  const stated = field("Title");
  const isName =
    stated === undefined || /^untitled$|\.(?:docx?|pdf|tex|odt|indd|pages|html?)$|^microsoft word - /i.test(stated);
  const first = blocks.slice(0, 4).find((block) => block.type === "heading");
  return {
    title: isName ? (first?.type === "heading" ? collapse(wordsOf(first.children)) : undefined) : stated,
    byline: field("Author"),
    publishedDate: pdfDate(field("CreationDate")),
    language: field("Language"),
  };
}

/** `D:20240305093000+01'00'` (ISO 32000-1, 7.9.4) as ISO 8601. */
function pdfDate(text: string | undefined): string | undefined {
  const found = /^(?:D:)?(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(?:(Z)|([+-]\d{2})'?(\d{2}))?/.exec(
    text ?? "",
  );
  if (!found) return undefined;
  const [, year, month, day, hour, minute, second, utc, offset, minutes] = found;
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return toIsoDate(date);
  const zone = utc ?? (offset ? `${offset}:${minutes}` : "");
  return toIsoDate(`${date}T${hour}:${minute}:${second ?? "00"}${zone}`);
}
