import * as chardet from "chardet";
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
 * `<meta charset>` near the start; else UTF-8 where the bytes are valid UTF-8, else what they look like (chardet), else
 * windows-1252. A declared UTF-8 that the bytes are not gives way to what the page says itself, or to what they look like.
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
  const stated = labelIn(/charset\s*=\s*["']?([\w.:-]+)/i, contentType);
  const inBody = declaredIn(body);
  const declared = stated ?? inBody;
  if (declared && !isUtf8(declared)) return convert(body, declared);
  try {
    // A character that is cut in half is no error then.
    return cut ? new TextDecoder("utf-8", { fatal: true }).decode(body, { stream: true }) : STRICT.decode(body);
  } catch {
    const lenient = LENIENT.decode(body);
    if (isNearly(lenient)) return lenient;
    const other = inBody && !isUtf8(inBody) ? inBody : detected(body);
    return other === undefined && declared ? lenient : convert(body, other ?? "windows-1252");
  }
}

const isUtf8 = (label: string): boolean => /^utf-?8$/i.test(label);

/** Whether a text read as UTF-8 is that but for a few bytes: cut off, or with a piece in another charset. */
function isNearly(text: string): boolean {
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return broken * 20 <= whole;
}

/** Bytes that the detector is shown: markup is ASCII, and says nothing. */
const DETECTED_BYTES = 64 * 1024;

/** With fewer bytes beyond ASCII, Western letters are the likeliest. */
const LEAST_TELLING = 12;

/** The charset that the bytes of a text look like; undefined where they look like none that we can decode. */
function detected(body: Uint8Array): string | undefined {
  const text = Buffer.from(body.subarray(0, 4 * DETECTED_BYTES)).toString("latin1");
  const bare = text
    .replace(/<(script|style)\b[\s\S]{0,100000}?<\/\1/gi, " ")
    .replace(/<[^<>]{0,2000}>/g, " ")
    .slice(0, DETECTED_BYTES);
  // A few accents look like any charset.
  if ((bare.match(/[\x80-\xff]/g) ?? []).length < LEAST_TELLING) return undefined;
  const label = chardet.detect(Buffer.from(bare, "latin1"));
  return label && !/^(?:utf|ascii)/i.test(label) && iconv.encodingExists(label) ? label : undefined;
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
