import { inflateSync } from "node:zlib";

/** What one stream of a PDF may inflate to. */
const MAX_STREAM_MB = 256;
const MB = 1024 * 1024;
/** Deflate packs to a thousandth at most: smaller streams cannot come to more. */
const MOST_RATIO = 1_032;
const STREAM = Buffer.from("stream");
const DICTIONARY_BYTES = 600;

/** Whether a stream of a PDF inflates to more than any page needs; pdf.js itself has no bound. */
export function holdsBomb(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = file.indexOf(STREAM);
  while (at >= 0) {
    const isEnd = file.toString("latin1", Math.max(0, at - 3), at) === "end";
    const from = at + STREAM.length + (file[at + STREAM.length] === 0x0d ? 2 : 1);
    if (!isEnd) {
      const dictionary = file.toString("latin1", Math.max(0, at - DICTIONARY_BYTES), at);
      const own = dictionary.slice(Math.max(0, dictionary.lastIndexOf(" obj")));
      const filters = own.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0;
      const end = file.indexOf("endstream", from);
      const length = (end < 0 ? file.length : end) - from;
      const most = length * MOST_RATIO ** Math.max(1, filters);
      if (filters > 0 && most > MAX_STREAM_MB * MB && inflatesTooFar(file.subarray(from, from + length), filters))
        return true;
    }
    at = file.indexOf(STREAM, from);
  }
  return false;
}

function inflatesTooFar(packed: Uint8Array, filters: number): boolean {
  let data = packed;
  for (let time = 0; time < filters; time += 1)
    try {
      data = inflateSync(data, { maxOutputLength: MAX_STREAM_MB * MB });
    } catch (error) {
      // What cannot be inflated is pdf.js' to judge.
      return error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    }
  return false;
}
