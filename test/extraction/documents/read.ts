import { readBody } from "../../../src/extraction/read.ts";

const url = "https://d.example/files/survey";

/** What is read of a document's bytes. */
export const readBytes = (bytes: Buffer, contentType = "application/octet-stream", at = url) =>
  readBody({ bytes, text: () => bytes.toString(), contentType, url: at });

/** A document's Markdown; what it fails with where it fails. */
export async function markdownOf(bytes: Buffer, contentType?: string, at?: string): Promise<string> {
  const read = await readBytes(bytes, contentType, at);
  return read.ok ? (read.page.markdown ?? read.page.text) : `${read.failure.code}: ${read.failure.error}`;
}
