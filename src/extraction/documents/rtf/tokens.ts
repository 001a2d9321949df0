/** A piece of RTF (1.9.1). */
export type Token =
  | { readonly type: "open" | "close" }
  | { readonly type: "word"; readonly name: string; readonly value: number | undefined }
  /** A byte of text, in the charset of its font. */
  | { readonly type: "byte"; readonly byte: number };

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const MAX_WORD = 40;

/** The pieces of an RTF file, one after another; binary data is left out. */
export function* tokensOf(bytes: Uint8Array): Generator<Token> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === OPEN) yield { type: "open" };
    else if (byte === CLOSE) yield { type: "close" };
    else if (byte === 0x0a || byte === 0x0d || byte === 0) continue;
    else if (byte !== BACKSLASH) yield { type: "byte", byte };
    else {
      const next = bytes[at] ?? 0;
      if (!isLetter(next)) {
        at += 1;
        if (next === 0x27) {
          const code = Number.parseInt(String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0), 16);
          at += 2;
          if (!Number.isNaN(code)) yield { type: "byte", byte: code };
        } else if (next === BACKSLASH || next === OPEN || next === CLOSE) yield { type: "byte", byte: next };
        else
          yield {
            type: "word",
            name: next === 0x0a || next === 0x0d ? "par" : String.fromCharCode(next),
            value: undefined,
          };
        continue;
      }
      let name = "";
      while (isLetter(bytes[at] ?? 0) && name.length < MAX_WORD) {
        name += String.fromCharCode(bytes[at] ?? 0);
        at += 1;
      }
      let digits = "";
      if (bytes[at] === 0x2d || isDigit(bytes[at] ?? 0)) {
        digits = String.fromCharCode(bytes[at] ?? 0);
        at += 1;
        while (isDigit(bytes[at] ?? 0) && digits.length < 12) {
          digits += String.fromCharCode(bytes[at] ?? 0);
          at += 1;
        }
      }
      if (bytes[at] === 0x20) at += 1;
      const value = digits === "" || digits === "-" ? undefined : Number(digits);
      if (name === "bin") at += Math.max(0, value ?? 0);
      else yield { type: "word", name, value };
    }
  }
}
