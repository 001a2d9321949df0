import { inflateRawSync } from "node:zlib";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { DocumentFailure, isBroken, isEncrypted, tooLarge } from "./failure.ts";

/** An archive with more entries is no document. */
const MAX_ENTRIES = 10_000;
const MAX_ENTRY_MB = 64;
/** Of all entries that are read. */
const MAX_READ_MB = 192;
const MB = 1024 * 1024;
/** Office XML is packed to a tenth, long sheets to a fiftieth; a bomb to a thousandth. */
const MAX_RATIO = 250;
/** Smaller entries may be packed as they like. */
const RATIO_FROM = 4 * MB;
const LOCAL_HEADER = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

/** A document's archive (ZIP), whose entries are read when somebody asks for one. */
export interface Archive {
  /** Paths without a leading slash; entries whose path leads outside are left out. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** An entry's bytes; undefined where there is none. Throws a `DocumentFailure`. */
  bytes(name: string): Uint8Array | undefined;
}

/**
 * Opens a ZIP archive without unpacking it. Throws a `DocumentFailure`: `too-large` for bombs (too many entries, too high a
 * ratio, entries that overlap), `changed` for what is cut off, `unsupported-type` for what is encrypted.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = await entriesOf(buffer);
  checkOverlap(found, buffer.length);
  checkRatio(found);
  const entries = new Map<string, Entry>();
  for (const entry of found) {
    const name = pathOf(entry);
    if (name !== undefined && !entries.has(name)) entries.set(name, entry);
  }
  let left = MAX_READ_MB * MB;
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    bytes(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      const inner = unpack(buffer, entry, Math.min(MAX_ENTRY_MB * MB, left));
      left -= inner.length;
      return inner;
    },
  };
}

function entriesOf(buffer: Buffer): Promise<Entry[]> {
  return new Promise((resolve, reject) => {
    const broken = (error: Error) => reject(isBroken("The archive is cut off or broken.", error));
    // Names are decoded here: a path to outside is to be left out, and not to fail the whole.
    fromBuffer(buffer, { lazyEntries: false, decodeStrings: false }, (error: Error | null, zip?: ZipFile) => {
      if (error || !zip) {
        broken(error ?? new Error("no archive"));
        return;
      }
      if (zip.entryCount > MAX_ENTRIES) {
        reject(tooLarge(`The archive has ${zip.entryCount} entries, more than ${MAX_ENTRIES}.`));
        return;
      }
      const entries: Entry[] = [];
      zip.on("entry", (entry: Entry) => entries.push(entry));
      zip.on("error", broken);
      zip.on("end", () => resolve(entries));
    });
  });
}

/** Entries that share bytes are how a small archive holds more than it has. */
function checkOverlap(entries: readonly Entry[], length: number): void {
  let end = 0;
  for (const { relativeOffsetOfLocalHeader: from, compressedSize } of entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )) {
    if (from < end) throw tooLarge("The archive's entries overlap.");
    end = from + LOCAL_HEADER_BYTES + compressedSize;
    if (end > length) throw isBroken("The archive is cut off: an entry ends behind its end.");
  }
}

function checkRatio(entries: readonly Entry[]): void {
  const packed = entries.reduce((sum, { compressedSize }) => sum + compressedSize, 0);
  const whole = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (whole > RATIO_FROM * entries.length + MAX_READ_MB * MB && whole > MAX_RATIO * packed)
    throw tooLarge(
      `The archive unpacks to ${Math.round(whole / MB)} MB, ${Math.round(whole / packed)} times its size.`,
    );
}

/** An entry's path; undefined where it leads outside, or is none. */
function pathOf({ fileName }: Entry): string | undefined {
  const name = Buffer.from(fileName).toString("utf8").replaceAll("\\", "/").replace(/^\/+/, "");
  return name === "" || name.endsWith("/") || name.split("/").includes("..") ? undefined : name;
}

function unpack(buffer: Buffer, entry: Entry, most: number): Uint8Array {
  const { relativeOffsetOfLocalHeader: at, compressedSize, uncompressedSize, compressionMethod } = entry;
  if ((entry.generalPurposeBitFlag & 1) !== 0) throw isEncrypted("The archive");
  if (at + LOCAL_HEADER_BYTES > buffer.length || buffer.readUInt32LE(at) !== LOCAL_HEADER)
    throw isBroken("The archive is broken: an entry is not where it should be.");
  const from = at + LOCAL_HEADER_BYTES + buffer.readUInt16LE(at + 26) + buffer.readUInt16LE(at + 28);
  const packed = buffer.subarray(from, from + compressedSize);
  if (packed.length < compressedSize) throw isBroken("The archive is cut off.");
  if (compressionMethod === STORED) return packed;
  if (compressionMethod !== DEFLATED)
    throw new DocumentFailure("unsupported-type", "The archive is packed by a method other than Deflate.");
  if (uncompressedSize > most || (uncompressedSize > RATIO_FROM && uncompressedSize > MAX_RATIO * compressedSize))
    throw tooLarge(`A part of the document unpacks to ${Math.round(uncompressedSize / MB)} MB.`);
  try {
    // What the directory says may be a lie: the limit holds whatever comes.
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, Math.min(most, MAX_RATIO * compressedSize + RATIO_FROM)),
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge("A part of the document unpacks to more than it says.");
    throw isBroken("The archive is broken: a part cannot be unpacked.", error);
  }
}
