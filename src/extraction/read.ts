import { extentOf } from "./characters.ts";
import { withoutControls } from "./controls.ts";
import { codeLanguageOf } from "./documents/code.ts";
import { type DocumentRead, pageOfDocument } from "./documents/document.ts";
import { DocumentFailure } from "./documents/failure.ts";
import { fenced, isNotebook, readNotebook } from "./documents/notebook.ts";
import { readArchive } from "./documents/read-archive.ts";
import { readRtf } from "./documents/rtf/read.ts";
import { extractPage } from "./extract.ts";
import { jsonFeed } from "./feeds.ts";
import { type BodyKind, kindOf } from "./kind.ts";
import { mainPartOf, withMainPart } from "./main-part.ts";
import type { ExtractedPage, Extraction } from "./page.ts";
import { type PageRange, readPdf } from "./pdf/read.ts";
import { readPlain, readXml } from "./plain.ts";
import { scriptingOf } from "./scripting.ts";

/** A response body as the reader gets it. */
export interface Body {
  readonly bytes: Uint8Array;
  /** The bytes decoded by their charset; asked only where the body is text. */
  text(): string;
  readonly contentType: string | undefined;
  /** Where it came from, after redirects; absolute. */
  readonly url: string;
  /** Of a PDF only these pages, from 1 on. Default: all. */
  readonly pages?: PageRange | undefined;
  /** Leave Markdown out. Default: it is made. */
  readonly markdown?: boolean;
  /** Leave a page's images out. Default: they are found. */
  readonly images?: boolean;
  /** Leave out what a page's links say. Default: it is read. */
  readonly linkTexts?: boolean;
  /** Leave out who wrote a page, and when. Default: both are read. */
  readonly authorship?: boolean;
  /** Of an HTML page with little text, tell its words, and what its markup says of scripts. Default: it is not looked for. */
  readonly scripting?: boolean | undefined;
  /** All that a page shows, not its content alone. */
  readonly whole?: boolean | undefined;
  /** Write a page's content as HTML too; see `extractPage`. */
  readonly markup?: "plain" | "inlined" | undefined;
  /** It is the document as a browser shows it: where little of it is prose, its content is all that its main part holds. */
  readonly shown?: boolean | undefined;
  /** Tell what a page's `<meta>` say, and what a page without text says of itself. */
  readonly metas?: boolean | undefined;
  /** Tell all blocks of an HTML page, and why each is not in the text. */
  readonly blocks?: boolean | undefined;
}

/** So short a page that asks for JavaScript says nothing else. */
const PLEA_CHARS = 400;
const PLEA =
  /(?:enable|requires?|needs?|turn on|activate|without|disabled?|activer|aktivieren)[^.]{0,60}java\s?script|java\s?script[^.]{0,60}(?:enable|require|disabled|turned off|activé|aktivier)/i;

/** A page with as many words is taken to show its text without scripts. */
const FEW_WORDS = 250;
/** The same where they were read from data that it carries. */
const ENOUGH_EMBEDDED_WORDS = 80;

/** Any body as a page, or why not. Never rejects. */
export async function readBody(body: Body): Promise<Extraction> {
  const kind = kindOf(body.bytes, body.contentType);
  const chosen = await readAs(kind, body);
  const extraction = kind === "html" && body.shown && !body.whole ? await ofShown(chosen, body) : chosen;
  if (kind !== "html" || !body.scripting) return extraction;
  const { text = "", strategy } = extraction.ok ? extraction.page : {};
  const { words } = extentOf(text);
  if (words >= (strategy === undefined ? FEW_WORDS : ENOUGH_EMBEDDED_WORDS)) return { ...extraction, words };
  return { ...extraction, words, scripting: scriptingOf(body.text(), words) };
}

/** What is read of a document as a browser shows it. */
async function ofShown(chosen: Extraction, body: Body): Promise<Extraction> {
  const isText = chosen.ok && (chosen.page.strategy !== undefined || extentOf(chosen.page.text).words >= FEW_WORDS);
  const html = isText ? undefined : mainPartOf(body.text());
  if (html === undefined) return chosen;
  const part: Body = { ...body, bytes: Buffer.from(html), text: () => html, whole: true };
  return withMainPart(chosen, await readAs("html", part));
}

async function readAs(kind: ReturnType<typeof kindOf>, body: Body): Promise<Extraction> {
  if (kind === "pdf")
    return printable(await readPdf(body.bytes, body.url, { markdown: body.markdown ?? true, pages: body.pages ?? {} }));
  if (kind === "archive") return printable(await readDocument(body, readArchive));
  if (kind === "rtf") return printable(await readDocument(body, readRtf));
  if (kind === "compound") return failed("unsupported-type", compoundReason(body.bytes));
  if (kind === "unsupported") return failed("unsupported-type", `${nameOf(body.contentType)} cannot be read as text.`);
  const read = readText(body, kind);
  if ("code" in read) return failed(read.code, read.message);
  const page = withoutControlsIn(read);
  if (!page.text.trim())
    return failed(
      "empty",
      kind === "html" ? "The page has no text without JavaScript." : "The body is empty.",
      page,
      body.metas,
    );
  if (kind === "html" && page.text.length < PLEA_CHARS && PLEA.test(page.text))
    return failed("empty", "The page has no text without JavaScript.", page, body.metas);
  return { ok: true, page: withLetters(page) };
}

/** A page with a warning where bytes of it were no letters in its charset (U+FFFD). */
function withLetters(page: ExtractedPage): ExtractedPage {
  const lost = page.text.match(/\ufffd/g)?.length ?? 0;
  if (lost === 0) return page;
  const said = lost === 1 ? "1 letter of the text is" : `${lost} letters of the text are`;
  const warning = `${said} unreadable: the charset is not the one that the document says or looks like.`;
  return { ...page, warnings: [...(page.warnings ?? []), warning] };
}

/** A document of blocks as a page. */
async function readDocument(
  { bytes, url, markdown = true }: Body,
  read: (bytes: Uint8Array, base: string) => Promise<DocumentRead> | DocumentRead,
): Promise<Extraction> {
  try {
    const page = pageOfDocument(await read(bytes, url), url, markdown);
    return page.text.trim() ? { ok: true, page } : failed("empty", "The document has no text.");
  } catch (error) {
    if (error instanceof DocumentFailure) return failed(error.code, error.message);
    throw error;
  }
}

const printable = (extraction: Extraction): Extraction =>
  extraction.ok ? { ok: true, page: withoutControlsIn(extraction.page) } : extraction;

/** A page whose texts hold no control characters. */
function withoutControlsIn(page: ExtractedPage): ExtractedPage {
  const { text, markdown, html, title, byline, description, siteName, blocks, images, links } = page;
  return {
    ...page,
    text: withoutControls(text),
    ...(markdown !== undefined && { markdown: withoutControls(markdown) }),
    ...(html !== undefined && { html: withoutControls(html) }),
    ...(title !== undefined && { title: withoutControls(title) }),
    ...(byline !== undefined && { byline: withoutControls(byline) }),
    ...(description !== undefined && { description: withoutControls(description) }),
    ...(siteName !== undefined && { siteName: withoutControls(siteName) }),
    ...(blocks && { blocks: blocks.map((block) => ({ ...block, text: withoutControls(block.text) })) }),
    images: images.map((image) => (image.alt === undefined ? image : { ...image, alt: withoutControls(image.alt) })),
    links: links.map((link) => ({ ...link, text: withoutControls(link.text) })),
  };
}

/** What a compound file (MS-CFB) is, by the names of the streams in it. */
function compoundReason(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const has = (name: string): boolean => file.includes(Buffer.from(name, "utf16le"));
  if (has("EncryptedPackage")) return "The document is protected by a password.";
  if (has("WordDocument")) return "An old Word document (.doc) cannot be read; as .docx it can.";
  if (has("PowerPoint Document")) return "An old presentation (.ppt) cannot be read; as .pptx it can.";
  if (has("Workbook") || has("Book")) return "An old workbook (.xls) cannot be read; as .xlsx it can.";
  return "A compound file of this kind cannot be read as text.";
}

function readText(body: Body, kind: BodyKind): ExtractedPage | DocumentFailure {
  if (kind === "html") {
    const { url, markdown = true, images = true, linkTexts = true, authorship = true } = body;
    const { whole = false, markup, metas = false, blocks = false } = body;
    const wanted = { markdown, images, linkTexts, authorship, whole, markup, metas, blocks };
    return extractPage({ html: body.text(), url, ...wanted });
  }
  if (kind === "xml") return readXml(body.text(), body.url);
  const text = body.text();
  if ((kind === "json" || kind === "text") && isNotebook(text)) return readNotebook(text, body.url);
  const feed = kind === "json" ? jsonFeed(text, body.url) : undefined;
  if (feed) {
    const { title, markdown } = feed;
    return { ...readPlain(text, kind, body.url), ...(title && { title }), markdown };
  }
  if (kind === "text") {
    const media = body.contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
    const language = codeLanguageOf(body.url, media);
    const page = readPlain(text, kind, body.url);
    return language === undefined ? page : { ...page, markdown: fenced(page.text, language) };
  }
  return readPlain(text, kind, body.url);
}

function failed(code: DocumentFailure["code"], error: string, page?: ExtractedPage, told = false): Extraction {
  return {
    ok: false,
    failure: { code, error },
    ...(page && page.links.length > 0 && { links: page.links }),
    ...(page && told && { page }),
  };
}

function nameOf(contentType: string | undefined): string {
  const media = contentType?.split(";")[0]?.trim();
  return media ? `A body of type ${media}` : "A body of this type";
}
