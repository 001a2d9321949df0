import { gunzipSync } from "node:zlib";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";

const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;

/**
 * A feed's text. Beyond `decodeText`: a body packed with gzip that no header announces is unpacked (RFC 1952), and a
 * declaration that the bytes contradict is not believed: bytes that are valid UTF-8 beyond ASCII are UTF-8, bytes that
 * are not are windows-1252 where UTF-8 was declared. Throws where the packed body is broken or too large.
 */
export function feedText(response: HttpResponse): string {
  const { body } = response;
  const packed = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = packed ? gunzipSync(body, { maxOutputLength: MAX_UNPACKED_BYTES }) : body;
  const beyondAscii = bytes.some((byte) => byte > 0x7f);
  const marked = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0xff && bytes[1] === 0xfe);
  const wide = marked || bytes.subarray(0, 64).includes(0);
  if (!wide && beyondAscii) {
    const utf8 = strictUtf8(bytes);
    if (utf8 !== undefined) return utf8;
  }
  const text = decodeText({ body: bytes, headers: response.headers });
  if (wide || !text.includes("\ufffd")) return text;
  return new TextDecoder(beyondAscii ? "windows-1252" : "utf-8").decode(bytes);
}

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
