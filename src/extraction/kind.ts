/** What a body is, as far as reading it goes. */
export type BodyKind =
  | "html"
  | "pdf"
  | "archive"
  | "compound"
  | "rtf"
  | "text"
  | "markdown"
  | "json"
  | "csv"
  | "xml"
  | "unsupported";

const SIGNATURES: readonly (readonly [kind: BodyKind, signature: readonly number[], at?: number])[] = [
  ["pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["unsupported", [0x89, 0x50, 0x4e, 0x47]], // PNG
  ["unsupported", [0xff, 0xd8, 0xff]], // JPEG
  ["unsupported", [0x47, 0x49, 0x46, 0x38]], // GIF
  ["unsupported", [0x52, 0x49, 0x46, 0x46]], // RIFF: WebP, WAV, AVI
  ["unsupported", [0x66, 0x74, 0x79, 0x70], 4], // ISO media: MP4, AVIF, HEIC
  ["unsupported", [0x4f, 0x67, 0x67, 0x53]], // Ogg
  ["unsupported", [0x49, 0x44, 0x33]], // MP3
  ["unsupported", [0x1a, 0x45, 0xdf, 0xa3]], // Matroska, WebM
  ["archive", [0x50, 0x4b, 0x03, 0x04]], // ZIP, and the documents that are kept in it
  ["unsupported", [0x1f, 0x8b]], // gzip
  ["unsupported", [0x42, 0x5a, 0x68]], // bzip2
  ["unsupported", [0xfd, 0x37, 0x7a, 0x58, 0x5a]], // xz
  ["unsupported", [0x37, 0x7a, 0xbc, 0xaf]], // 7z
  ["unsupported", [0x52, 0x61, 0x72, 0x21]], // RAR
  ["unsupported", [0x7f, 0x45, 0x4c, 0x46]], // ELF
  ["unsupported", [0x4d, 0x5a, 0x90, 0x00]], // Windows executable
  ["unsupported", [0x77, 0x4f, 0x46, 0x46]], // WOFF
  ["unsupported", [0x77, 0x4f, 0x46, 0x32]], // WOFF2
  ["compound", [0xd0, 0xcf, 0x11, 0xe0]], // old office formats, and new ones that are encrypted
  ["rtf", [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ["unsupported", [0x00, 0x61, 0x73, 0x6d]], // WebAssembly
];

const SNIFFED = 1024;

/**
 * What a body is: by its first bytes where they are a known signature, else by its media type, else by its look. Servers
 * that send a page as `text/plain` or `application/octet-stream` are common, so a body that begins like HTML is HTML.
 */
export function kindOf(bytes: Uint8Array, contentType: string | undefined): BodyKind {
  for (const [kind, signature, at = 0] of SIGNATURES)
    if (signature.every((byte, index) => bytes[at + index] === byte)) return kind;
  const start = Buffer.from(bytes.subarray(0, SNIFFED))
    .toString("latin1")
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, "");
  const wide = /^(?:[^\0]\0|\0[^\0]){8}/.test(start);
  const look = (wide ? start.replaceAll("\0", "") : start).trimStart().toLowerCase();
  const media = contentType?.split(";")[0]?.trim().toLowerCase() ?? "";
  const named = ofMediaType(media);
  const isText = !isBinary(look);
  if (
    /^<(?:!doctype html|html|head|body)[\s>]/.test(look) &&
    (named === undefined || named === "text" || named === "pdf")
  )
    return "html";
  if (named === "pdf" && start.includes("%PDF-")) return "pdf";
  // Names are often wrong: `.ts` is served as a film.
  const stated =
    (named === "unsupported" && media !== "image/svg+xml" && isText) || named === "pdf" ? undefined : named;
  if (stated) return stated;
  if (look.startsWith("<?xml")) return /<html[\s>]/.test(look) ? "html" : "xml";
  if (/^<(?:rss|feed|urlset|sitemapindex|rdf:rdf)[\s>]/.test(look)) return "xml";
  if (/^<(?:!--|script|title|meta|div|p|h1|table)[\s>-]/.test(look)) return "html";
  if (/^[{[]/.test(look)) return "json";
  return isText ? "text" : "unsupported";
}

/** Whether bytes, as Latin-1, are no text in any charset. */
const isBinary = (look: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells
  look.includes("\0") || (look.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g) ?? []).length * 50 > look.length;

function ofMediaType(media: string): BodyKind | undefined {
  if (media === "text/html" || media === "application/xhtml+xml") return "html";
  if (media === "application/pdf" || media === "application/x-pdf") return "pdf";
  if (media === "text/markdown" || media === "text/x-markdown") return "markdown";
  if (media === "text/csv" || media === "text/tab-separated-values") return "csv";
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json$|^application\/(?:x-)?ndjson$/.test(media)) return "json";
  if (media === "image/svg+xml") return "unsupported";
  if (/^(?:application|text)\/(?:[\w.-]+\+)?xml$/.test(media)) return "xml";
  if (/^(?:image|video|audio|font)\//.test(media)) return "unsupported";
  if (
    /^application\/(?:zip|gzip|x-tar|x-7z-compressed|java-archive|wasm|msword|vnd\.(?:ms-|openxml|oasis)|x-msdownload|epub)/.test(
      media,
    )
  )
    return "unsupported";
  if (/^text\/|^application\/(?:javascript|x-yaml|yaml|toml|x-sh)$/.test(media)) return "text";
  return undefined;
}
