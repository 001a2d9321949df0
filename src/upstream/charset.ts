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
  const western = isLatin9(bare) ? "iso-8859-15" : undefined;
  // A few accents look like any charset.
  if ((bare.match(/[\x80-\xff]/g) ?? []).length < LEAST_TELLING) return western;
  if (isThai(bare)) return "windows-874";
  const label = chardet.detect(Buffer.from(bare, "latin1"));
  if (western && (label === null || /^(?:windows-1252|iso-8859-1)$/i.test(label))) return western;
  // KOI8-U has Ukrainian letters where KOI8-R has lines for tables, and is the same else.
  if (label && /^koi8-r$/i.test(label)) return "koi8-u";
  return label && !/^(?:utf|ascii)/i.test(label) && iconv.encodingExists(label) ? label : undefined;
}

/**
 * Whether bytes, as Latin-1, are text in ISO-8859-15: where ISO-8859-1 has signs that nobody writes, that has the euro (at a
 * figure) and the letters œ, Œ, š and ž (within a word). Windows' charsets have others below 0xA0.
 */
const isLatin9 = (text: string): boolean =>
  /\d[ \xa0]?\xa4|\xa4[ \xa0]?\d|[a-z]\xbd[a-z]/.test(text) && !/[\x80-\x9f]/.test(text);

/** The share of Thai's commonest consonants, which other charsets have as signs or as capitals. */
const LEAST_CONSONANTS = 0.2;

/**
 * Whether bytes, as Latin-1, are Thai (TIS-620, windows-874), which chardet does not know: vowels and tones above and below
 * (0xD1, 0xD4-0xDA, 0xE7-0xEE) stand only behind a consonant (0xA1-0xCE) or one another, and those before a consonant
 * (0xE0-0xE4) only there.
 */
function isThai(text: string): boolean {
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0;
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const unknown = count(/[\x81-\x84\x86-\x90\x98-\x9f\xdb-\xde\xfc-\xff]/g);
  const marks = count(/[\xd1\xd4-\xda\xe7-\xee]/g);
  const placed = count(/(?<=[\xa1-\xce\xd1\xd4-\xda\xe7-\xee])[\xd1\xd4-\xda\xe7-\xee]/g);
  const leading = count(/[\xe0-\xe4]/g);
  const led = count(/[\xe0-\xe4](?=[\xa1-\xce])/g);
  const consonants = count(/[\xa1-\xbf]/g);
  // Where all is in pairs, two bytes are a character.
  const isOdd = (text.match(/[\x80-\xff]+/g) ?? []).some((run) => run.length % 2 === 1);
  return (
    isOdd &&
    unknown === 0 &&
    marks >= 0.08 * high &&
    placed >= 0.97 * marks &&
    led >= 0.95 * leading &&
    consonants >= LEAST_CONSONANTS * high
  );
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
