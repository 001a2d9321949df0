import { openArchive } from "./archive.ts";
import type { DocumentRead } from "./document.ts";
import { partFor, relationshipsOf } from "./docx/package.ts";
import { readDocx } from "./docx/read.ts";
import { readEpub } from "./epub/read.ts";
import { DocumentFailure } from "./failure.ts";
import { readOdf } from "./odf/read.ts";
import { readPptx } from "./pptx/read.ts";
import { readXlsx } from "./sheets/xlsx.ts";
import { partOf } from "./xml.ts";

/** A document that is kept as a ZIP archive. What it is, its content says. Throws a `DocumentFailure`. */
export async function readArchive(bytes: Uint8Array, base: string): Promise<DocumentRead> {
  const archive = await openArchive(bytes);
  const mimetype = new TextDecoder().decode(archive.bytes("mimetype") ?? new Uint8Array()).trim();
  if (mimetype.startsWith("application/vnd.oasis.opendocument.")) return readOdf(archive, base);
  if (mimetype === "application/epub+zip" || archive.has("META-INF/container.xml")) return readEpub(archive, base);
  if (archive.has("_rels/.rels")) {
    const part = partFor(relationshipsOf(archive, ""), "officeDocument");
    const root = part === undefined || part.endsWith(".bin") ? undefined : partOf(archive, part);
    if (part !== undefined && root?.name === "w:document") return readDocx(archive, part, base);
    if (part !== undefined && root?.name === "p:presentation") return readPptx(archive, part, base);
    if (part !== undefined && root?.name === "workbook") return readXlsx(archive, part, base);
    if (part?.endsWith(".bin"))
      throw new DocumentFailure("unsupported-type", "A binary workbook (.xlsb) cannot be read; as .xlsx it can.");
  }
  if (archive.has("content.xml")) return readOdf(archive, base);
  throw new DocumentFailure("unsupported-type", "The ZIP archive is no document that can be read as text.");
}
