import { openArchive } from "./archive.ts";
import type { DocumentRead } from "./document.ts";
import { partFor, relationshipsOf } from "./docx/package.ts";
import { readDocx } from "./docx/read.ts";
import { DocumentFailure } from "./failure.ts";
import { readOdf } from "./odf/read.ts";
import { partOf } from "./xml.ts";

/** A document that is kept as a ZIP archive. What it is, its content says. Throws a `DocumentFailure`. */
export async function readArchive(bytes: Uint8Array, base: string): Promise<DocumentRead> {
  const archive = await openArchive(bytes);
  const mimetype = new TextDecoder().decode(archive.bytes("mimetype") ?? new Uint8Array()).trim();
  if (mimetype.startsWith("application/vnd.oasis.opendocument.")) return readOdf(archive, base);
  if (archive.has("_rels/.rels")) {
    const part = partFor(relationshipsOf(archive, ""), "officeDocument");
    const root = part === undefined ? undefined : partOf(archive, part);
    if (part !== undefined && root?.name === "w:document") return readDocx(archive, part, base);
  }
  if (archive.has("content.xml")) return readOdf(archive, base);
  throw new DocumentFailure("unsupported-type", "The ZIP archive is no document that can be read as text.");
}
