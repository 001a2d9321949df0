import iconv from "iconv-lite";

/** Code pages by the number of a font's charset (RTF 1.9.1, `\fcharset`). */
const PAGES: ReadonlyMap<number, number> = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [130, 1361],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
  [254, 437],
  [255, 850],
]);

export const pageOfCharset = (charset: number | undefined): number | undefined =>
  charset === undefined ? undefined : PAGES.get(charset);

/** Bytes in a code page as text. */
export function decodePage(bytes: readonly number[], page: number): string {
  const name = page === 65001 ? "utf-8" : page === 10000 ? "macroman" : `cp${page}`;
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : "cp1252");
}
