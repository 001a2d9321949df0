import { getDocumentProxy } from "unpdf";
import { collapse } from "./characters.ts";
import { toIsoDate } from "./dates.ts";
import type { ExtractedPage, Extraction } from "./page.ts";

export const MAX_PDF_BYTES = 50 * 1024 * 1024;
const MAX_PDF_PAGES = 300;
const MAX_PDF_CHARS = 3_000_000;

/** A PDF's text, page after page with a blank line between, and its title, author and date. Pages past `MAX_PDF_PAGES` are left out. */
export async function readPdf(bytes: Uint8Array, url: string): Promise<Extraction> {
  if (bytes.byteLength > MAX_PDF_BYTES)
    return failed("too-large", `The PDF is larger than ${MAX_PDF_BYTES / 1024 / 1024} MB.`);
  try {
    // pdf.js takes its buffer away, so it gets one of its own.
    const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0, isEvalSupported: false });
    try {
      const pages: string[] = [];
      let chars = 0;
      for (let number = 1; number <= Math.min(document.numPages, MAX_PDF_PAGES) && chars < MAX_PDF_CHARS; number += 1) {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        const text = linesOf(items.flatMap((item) => ("str" in item ? item : [])));
        page.cleanup();
        chars += text.length;
        if (text) pages.push(text);
      }
      const { info } = await document.getMetadata();
      const text = pages.join("\n\n");
      if (!text) return failed("empty", "The PDF has no text: its pages are images.");
      return { ok: true, page: describe(info, text, url) };
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return failed("changed", `The PDF cannot be read: ${reason}`);
  }
}

function failed(code: "too-large" | "empty" | "changed", error: string): Extraction {
  return { ok: false, failure: { code, error } };
}

interface TextRun {
  readonly str: string;
  readonly hasEOL: boolean;
  /** The last two numbers are the position, in points from the lower left corner. */
  readonly transform: readonly number[];
  readonly height: number;
}

/** Runs put together to lines; a gap of more than two line heights is a blank line, and words cut by a hyphen are joined. */
function linesOf(runs: readonly TextRun[]): string {
  let text = "";
  let lastY: number | undefined;
  for (const { str, hasEOL, transform, height } of runs) {
    const y = transform[5];
    if (str.trim() && y !== undefined) {
      if (lastY !== undefined && lastY - y > 2.2 * Math.max(height, 6) && text.endsWith("\n")) text += "\n";
      lastY = y;
    }
    text += str;
    if (hasEOL) text += "\n";
  }
  return text
    .replace(/(\p{Ll})[\u00ad-]\n(?=\p{Ll})/gu, "$1")
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function describe(info: object, text: string, url: string): ExtractedPage {
  const field = (name: string) => {
    const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
    return typeof value === "string" ? collapse(value) : undefined;
  };
  const title = field("Title");
  const byline = field("Author");
  const publishedDate = pdfDate(field("CreationDate"));
  const language = field("Language");
  return {
    url,
    ...(title && !/^untitled$/i.test(title) ? { title } : {}),
    ...(byline ? { byline } : {}),
    ...(publishedDate ? { publishedDate } : {}),
    ...(language ? { language } : {}),
    text,
    images: [],
    links: [],
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
