import iconv from "iconv-lite";
import type { HttpResponse } from "./types.ts";

/** Looks this far for a declaration: the HTML standard's 1024 bytes, and some more for pages that begin with comments. */
const PRESCAN_BYTES = 4096;
const TAG = "<".charCodeAt(0);

/** They hold nothing between two whole bodies. */
const STRICT = new TextDecoder("utf-8", { fatal: true });
const LENIENT = new TextDecoder("utf-8");

const decoded = new WeakMap<Uint8Array, string>();

/**
 * The body as text. The charset is, in this order: a byte order mark, the Content-Type header, an XML declaration or
 * `<meta charset>` near the start; else UTF-8 where the bytes are valid UTF-8, else windows-1252.
 */
export function decodeText(response: Pick<HttpResponse, "body" | "headers">): string {
  const known = decoded.get(response.body);
  if (known !== undefined) return known;
  const text = decode(response.body, response.headers["content-type"]);
  decoded.set(response.body, text);
  return text;
}

/** The body's first characters, for what looks at the beginning only: no more bytes are decoded than these can have. */
export function decodeStart(response: Pick<HttpResponse, "body" | "headers">, characters: number): string {
  const { body, headers } = response;
  const most = 4 * characters;
  if (body.length <= most || decoded.has(body)) return decodeText(response).slice(0, characters);
  return decode(body.subarray(0, most - (most % 4)), headers["content-type"], true).slice(0, characters);
}

function decode(body: Uint8Array, contentType: string | undefined, cut = false): string {
  const marked = bomOf(body);
  if (marked) return convert(body, marked);
  const declared = labelIn(/charset\s*=\s*["']?([\w.:-]+)/i, contentType) ?? declaredIn(body);
  if (declared && !/^utf-?8$/i.test(declared)) return convert(body, declared);
  try {
    // A character that is cut in half is no error then.
    if (cut) return new TextDecoder("utf-8", { fatal: !declared }).decode(body, { stream: true });
    return (declared ? LENIENT : STRICT).decode(body);
  } catch {
    return convert(body, "windows-1252");
  }
}

function bomOf(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return undefined;
}

function declaredIn(body: Uint8Array): string | undefined {
  const first = body.subarray(0, PRESCAN_BYTES);
  if (!first.includes(TAG)) return undefined;
  const start = Buffer.from(first).toString("latin1");
  const label =
    labelIn(/^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)/i, start) ??
    labelIn(/<meta[^>]{0,200}charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i, start);
  // A declaration that can be read as ASCII is not in UTF-16; the HTML standard takes UTF-8 to be meant.
  return label && /^(?:utf-?16|ucs-?2)/i.test(label) ? "utf-8" : label;
}

/** Labels that iconv-lite knows but that are no charsets of texts, or (UTF-7) only ever an attack. */
const NO_CHARSET = /^(?:base64|hex|utf-?7(?:-?imap)?)$/i;

/** The first group, where it names a charset that we can decode. */
function labelIn(pattern: RegExp, text: string | undefined): string | undefined {
  const label = text && pattern.exec(text)?.[1];
  return label && !NO_CHARSET.test(label) && iconv.encodingExists(label) ? label : undefined;
}

function convert(body: Uint8Array, label: string): string {
  // The standard's own decoder knows the web's aliases (latin1 is windows-1252); iconv-lite knows the rest.
  try {
    return new TextDecoder(label).decode(body);
  } catch {
    return iconv.decode(Buffer.from(body), label);
  }
}
