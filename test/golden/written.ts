import { createHash } from "node:crypto";
import type { Answer } from "./service.ts";

/** How much of an answer stands in a golden file; the rest of it is in its hash. */
const SHOWN_CHARS = 400;

/** What differs from run to run, put to one value. */
export const settled = (text: string): string =>
  text
    .replace(/("(?:time_ms|elapsed_ms|ms)": ?)\d+(?:\.\d+)?/g, "$10")
    .replace(/("response_time": ?)"?\d+(?:\.\d+)?"?/g, "$10")
    .replace(/(<(?:time_ms|response_time)>)[\d.]+/g, "$10")
    .replace(/(?<=,)\d+ ms\b/g, "0 ms")
    .replace(/\bin \d+ ms\b/g, "in 0 ms")
    .replace(/(untrusted-web-content-)[0-9a-f]{10}/g, "$1nonce")
    .replace(/("(?:request_id|id)": ?")[0-9a-f]{8}-[0-9a-f-]{27}/g, "$1id");

/** A short hash of a text. */
export const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 10);

/** An answer as it stands in a golden file: what was asked, the status, the text's size and hash, its beginning. */
export function written(asked: string, { status, text }: Answer): string {
  const whole = settled(text);
  const begin = whole.slice(0, SHOWN_CHARS).replaceAll("\r", "\\r").trimEnd();
  return `## ${asked}\n${status} · ${whole.length} characters · ${hashOf(whole)}\n${begin}\n`;
}
