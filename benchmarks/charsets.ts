import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { decodeText } from "../src/upstream/charset.ts";

/*
 * How many texts in an undeclared charset are read as they were written: the texts of test/extraction/languages in pieces of
 * 500 bytes, each in the charsets that its language was written in before UTF-8. It fails below AT_LEAST.
 */
const FOLDER = join(import.meta.dirname, "../test/extraction/languages");
const BYTES = 500;
const AT_LEAST = 0.99;

const CHARSETS: Readonly<Record<string, readonly string[]>> = {
  ar: ["windows-1256", "iso-8859-6"],
  cs: ["windows-1250", "iso-8859-2"],
  de: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  el: ["windows-1253", "iso-8859-7"],
  es: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  fr: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  he: ["windows-1255"],
  hu: ["windows-1250", "iso-8859-2"],
  it: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  ja: ["shift_jis", "euc-jp"],
  ko: ["euc-kr"],
  nl: ["windows-1252", "iso-8859-1"],
  pl: ["windows-1250", "iso-8859-2"],
  pt: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  ru: ["windows-1251", "koi8-r", "iso-8859-5"],
  sv: ["windows-1252", "iso-8859-1", "iso-8859-15"],
  th: ["windows-874"],
  tr: ["windows-1254", "iso-8859-9"],
  uk: ["windows-1251", "koi8-u"],
  zh: ["gbk", "gb18030"],
};

let [right, all] = [0, 0];
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith(".txt"))) {
  const text = readFileSync(join(FOLDER, file), "utf8");
  for (const charset of CHARSETS[file.slice(0, 2)] ?? []) {
    const whole = iconv.encode(text, charset);
    // A piece begins and ends at a line, so that no character is cut.
    let piece = "";
    const pieces: string[] = [];
    for (const line of iconv.decode(whole, charset).split("\n")) {
      piece += `${line}\n`;
      if (iconv.encode(piece, charset).length < BYTES) continue;
      pieces.push(piece);
      piece = "";
    }
    for (const one of pieces) {
      const body = iconv.encode(one, charset);
      // What the charset has no letter for was lost before it came to us.
      if (body.every((byte) => byte < 0x80) || one.includes("\ufffd")) continue;
      all += 1;
      const read = decodeText({ body, headers: {} });
      if (read === one) right += 1;
      else console.log(`  wrong: ${file} in ${charset}: ${JSON.stringify(read.slice(0, 60))}`);
    }
  }
}
console.log(`${right} of ${all} right (${(right / all).toFixed(3)}; at least ${AT_LEAST})`);
process.exit(right / all >= AT_LEAST ? 0 : 1);
